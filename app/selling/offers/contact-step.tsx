import { CONTACT_FIELDS, ContactFields } from "#app/forms/contact-fields.tsx";
import { type FieldMeta, RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { formatDay } from "#domain/dates.ts";
import { Note } from "./note.tsx";
import type { TypedContact } from "./offer-forms.server.ts";
import { toStep } from "./offer-paths.ts";
import type { Acceptance, OpenedOffer } from "./offers.server.ts";
import { SeenFields } from "./seen-fields.tsx";

/** The payee's details (spec §4 Approve, §5): prefilled, then on to the bank step. */
export function ContactStep(props: {
  offer: OpenedOffer;
  acceptance: Acceptance;
  typed: TypedContact | undefined;
  failed: FailedForm | undefined;
  /** Why an expected card is missing. */
  note: string | null;
}) {
  const { offer, acceptance, typed, failed, note } = props;
  const t = useT();
  const message = useMessage();
  const form = useAppForm(acceptance.contactForm, failed, {
    ...(typed ?? acceptance.prefilled),
    type: typed?.type || offer.methods[0],
  });
  return (
    <>
      {note ? (
        <div className="mb-6">
          <Note tone="negative" role="alert">
            {message(note)}
          </Note>
        </div>
      ) : null}
      <ReceiveLine offer={offer} />
      <BoundForm
        of={form}
        summary={CONTACT_FIELDS}
        action={toStep(offer.id, "bank")}
        preventScrollReset
      >
        <SeenFields offer={offer} />
        <ContactFields fields={form.fields} countries={acceptance.countries} />
        <div className="mt-6 border-t border-line pt-4">
          <PayoutMethod offer={offer} meta={form.fields.type} />
        </div>
        <ButtonRow>
          <ButtonLink to={toStep(offer.id)} kind="secondary" preventScrollReset>
            {t("offer.back")}
          </ButtonLink>
          <SubmitButton>{t("offer.next")}</SubmitButton>
        </ButtonRow>
      </BoundForm>
    </>
  );
}

/** The payout amount, shown in every step. */
export function ReceiveLine({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  const format = useFormat();
  const cents = offer.servicePriceCents ?? offer.userPriceCents;
  return (
    <p className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-4">
      <span className="text-muted">{t("offer.receive")}</span>
      <span className="font-display text-2xl tabular-nums">{format.money(cents)}</span>
    </p>
  );
}

/** The payout method: the only available one, or a choice. */
function PayoutMethod({ offer, meta }: { offer: OpenedOffer; meta: FieldMeta }) {
  const t = useT();
  const date = formatDay(offer.arrivesBy);
  const choices = offer.methods.map((method) => ({
    value: method,
    label: t(`offer.method_${method}`),
    hint: offer.isVerified
      ? t(method === "card" ? "offer.method_card_hint" : "offer.method_hint", { date })
      : t("offer.paid_once_verified"),
  }));
  const [only] = choices;
  if (choices.length > 1 || !only) {
    return <RadioGroup meta={meta} legend={t("offer.method")} choices={choices} isNested />;
  }
  return (
    <dl>
      <dt className="eyebrow">{t("offer.method")}</dt>
      <dd className="mt-0.5 font-medium">{only.label}</dd>
      <dd className="text-sm text-muted">
        {only.hint}
        <input type="hidden" name="type" value={only.value} />
      </dd>
    </dl>
  );
}
