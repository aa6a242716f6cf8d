import { CheckboxField } from "#app/forms/field.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { formatDay } from "#domain/dates.ts";
import { BackForm, TermsText } from "./bank-step.tsx";
import type { CardVisit } from "./card-visit.server.ts";
import { ReceiveLine } from "./contact-step.tsx";
import type { TypedContact } from "./offer-forms.server.ts";
import { toStep } from "./offer-paths.ts";
import type { Acceptance, OpenedOffer } from "./offers.server.ts";

/** Links to the payout provider's page (spec §4 Approve): no card number is entered here. */
export function CardStep({ offer, contact }: { offer: OpenedOffer; contact: TypedContact }) {
  const t = useT();
  return (
    <>
      <BackForm offer={offer} contact={contact} />
      <ReceiveLine offer={offer} />
      <p>{t("offer.card_lead")}</p>
      <p className="mt-3 text-muted">
        <CardTime offer={offer} />
      </p>
      {/* Leads to another site: a document navigation, not a router link. */}
      <Form method="post" action={toStep(offer.id, "card")} preventScrollReset>
        <ContactInputs contact={contact} />
        <ButtonRow>
          <ButtonLink to={toStep(offer.id)} kind="secondary" preventScrollReset>
            {t("offer.cancel")}
          </ButtonLink>
          <SubmitButton busy={t("offer.processing")}>{t("offer.card_continue")}</SubmitButton>
        </ButtonRow>
      </Form>
    </>
  );
}

/** The entered card; confirming accepts the offer. */
export function GivenCardStep(props: {
  offer: OpenedOffer;
  acceptance: Acceptance;
  given: NonNullable<CardVisit["given"]>;
  failed: FailedForm | undefined;
}) {
  const { offer, acceptance, given, failed } = props;
  const t = useT();
  const form = useAppForm(acceptance.cardForm, failed);
  const { card, contact, state } = given;
  return (
    <>
      <BackForm offer={offer} contact={contact} />
      <ReceiveLine offer={offer} />
      <dl className="rounded-card bg-sunken p-4">
        <dt className="eyebrow">{t("offer.card_given")}</dt>
        <dd className="mt-1 font-display text-2xl tabular-nums">
          <bdi dir="ltr">{card.name}</bdi>
        </dd>
        {card.expiry ? (
          <dd className="text-sm text-muted">{t("offer.card_expiry", card.expiry)}</dd>
        ) : null}
      </dl>
      <p className="mt-3 mb-6 text-sm text-muted">
        <CardTime offer={offer} />
      </p>
      <BoundForm
        of={form}
        summary={["terms"]}
        action={`${toStep(offer.id, "card")}&card=${encodeURIComponent(state)}`}
        preventScrollReset
      >
        <CheckboxField meta={form.fields.terms}>
          <TermsText />
        </CheckboxField>
        <ButtonRow>
          <ButtonLink to={toStep(offer.id, "contact")} kind="secondary" preventScrollReset>
            {t("offer.card_change")}
          </ButtonLink>
          <SubmitButton busy={t("offer.processing")}>{t("offer.confirm")}</SubmitButton>
        </ButtonRow>
      </BoundForm>
    </>
  );
}

/** No day can be named while the profile is not verified (spec §4 Other). */
function CardTime({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  return offer.isVerified
    ? t("offer.card_time", { date: formatDay(offer.arrivesBy) })
    : t("offer.paid_once_verified");
}

function ContactInputs({ contact }: { contact: TypedContact }) {
  return Object.entries(contact).map(([name, value]) =>
    value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}
