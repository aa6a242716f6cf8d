import { type SubmissionResult, useForm } from "@conform-to/react";
import { CONTACT_FIELDS, ContactFields } from "#app/forms/contact-fields.tsx";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { formatDay } from "#domain/dates.ts";
import { toDecimal } from "#domain/money.ts";
import type { TypedContact } from "./offer-forms.server.ts";
import { toStep } from "./offer-paths.ts";
import type { OpenedOffer } from "./offers.server.ts";

type ContactForm = Record<(typeof CONTACT_FIELDS)[number], string>;

/** Who is paid (spec §4 Approve, §5): prefilled, then on to the bank's step. */
export function ContactStep(props: {
  offer: OpenedOffer;
  acceptance: NonNullable<OpenedOffer["acceptance"]>;
  typed: TypedContact | undefined;
  reply: SubmissionResult<string[]> | undefined;
}) {
  const { offer, acceptance, typed, reply } = props;
  const t = useT();
  const [form, fields] = useForm<ContactForm>({
    id: "contact-step",
    lastResult: reply,
    constraint: acceptance.constraints,
    defaultValue: typed ?? acceptance.prefilled,
  });
  return (
    <>
      <ReceiveLine offer={offer} />
      <ErrorSummary reply={reply} fields={CONTACT_FIELDS.map((name) => fields[name])} />
      <Form
        method="post"
        action={toStep(offer.id, "bank")}
        preventScrollReset
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={form.onSubmit}
      >
        <SeenFields offer={offer} />
        <ContactFields fields={fields} countries={acceptance.countries} />
        <dl className="mt-6 border-t border-line pt-4">
          <dt className="eyebrow">{t("offer.method")}</dt>
          <dd className="mt-0.5 font-medium">{t("offer.method_sepa")}</dd>
          <dd className="text-sm text-muted">
            {t("offer.method_hint", { date: formatDay(offer.arrivesBy) })}
          </dd>
        </dl>
        <ButtonRow>
          <ButtonLink to={toStep(offer.id)} kind="secondary" preventScrollReset>
            {t("offer.back")}
          </ButtonLink>
          <SubmitButton>{t("offer.next")}</SubmitButton>
        </ButtonRow>
      </Form>
    </>
  );
}

/** What will be paid, said in every step on the way. */
export function ReceiveLine({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  const format = useFormat();
  const cents = offer.servicePriceCents ?? offer.userPriceCents;
  return (
    <p className="mb-6 flex items-baseline justify-between gap-4 border-b border-line pb-4">
      <span className="text-muted">{t("offer.receive")}</span>
      <span className="font-display text-2xl tabular-nums">{format.money(cents)}</span>
    </p>
  );
}

/** The price that was seen: only that one is accepted. */
function SeenFields({ offer }: { offer: OpenedOffer }) {
  return (
    <>
      {offer.version === null ? null : <input type="hidden" name="version" value={offer.version} />}
      {offer.servicePriceCents === null ? null : (
        <input type="hidden" name="service_price" value={toDecimal(offer.servicePriceCents)} />
      )}
      <input type="hidden" name="type" value="sepa" />
    </>
  );
}
