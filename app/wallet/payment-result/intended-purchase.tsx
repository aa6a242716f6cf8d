import { useLocation } from "react-router";
import { ApplicablePages, ConsentBox } from "#app/forms/consent/consent-box.tsx";
import { LockedDelivery } from "#app/forms/consent/locked-delivery.tsx";
import { SeenRate } from "#app/forms/deposit/seen-rate.tsx";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { SenderField } from "#app/forms/use-app-form.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath, toCheckoutPath } from "#app/i18n/paths.ts";
import { TitleSentence } from "#app/i18n/text-in.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { PriceInEuro } from "#app/ui/base/price-in-euro.tsx";
import { toBoughtKey } from "#app/ui/bought-key.ts";
import { toDecimal } from "#domain/money.ts";
import type { Intended } from "./intended-purchase.server.ts";
import { usePolling } from "./use-polling.ts";

/** After a payment: its purpose, and the remaining step. `sender` is the member who paid. */
export function IntendedPurchase({
  intended,
  sender,
}: {
  intended: Intended;
  sender: string | null;
}) {
  const t = useT();
  if (intended.kind === "withdrawn") {
    return (
      <p className="card mt-8 border-s-4 border-s-warning p-5 text-start">
        {t("payment.withdrawn")}
      </p>
    );
  }
  if (intended.kind === "bought") return <Bought {...intended} />;
  if (intended.kind === "buying") return <Buying {...intended} />;
  return <Offer intended={intended} sender={sender} />;
}

/** The purchase and its download, or why it is not open yet, with the consent form. */
function Bought({ order, consentVersion }: Extract<Intended, { kind: "bought" }>) {
  const { title, titleLanguage, isOpen } = order;
  const t = useT();
  const locale = useLocale();
  const id = encodeURIComponent(order.id);
  return (
    <section className="card mt-8 p-5 sm:p-6">
      <p className="flex items-center justify-center gap-2 font-medium text-positive">
        <Icon name="check" />
        <span>
          <TitleSentence text={toBoughtKey(order)} title={title} language={titleLanguage} />
        </span>
      </p>
      {isOpen ? null : (
        <div className="mt-4 border-t border-line pt-4 text-start">
          <LockedDelivery order={order} consentVersion={consentVersion} />
        </div>
      )}
      <div className="mt-5 grid gap-3">
        {isOpen ? (
          <form method="get" action={localePath(locale, `/dashboard/orders/${id}/download`)}>
            <Button type="submit" size="large" className="w-full">
              <Icon name="download" />
              {t("order.download")}
            </Button>
          </form>
        ) : null}
        <ButtonLink
          to={`/dashboard?order=${id}`}
          kind={isOpen || consentVersion !== null ? "secondary" : "primary"}
          size="large"
        >
          {t("product.toOrder")}
        </ButtonLink>
      </div>
    </section>
  );
}

/**
 * Polls until it is bought, or the buyer has to decide. Offers no action, because the purchase is
 * made regardless.
 */
function Buying({ title, titleLanguage, priceCents }: Extract<Intended, { kind: "buying" }>) {
  const t = useT();
  const format = useFormat();
  const { pathname, search } = useLocation();
  const isLate = usePolling(false);
  return (
    <section className="card mt-8 p-5 sm:p-6">
      <div role="status">
        <p>
          <TitleSentence
            text="payment.buying"
            values={{ price: format.credits(priceCents) }}
            title={title}
            language={titleLanguage}
          />
        </p>
        {isLate ? <p className="mt-3 text-muted">{t("payment.late_slow")}</p> : null}
      </div>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {/* A native link: without scripts it reloads the page, with them it restarts the wait. */}
        <a href={pathname + search} className={buttonClass()}>
          {t("payment.check_again")}
        </a>
        <ButtonLink to="/dashboard" kind="secondary">
          {t("dashboard.orders")}
        </ButtonLink>
      </div>
    </section>
  );
}

function Offer({
  intended,
  sender,
}: {
  intended: Extract<Intended, { kind: "ask" | "short" }>;
  sender: string | null;
}) {
  const { kind, product, rateBasisPoints, change, consent, isCalledOff } = intended;
  const t = useT();
  const format = useFormat();
  const { title, titleLanguage: language, slug, priceCents } = product;
  const price = format.credits(priceCents);
  const amount = change?.currency === "eur" ? format.money : format.credits;
  return (
    <section aria-labelledby="intended" className="card mt-8 p-5 text-start sm:p-6">
      {isCalledOff ? (
        <p role="alert" className="mb-5 border-s-4 border-s-warning ps-4">
          {t("errors.purchase_called_off")}
        </p>
      ) : null}
      {change === null ? null : (
        <p role="alert" className="mb-5 border-s-4 border-s-warning ps-4">
          <TitleSentence
            text="payment.price_changed"
            values={{ price: amount(change.cents), before: amount(change.seenCents) }}
            {...{ title, language }}
          />
        </p>
      )}
      <div className="flex items-center gap-4">
        <Picture
          picture={product.picture}
          fallbackUrl={product.thumbUrl}
          alt=""
          sizes="80px"
          className="size-20 flex-none rounded-card object-cover"
        />
        <div>
          <h2 id="intended" className="text-xl">
            <TitleSentence
              text={kind === "short" ? "payment.short" : "payment.next"}
              {...{ title, language }}
            />
          </h2>
          <p className="mt-1 text-muted">
            {price}
            <PriceInEuro {...{ priceCents, rateBasisPoints }} className="block text-sm" />
          </p>
        </div>
      </div>
      {kind === "short" ? (
        <ButtonLink to={toCheckoutPath(slug)} size="large" className="mt-5 w-full">
          {t("checkout.topUp")}
        </ButtonLink>
      ) : (
        <Form
          method="post"
          action={toCheckoutPath(slug)}
          className="mt-4 border-t border-line pt-3"
        >
          <SenderField sender={sender} />
          <input type="hidden" name="prompt_id" value={product.id} />
          <input type="hidden" name="expected_price" value={toDecimal(priceCents)} />
          {rateBasisPoints === null ? null : <SeenRate basisPoints={rateBasisPoints} />}
          {consent ? <ConsentBox {...consent} /> : null}
          <ApplicablePages />
          <SubmitButton size="large" className="mt-5 w-full" busy={t("checkout.sending")}>
            {t("checkout.confirm", { price })}
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}
