import { CheckboxField, Field } from "#app/forms/field.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { ReceiveLine } from "./contact-step.tsx";
import type { TypedContact } from "./offer-forms.server.ts";
import { OFFERS_PATH, toStep } from "./offer-paths.ts";
import type { Acceptance, OpenedOffer } from "./offers.server.ts";

/**
 * The bank account for the payout (spec §2 Payment details, §5 Bank form); confirming accepts the
 * offer.
 */
export function BankStep(props: {
  offer: OpenedOffer;
  acceptance: Acceptance;
  contact: TypedContact;
  /** As typed before a reload; otherwise the contact's name is used. */
  fullName: string | undefined;
  failed: FailedForm | undefined;
}) {
  const { offer, acceptance, contact, fullName, failed } = props;
  const t = useT();
  const form = useAppForm(acceptance.bankForm, failed, {
    full_name: fullName ?? `${contact.first_name} ${contact.last_name}`.trim(),
  });
  const { fields } = form;
  return (
    <>
      <BackForm offer={offer} contact={contact} />
      <ReceiveLine offer={offer} />
      <p className="mb-6">{t("offer.bank_lead")}</p>
      <BoundForm
        of={form}
        summary={["full_name", "iban", "terms"]}
        summaryTitle={t("offer.bank_errors")}
        action={`${toStep(offer.id, "bank")}&confirm=1`}
        preventScrollReset
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
            // Narrower padding on phones, so that a complete German IBAN fits at the normal text
            // size: phone browsers zoom in on fields with smaller text.
            className="[&_input]:[direction:ltr] [&_input]:tabular-nums max-sm:[&_input]:px-2 max-sm:[&_input]:tracking-tight rtl:[&_input]:text-end"
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
          <ButtonLink to={OFFERS_PATH} kind="secondary" preventScrollReset>
            {t("offer.cancel")}
          </ButtonLink>
          <SubmitButton busy={t("offer.processing")}>{t("offer.confirm")}</SubmitButton>
        </ButtonRow>
      </BoundForm>
    </>
  );
}

/**
 * Leads back to the contact details. A separate form, because pressing Enter in the other one
 * confirms, and this one requires no input.
 */
export function BackForm({ offer, contact }: { offer: OpenedOffer; contact: TypedContact }) {
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
      <Button type="submit" kind="quiet" className="-ms-5 text-start">
        <Icon name="left" className="size-4" />
        {t("offer.back_to_contact")}
      </Button>
    </Form>
  );
}

/** Marks the position of the link within the sentence: no text contains this character. */
const MARK = "\0";

/**
 * A single sentence; its terms are a link if the shop has a page for them. They are appended if
 * another server's sentence does not contain them.
 */
export function TermsText() {
  const t = useT();
  const { staticPages } = useLayoutData();
  const page = staticPages.find(({ kind }) => kind === "terms");
  const terms = t("offer.terms_link");
  const [before, after] = t("offer.terms", { terms: MARK }).split(MARK);
  if (after === undefined && !page) return before;
  return (
    <>
      {before}
      {after === undefined ? " " : null}
      {page ? (
        <Link to={`/page/${page.slug}`} className="link" target="_blank">
          {terms}
        </Link>
      ) : (
        terms
      )}
      {after}
    </>
  );
}
