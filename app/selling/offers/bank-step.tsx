import { type SubmissionResult, useForm } from "@conform-to/react";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { CheckboxField, Field } from "#app/forms/field.tsx";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { ReceiveLine } from "./contact-step.tsx";
import type { TypedContact } from "./offer-forms.server.ts";
import { LIST, toStep } from "./offer-paths.ts";
import type { OpenedOffer } from "./offers.server.ts";

type BankForm = { iban: string; full_name: string; terms: string };

/** What browsers may check; the rest, with its messages, is the contract's (bankDetailsShape). */
const CONSTRAINTS = {
  iban: { required: true, maxLength: 100 },
  full_name: { required: true, maxLength: 70 },
  terms: { required: true },
};

/** Where the money goes (spec §2 Payment details, §5 Bank form); confirming accepts the offer. */
export function BankStep(props: {
  offer: OpenedOffer;
  contact: TypedContact;
  reply: SubmissionResult<string[]> | undefined;
}) {
  const { offer, contact, reply } = props;
  const t = useT();
  const [form, fields] = useForm<BankForm>({
    id: "bank-step",
    lastResult: reply,
    constraint: CONSTRAINTS,
    defaultValue: { full_name: `${contact.first_name} ${contact.last_name}`.trim() },
  });
  return (
    <>
      <BackForm offer={offer} contact={contact} />
      <ReceiveLine offer={offer} />
      <p className="mb-6">{t("offer.bank_lead")}</p>
      <ErrorSummary
        reply={reply}
        fields={[fields.full_name, fields.iban, fields.terms]}
        title={t("offer.bank_errors")}
      />
      <Form
        method="post"
        action={toStep(offer.id, "result")}
        preventScrollReset
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={form.onSubmit}
      >
        {Object.entries(contact).map(([name, value]) =>
          value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="space-y-5">
          <Field
            meta={fields.iban}
            label={t("offer.iban")}
            hint={t("offer.iban_hint")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="[&_input]:[direction:ltr] [&_input]:tabular-nums rtl:[&_input]:text-end"
          />
          <Field
            meta={fields.full_name}
            label={t("offer.full_name")}
            hint={t("offer.full_name_hint")}
            autoComplete="name"
          />
          <CheckboxField meta={fields.terms}>
            <TermsText />
          </CheckboxField>
        </div>
        <ButtonRow>
          <ButtonLink to={LIST} kind="secondary" preventScrollReset>
            {t("offer.cancel")}
          </ButtonLink>
          <SubmitButton busy={t("offer.processing")}>{t("offer.confirm")}</SubmitButton>
        </ButtonRow>
      </Form>
    </>
  );
}

/** A form of its own: sent with Enter the other one confirms, and this one needs nothing filled in. */
function BackForm({ offer, contact }: { offer: OpenedOffer; contact: TypedContact }) {
  const t = useT();
  return (
    <Form
      method="post"
      action={toStep(offer.id, "contact")}
      preventScrollReset
      className="-mt-3 mb-2"
    >
      {Object.entries(contact).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" kind="quiet" className="text-start">
        <Icon name="left" className="size-4" />
        {t("offer.back_to_contact")}
      </Button>
    </Form>
  );
}

function TermsText() {
  const t = useT();
  const { staticPages } = useLayoutData();
  const terms = staticPages.find(({ kind }) => kind === "terms");
  return (
    <>
      {t("offer.terms")}{" "}
      {terms ? (
        <Link to={`/page/${terms.slug}`} className="link" target="_blank">
          {terms.title}
        </Link>
      ) : null}
    </>
  );
}
