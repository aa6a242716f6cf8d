import { type CountryOption, CountrySelect } from "#app/forms/country/country-select.tsx";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { SaveButton, Section, useResetOnceExecuted } from "./profile-section.tsx";

const FIELDS = ["company_name", "vat_id", "address", "post_code", "city", "country"] as const;
type InvoiceFields = (typeof FIELDS)[number];

/** Billing details for later invoices: a company with its VAT ID, an address, or neither. */
export function InvoiceForm(props: {
  details: Record<InvoiceFields, string>;
  countries: readonly CountryOption[];
  loaded: LoadedForm<InvoiceFields>;
  failed: FailedForm | undefined;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed, props.details);
  const { fields } = form;
  useResetOnceExecuted(props.loaded, props.failed);
  return (
    <Section id="invoices" title={t("profile.invoices")} lead={t("profile.invoices_lead")}>
      <BoundForm
        of={form}
        summary={FIELDS}
        action="/dashboard/profile"
        preventScrollReset
        className="space-y-7"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            meta={fields.company_name}
            label={t("profile.invoices_company")}
            autoComplete="organization"
          />
          <Field
            meta={fields.vat_id}
            label={t("documents.vat_id")}
            hint={t("profile.invoices_vat_hint")}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            meta={fields.address}
            label={t("deposit.address")}
            autoComplete="billing address-line1"
            className="sm:col-span-2"
          />
          <Field
            meta={fields.post_code}
            label={t("deposit.post_code")}
            autoComplete="billing postal-code"
          />
          <Field
            meta={fields.city}
            label={t("deposit.city")}
            autoComplete="billing address-level2"
          />
          <CountrySelect
            meta={fields.country}
            label={t("deposit.country")}
            countries={props.countries}
            className="sm:col-span-2"
          />
        </div>
        <SaveButton intent="invoices">{t("profile.invoices_save")}</SaveButton>
      </BoundForm>
    </Section>
  );
}
