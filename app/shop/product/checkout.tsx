import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";
import type { User } from "#app/api-client/accounts.server.ts";
import type { ProductView } from "#app/api-client/catalog.server.ts";
import { ApplicablePages, ConsentBox } from "#app/forms/consent/consent-box.tsx";
import type { FailedDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { SeenRate } from "#app/forms/deposit/seen-rate.tsx";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { InvoiceLink } from "#app/forms/invoice-link.tsx";
import { SenderField } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { CHECKOUT_QUERY, toCheckoutPath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useMember } from "#app/ui/base/layout-data.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { PriceInEuro } from "#app/ui/base/price-in-euro.tsx";
import { Dialog, DialogFooter } from "#app/ui/dialog.tsx";
import { HoldNote } from "#app/ui/hold-note.tsx";
import { priceInEur, toDecimal } from "#domain/money.ts";
import type { CheckoutData } from "./checkout.server.ts";
import type { PurchaseFailure } from "./purchase.server.ts";
import { AFTER_UNCLEAR, followsUnclear, UNCLEAR_CLICK } from "./repeated-purchase.ts";
import { TopUpForm } from "./top-up-form.tsx";

/**
 * The checkout modal (spec §2): the product, its price, the remaining balance; then a single
 * button. If the balance is too low, it is the deposit modal. During a payment dispute only waiting
 * helps, so neither is offered.
 */
export function Checkout(props: {
  product: ProductView;
  checkout: CheckoutData;
  /** The action's result. */
  reply: PurchaseFailure | FailedDeposit | undefined;
}) {
  const { product, checkout, reply } = props;
  const { consent, topUp, rateBasisPoints } = checkout;
  const [query] = useSearchParams();
  const earlier = followsUnclear(query) ? UNCLEAR_CLICK : null;
  const failure = reply && "code" in reply ? reply : earlier;
  const failed = reply && "formId" in reply ? reply : undefined;
  const t = useT();
  const { pathname } = useLocation();
  const isUnclear = failure?.isUnclear ?? false;
  // A click without a response leads nowhere, but a reload must still know of it.
  useEffect(() => {
    if (isUnclear)
      history.replaceState(history.state, "", pathname + CHECKOUT_QUERY + AFTER_UNCLEAR);
  }, [isUnclear, pathname]);
  const { user } = useMember();
  if (!user) return null;
  const isDisputed = user.hold === "dispute";
  return (
    <Dialog
      title={t(topUp && !isDisputed ? "deposit.modal_title" : "checkout.title")}
      closeTo={`/products/${product.slug}`}
      returnTo="buy-link"
      width="34rem"
    >
      {failure ? <FailureNote {...{ failure, product, rateBasisPoints }} /> : null}
      <div className="flex flex-wrap gap-4">
        <Picture
          picture={product.picture}
          fallbackUrl={product.thumbUrl}
          alt=""
          sizes="96px"
          className="size-24 flex-none rounded-card object-cover"
        />
        <div className="grow basis-[7rem] hyphens-auto wrap-anywhere">
          <p className="font-display text-xl">
            <TextIn language={product.titleLanguage}>{product.title}</TextIn>
          </p>
          <p className="mt-1 text-sm text-muted">{t("checkout.zip")}</p>
        </div>
      </div>
      <Sums
        priceCents={product.priceCents}
        balanceCents={user.balanceCents}
        rateBasisPoints={rateBasisPoints}
        isDisputed={isDisputed}
      />
      <HoldNote hold={user.hold} balanceCents={user.balanceCents} className="mt-6" />
      {topUp && !isDisputed ? (
        <TopUpForm
          product={product}
          topUp={topUp}
          rateBasisPoints={rateBasisPoints}
          failed={failed}
          consent={consent}
        />
      ) : (
        <>
          {/* Errors of a deposit that a lower price has made unnecessary, or a dispute useless. */}
          <ErrorSummary reply={failed?.reply} fields={[]} />
          {isDisputed ? null : <ConfirmForm {...{ user, product, failure, checkout }} />}
        </>
      )}
    </Dialog>
  );
}

/** The price, the balance and, unless it is disputed, the remaining or missing amount. */
function Sums(props: {
  priceCents: number;
  balanceCents: number;
  rateBasisPoints: CheckoutData["rateBasisPoints"];
  isDisputed: boolean;
}) {
  const { priceCents, balanceCents, rateBasisPoints, isDisputed } = props;
  const t = useT();
  const format = useFormat();
  const after = balanceCents - priceCents;
  return (
    <dl className="mt-6 grid gap-2">
      <Line
        term={t("checkout.price")}
        value={format.credits(priceCents)}
        note={
          <PriceInEuro
            priceCents={priceCents}
            rateBasisPoints={rateBasisPoints}
            className="block text-sm text-muted"
          />
        }
      />
      <Line term={t("checkout.balance")} value={format.credits(balanceCents)} />
      {isDisputed ? null : (
        <Line
          term={t(after >= 0 ? "checkout.after" : "checkout.missing")}
          value={format.credits(Math.abs(after))}
          isSum
        />
      )}
    </dl>
  );
}

function Line(props: { term: string; value: string; note?: ReactNode; isSum?: boolean }) {
  const { term, value, note, isSum = false } = props;
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-4 ${isSum ? "border-t border-line pt-2 font-semibold" : ""}`}
    >
      <dt className={isSum ? "" : "text-muted"}>{term}</dt>
      <dd className="ms-auto text-end">
        {value}
        {note}
      </dd>
    </div>
  );
}

const CONFIRM_FORM = "confirm";

/**
 * Consent and terms, then the order button (Directive 2011/83/EU Art. 8(2)). Double clicks are
 * harmless: the server creates one order per buyer and prompt.
 */
function ConfirmForm(props: {
  user: User;
  product: ProductView;
  failure: PurchaseFailure | null;
  checkout: CheckoutData;
}) {
  const { user, product, failure } = props;
  const { consent, hasInvoices, rateBasisPoints } = props.checkout;
  const t = useT();
  const format = useFormat();
  const navigation = useNavigation();
  const isSending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const checkoutPath = toCheckoutPath(product.slug) + (failure?.isUnclear ? AFTER_UNCLEAR : "");
  return (
    <>
      <Form
        method="post"
        action={checkoutPath}
        // Back leads to the product, not to a checkout that does not know of the earlier click.
        replace
        id={CONFIRM_FORM}
        // The purchase being sent no longer changes: a later consent would be a different
        // statement.
        inert={isSending}
        className="mt-6 border-t border-line pt-3"
      >
        <SenderField sender={user.id} />
        <input type="hidden" name="prompt_id" value={product.id} />
        <input type="hidden" name="expected_price" value={toDecimal(product.priceCents)} />
        {rateBasisPoints === null ? null : <SeenRate basisPoints={rateBasisPoints} />}
        {consent ? <ConsentBox {...consent} isTicked={failure?.isConsented} /> : null}
        <ApplicablePages />
        {hasInvoices ? <InvoiceLink /> : null}
      </Form>
      <DialogFooter>
        <Button
          type={isSending ? "button" : "submit"}
          form={CONFIRM_FORM}
          size="large"
          className="w-full"
          aria-busy={isSending}
          aria-disabled={isSending || undefined}
        >
          {isSending
            ? t("checkout.sending")
            : t("checkout.confirm", { price: format.credits(product.priceCents) })}
        </Button>
        <p className="mt-2 text-center text-sm text-muted">{t("checkout.note")}</p>
      </DialogFooter>
    </>
  );
}

/** Errors with their own text, which contains amounts. */
const EXPLAINED = new Set(["price_changed", "balance_insufficient", "too_many_attempts"]);

/**
 * The error (spec §8: the server's message, else the default), and whether money moved. Receives
 * the focus when it appears: on phones it would otherwise be above the visible area.
 */
function FailureNote(props: {
  failure: PurchaseFailure;
  product: ProductView;
  rateBasisPoints: number | null;
}) {
  const { failure, product, rateBasisPoints } = props;
  const { text, missingCents, isUnclear } = failure;
  const t = useT();
  const format = useFormat();
  const ref = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure asks for attention.
  useEffect(() => {
    ref.current?.focus();
  }, [failure]);

  // To the buyer, another rate means another price in euros.
  const isInEuro = failure.code === "rate_changed" && rateBasisPoints !== null;
  const code = isInEuro ? "price_changed" : failure.code;
  const price = isInEuro
    ? format.money(priceInEur(product.priceCents, rateBasisPoints))
    : format.credits(product.priceCents);
  const outcome = t(isUnclear ? "checkout.unclear" : "checkout.not_charged");
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: brings it into view without scripts
      autoFocus
      className="mb-5 rounded-card border-s-4 border-s-negative bg-sunken p-4"
    >
      {EXPLAINED.has(code) ? (
        <p>
          {t(`checkout.rejected.${code}`, {
            price,
            missing: format.credits(missingCents ?? 0),
          })}{" "}
          {outcome}
        </p>
      ) : (
        <>
          <p className="font-medium">{text || t("errors.purchase_failed")}</p>
          <p className="mt-1">{outcome}</p>
        </>
      )}
      {isUnclear ? (
        <Link to="/dashboard" className="link mt-1 inline-flex min-h-11 items-center">
          {t("shell.to_orders")}
        </Link>
      ) : null}
    </div>
  );
}
