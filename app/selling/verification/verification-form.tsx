import { type ReactNode, useEffect, useState } from "react";
import { type CountryOption, CountrySelect } from "#app/forms/country/country-select.tsx";
import { CheckboxField, Field, type FieldMeta, RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import type { Translate } from "#app/i18n/translate.ts";
import {
  ADDRESS_DOCUMENT_TYPES,
  DOCUMENTS_KEPT_DAYS,
  ID_DOCUMENT_TYPES,
} from "#domain/verification.ts";
import { BirthDateField } from "./date-field.tsx";
import { DocumentField } from "./document-field.tsx";

type FieldName =
  | "full_name"
  | "date_of_birth"
  | "nationality"
  | "phone"
  | "document_type"
  | "document_front"
  | "document_back"
  | "address"
  | "city"
  | "state"
  | "country"
  | "address_document_type"
  | "address_document"
  | "confirm";

type PartProps = { fields: Record<FieldName, FieldMeta>; countries: readonly CountryOption[] };

/** The form of spec §3 Verification in three parts: you, your identity document, your address. */
export function VerificationForm(props: {
  loaded: LoadedForm<FieldName>;
  failed: FailedForm | undefined;
  prefilled: Record<string, string>;
  countries: readonly CountryOption[];
}) {
  const { loaded, failed, prefilled, countries } = props;
  const t = useT();
  const form = useAppForm(loaded, failed, prefilled);
  const { fields } = form;
  // Without scripts the browser itself reports missing fields before uploading.
  const [isChecked, setChecked] = useState(false);
  useEffect(() => setChecked(true), []);
  // If the first render shows a rejected form, it was submitted as a document, which loses files.
  const [isAgain] = useState(form.reply !== undefined);
  return (
    <BoundForm
      of={form}
      summary={listSummaryFields(t)}
      encType="multipart/form-data"
      noValidate={isChecked}
      className="space-y-14"
    >
      <PersonPart fields={fields} countries={countries} />
      <IdentityPart fields={fields} isAgain={isAgain} />
      <AddressPart fields={fields} countries={countries} isAgain={isAgain} />
      <div className="space-y-5 border-t border-ink pt-6">
        <CheckboxField meta={fields.confirm}>{t("verification.confirm")}</CheckboxField>
        <p className="max-w-prose text-sm text-muted">
          {t("verification.privacy", { days: DOCUMENTS_KEPT_DAYS })}
        </p>
        <SubmitButton size="large" className="w-full sm:w-auto">
          {t("verification.submit")}
        </SubmitButton>
      </div>
    </BoundForm>
  );
}

function PersonPart({ fields, countries }: PartProps) {
  const t = useT();
  return (
    <Part number={1} title={t("verification.you")} hint={t("verification.you_hint")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          meta={fields.full_name}
          label={t("verification.full_name")}
          autoComplete="name"
          className="sm:col-span-2"
        />
        <BirthDateField
          meta={fields.date_of_birth}
          label={t("verification.date_of_birth")}
          hint={t("verification.birth_hint")}
          className="sm:col-span-2"
        />
        <CountrySelect
          meta={fields.nationality}
          label={t("verification.nationality")}
          countries={countries}
          autoComplete="off"
          className="sm:col-span-2"
        />
        <Field
          meta={fields.phone}
          label={t("deposit.phone")}
          type="tel"
          autoComplete="tel"
          className="sm:col-span-2"
        />
      </div>
    </Part>
  );
}

function IdentityPart({ fields, isAgain }: Pick<PartProps, "fields"> & { isAgain: boolean }) {
  const t = useT();
  return (
    <Part number={2} title={t("verification.identity")} hint={t("verification.identity_hint")}>
      <div className="group/identity space-y-6">
        <RadioGroup
          meta={fields.document_type}
          legend={t("verification.document_type")}
          isNested
          choices={ID_DOCUMENT_TYPES.map((type) => ({
            value: type,
            label: t(`verification.${type}`),
            hint: t(`verification.${type}_hint`),
          }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DocumentField
            meta={fields.document_front}
            label={t("verification.document_front")}
            isAgain={isAgain}
          />
          <DocumentField
            meta={fields.document_back}
            label={t("verification.document_back")}
            isAgain={isAgain}
            className="group-has-[[value=passport]:checked]/identity:hidden"
          />
        </div>
      </div>
    </Part>
  );
}

function AddressPart({ fields, countries, isAgain }: PartProps & { isAgain: boolean }) {
  const t = useT();
  return (
    <Part number={3} title={t("verification.proof")} hint={t("verification.proof_hint")}>
      <div className="space-y-6">
        <AddressFields fields={fields} countries={countries} />
        <RadioGroup
          meta={fields.address_document_type}
          legend={t("verification.address_document_type")}
          isNested
          choices={ADDRESS_DOCUMENT_TYPES.map((type) => ({
            value: type,
            label: t(`verification.${type}`),
          }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DocumentField
            meta={fields.address_document}
            label={t("verification.address_document")}
            isAgain={isAgain}
          />
        </div>
      </div>
    </Part>
  );
}

function Part(props: { number: number; title: string; hint: string; children: ReactNode }) {
  const { number, title, hint, children } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="flex items-baseline gap-3 font-display text-2xl">
        <span aria-hidden="true" className="text-accent tabular-nums">
          {number}
        </span>
        {title}
      </legend>
      <p className="mt-2 mb-6 max-w-prose text-muted">{hint}</p>
      {children}
    </fieldset>
  );
}

function AddressFields({ fields, countries }: PartProps) {
  const t = useT();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        meta={fields.address}
        label={t("deposit.address")}
        autoComplete="address-line1"
        className="sm:col-span-2"
      />
      <Field meta={fields.city} label={t("deposit.city")} autoComplete="address-level2" />
      <Field meta={fields.state} label={t("verification.state")} autoComplete="address-level1" />
      <CountrySelect
        meta={fields.country}
        label={t("deposit.country")}
        countries={countries}
        className="sm:col-span-2"
      />
    </div>
  );
}

function listSummaryFields(t: Translate): (FieldName | { name: FieldName; label: string })[] {
  const labelled = (name: FieldName, label: string) => ({
    name,
    label: t(`verification.${label}`),
  });
  return [
    "full_name",
    "date_of_birth",
    "nationality",
    "phone",
    labelled("document_type", "identity"),
    labelled("document_front", "document_front"),
    labelled("document_back", "document_back"),
    "address",
    "city",
    "state",
    "country",
    labelled("address_document_type", "proof"),
    labelled("address_document", "address_document"),
    "confirm",
  ];
}
