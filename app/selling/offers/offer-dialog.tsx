import { type ReactNode, useEffect, useRef, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { useHistoryPath } from "#app/ui/history-path.ts";
import { isDeclined } from "#domain/offers.ts";
import { BankStep } from "./bank-step.tsx";
import { CardStep, GivenCardStep } from "./card-step.tsx";
import { ContactStep } from "./contact-step.tsx";
import { OfferDetails } from "./offer-details.tsx";
import type { OfferResult, OfferStep, TypedContact } from "./offer-forms.server.ts";
import { OFFERS_PATH, toStep } from "./offer-paths.ts";
import type { OpenedOffer } from "./offers.server.ts";
import { PayoutState } from "./payout-status.tsx";

/** The modals of one offer (spec §2, 552 px wide): its details, and the following steps. */
export function OfferDialog({ offer, result }: { offer: OpenedOffer; result?: OfferResult }) {
  const t = useT();
  // An action's result is newer than the values kept across a sign-in.
  const step = (result ?? offer.restored)?.step ?? offer.step;
  return (
    <Dialog
      title={nameStep(t, step, offer)}
      closeTo={useHistoryPath(OFFERS_PATH)}
      returnTo={`offer-${offer.id}`}
      width="552px"
    >
      <StepFrame step={step}>
        <Step step={step} offer={offer} result={result} />
      </StepFrame>
    </Dialog>
  );
}

/** One step; the details if something that the step needs is missing. */
function Step(props: { step: OfferStep; offer: OpenedOffer; result: OfferResult | undefined }) {
  const { step, offer, result } = props;
  const shown = result ?? offer.restored;
  const contact = useLastContact(shown?.contact);
  const { acceptance } = offer;
  const { given = null, note = null } = offer.visit ?? {};
  if (step === "verify") return <VerifyStep offer={offer} />;
  if (step === "result") return <ResultStep offer={offer} />;
  const accepted = acceptance && { offer, acceptance, failed: shown?.form };
  if (step === "contact" && accepted) {
    return <ContactStep {...accepted} typed={contact} note={shown ? null : note} />;
  }
  if (step === "bank" && accepted && contact) {
    const fullName = result ? undefined : offer.restored?.fullName;
    return <BankStep {...accepted} contact={contact} fullName={fullName} />;
  }
  if (step === "card" && accepted && given) return <GivenCardStep {...accepted} given={given} />;
  if (step === "card" && contact) return <CardStep offer={offer} contact={contact} />;
  return <OfferDetails offer={offer} note={result?.note ?? note ?? undefined} />;
}

/** The last contact details that were typed: the browser's Back button returns to them too. */
function useLastContact(typed: TypedContact | undefined): TypedContact | undefined {
  const [kept, setKept] = useState(typed);
  if (typed && typed !== kept) setKept(typed);
  return typed ?? kept;
}

function nameStep(t: (key: string) => string, step: OfferStep, offer: OpenedOffer): string {
  switch (step) {
    case "details":
      return offer.title;
    case "verify":
      return t("offer.verify_title");
    case "contact":
      return t("offer.contact_title");
    case "card":
      return t("offer.card_title");
    case "bank":
      return t("offer.bank_title");
    case "result":
      return isDeclined(offer.status) ? t("offer.declined_title") : t("offer.completed_title");
    default:
      return step satisfies never;
  }
}

/**
 * The focused element disappears with its step: screen readers continue from the dialog's heading.
 */
function StepFrame({ step, children }: { step: OfferStep; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const dialog = ref.current?.closest("dialog");
    const heading = dialog?.querySelector("h2");
    // Not in the markup: a dialog that opens would focus it.
    if (heading) heading.tabIndex = -1;
    heading?.focus();
    dialog?.scrollTo(0, 0);
  }, [step]);
  return <div ref={ref}>{children}</div>;
}

function VerifyStep({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  return (
    <>
      <p className="text-lg">{t("errors.verification_required")}</p>
      <p className="mt-3 text-muted">{t("offer.verify_text")}</p>
      <ButtonRow>
        <ButtonLink to={toStep(offer.id)} kind="secondary" preventScrollReset>
          {t("offer.cancel")}
        </ButtonLink>
        <ButtonLink to="/dashboard/verification">{t("offer.verify")}</ButtonLink>
      </ButtonRow>
    </>
  );
}

function ResultStep({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  return (
    <>
      {isDeclined(offer.status) ? (
        <p className="text-muted">{t("offer.declined_text")}</p>
      ) : (
        <PayoutState offer={offer} />
      )}
      <ButtonRow>
        <CloseButton to={OFFERS_PATH} kind="primary">
          {t("offer.to_list")}
        </CloseButton>
        <ButtonLink to={toStep(offer.id)} kind="secondary" preventScrollReset>
          {t("offers.badge_details")}
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
