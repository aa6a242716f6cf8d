import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { FileMark } from "#app/ui/offer-image.tsx";
import { OfferStatus } from "#app/ui/offer-status.tsx";
import { OfferFacts, OfferTexts } from "#app/ui/sent-offer.tsx";
import { formatDay } from "#domain/dates.ts";
import { finalPriceCents, isUserPriceStruck, offerStage, priceLabel } from "#domain/offers.ts";
import { Note } from "./note.tsx";
import { toStep } from "./offer-paths.ts";
import type { OpenedOffer } from "./offers.server.ts";
import { PayoutState } from "./payout-status.tsx";
import { SeenFields } from "./seen-fields.tsx";

/** The first of an offer's modals (spec §2, §4): its status, and Accept or Decline. */
export function OfferDetails({ offer, note }: { offer: OpenedOffer; note?: string }) {
  const message = useMessage();
  const stage = offerStage(offer.status);
  const isToDecide = stage === "offer" && offer.mayAccept;
  // If there is a decision to make, the price comes first, and the image is only a reminder.
  const image = offer.picture ? (
    <img
      src={offer.picture}
      alt={offer.title}
      className={`w-full rounded-card bg-sunken object-contain p-3 ${isToDecide ? "h-[min(10rem,20dvh)]" : "h-[min(18rem,36dvh)]"}`}
    />
  ) : (
    <FileMark className="h-20 w-full" />
  );
  return (
    <div className="space-y-6">
      {note ? (
        <Note tone="negative" role="alert">
          {message(note)}
        </Note>
      ) : null}
      {stage === "pending" ? <PendingBanner offer={offer} /> : null}
      {stage === "approved" ? <PayoutState offer={offer} /> : null}
      {image}
      <Prices offer={offer} />
      {offer.message ? <StaffMessage text={offer.message} /> : null}
      <About offer={offer} />
      {isToDecide ? <Decision offer={offer} /> : null}
    </div>
  );
}

function PendingBanner({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  return (
    <Note tone="warning" title={t("offer.pending_title")}>
      {offer.replyBy
        ? t("offer.reply_by", { date: formatDay(offer.replyBy) })
        : t("offer.reply_days")}
    </Note>
  );
}

/** The owner's price next to ours, the final or the declined one (spec §3 labels, §4). */
function Prices({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  const format = useFormat();
  const label = priceLabel(offer.status, offer.servicePriceCents);
  const isStruck = isUserPriceStruck(offer.status, offer);
  const userPrice = format.money(offer.userPriceCents);
  return (
    <dl className="border-t border-line">
      <Fact name={t("offer.your_price")}>
        {isStruck ? (
          <s className="text-muted">
            <span className="sr-only">{t("offer.was")} </span>
            {userPrice}
          </s>
        ) : (
          userPrice
        )}
      </Fact>
      {label ? (
        <Fact name={t(`offer.${label}`)} keepsWords>
          <span className="font-display text-2xl">{format.money(finalPriceCents(offer))}</span>
        </Fact>
      ) : null}
      <Fact name={t("offers.status")}>
        <OfferStatus status={offer.status} />
      </Fact>
    </dl>
  );
}

function StaffMessage({ text }: { text: string }) {
  const t = useT();
  return (
    <figure>
      <figcaption className="eyebrow mb-1.5">{t("offer.message")}</figcaption>
      <blockquote
        dir="auto"
        className="border-s-2 border-ink ps-4 whitespace-pre-line wrap-anywhere"
      >
        {text}
      </blockquote>
    </figure>
  );
}

/** The submitted data. Expanded unless a decision is pending below. */
function About({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  return (
    <details className="group" open={!offer.mayAccept}>
      <summary className="flex min-h-11 items-center font-medium underline decoration-control underline-offset-4">
        {t("offer.about")}
      </summary>
      <dl className="mt-1 text-sm">
        <OfferFacts offer={offer} />
      </dl>
      <OfferTexts offer={offer} />
    </details>
  );
}

/**
 * Accept leads to the steps, Decline posts immediately; above them is the date on which the money
 * arrives.
 */
function Decision({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  const next = offer.isVerificationMissing ? "verify" : "contact";
  const note = offer.isVerified ? (
    <p className="text-sm text-muted">{t("offer.pay_by", { date: formatDay(offer.arrivesBy) })}</p>
  ) : (
    <p className="text-sm text-warning">
      {t(offer.isVerificationMissing ? "offer.verify_first" : "offer.verify_waits")}{" "}
      <Link to="/dashboard/verification" className="link">
        {t("offer.verify")}
      </Link>
    </p>
  );
  return (
    <ButtonRow note={note}>
      <Form
        method="post"
        action={toStep(offer.id, "decline")}
        preventScrollReset
        className="flex *:grow"
      >
        <SeenFields offer={offer} />
        <SubmitButton kind="secondary" size="large" name="decision" value="decline">
          {t("offer.decline")}
        </SubmitButton>
      </Form>
      <ButtonLink to={toStep(offer.id, next)} size="large" preventScrollReset>
        {t("offer.accept")}
      </ButtonLink>
    </ButtonRow>
  );
}
