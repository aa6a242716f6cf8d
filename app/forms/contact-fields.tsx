import { useT } from "#app/i18n/i18n.tsx";
import { type CountryOption, CountrySelect } from "./country/country-select.tsx";
import { Field, type FieldMeta } from "./field.tsx";

/** Contact details other than e-mail. */
export const PHONE_AND_ADDRESS_FIELDS = [
  "phone",
  "address",
  "post_code",
  "city",
  "country",
] as const;
/** Contact details of spec §3, in the order of the form. */
export const CONTACT_FIELDS = [
  "first_name",
  "last_name",
  "email",
  ...PHONE_AND_ADDRESS_FIELDS,
] as const;

/** The fields of a person and an address, two per row if they fit. */
export function ContactFields(props: {
  fields: Record<(typeof CONTACT_FIELDS)[number], FieldMeta>;
  countries: readonly CountryOption[];
}) {
  const { fields } = props;
  const t = useT();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field meta={fields.first_name} label={t("deposit.first_name")} autoComplete="given-name" />
      <Field meta={fields.last_name} label={t("deposit.last_name")} autoComplete="family-name" />
      <Field meta={fields.email} label={t("deposit.email")} type="email" autoComplete="email" />
      <PhoneAndAddressFields {...props} />
    </div>
  );
}

/** The second part of the contact details, for a grid of two columns. */
export function PhoneAndAddressFields(props: {
  fields: Record<(typeof PHONE_AND_ADDRESS_FIELDS)[number], FieldMeta>;
  countries: readonly CountryOption[];
}) {
  const { fields, countries } = props;
  const t = useT();
  return (
    <>
      <Field meta={fields.phone} label={t("deposit.phone")} type="tel" autoComplete="tel" />
      <Field
        meta={fields.address}
        label={t("deposit.address")}
        autoComplete="address-line1"
        className="sm:col-span-2"
      />
      <Field meta={fields.post_code} label={t("deposit.post_code")} autoComplete="postal-code" />
      <Field meta={fields.city} label={t("deposit.city")} autoComplete="address-level2" />
      <CountrySelect
        meta={fields.country}
        label={t("deposit.country")}
        countries={countries}
        className="sm:col-span-2"
      />
    </>
  );
}
