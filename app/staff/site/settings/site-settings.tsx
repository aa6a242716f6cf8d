import type { StaffSettingsView } from "#app/api-client/staff/settings.server.ts";
import { type CountryOption, CountrySelect } from "#app/forms/country/country-select.tsx";
import { Field, FieldErrors, type FieldMeta } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { ImageField } from "#app/staff/forms/image-field.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { formatImageFormat, IMAGE_FORMATS } from "#domain/purchases.ts";
import { SettingsSection, Switch, toTicked } from "./settings-parts.tsx";

/** In the order of the page. */
const FIELDS = [
  "company_name",
  "company_reg_number",
  "company_representative",
  "company_address",
  "company_country",
  "company_vat_id",
  "is_vat_exempt",
  "support_email",
  "company_phone",
  "copyright",
  "social_links",
  "internal_currency_name",
  "internal_currency_image",
  "media",
  "formats",
  "sizes",
  "is_reg_enabled",
  "is_email_verification_enabled",
  "version",
] as const;

/** Fields whose errors have the same text, so the summary names the fields. */
const SUMMARY_LABELS: Partial<Record<(typeof FIELDS)[number], string>> = {
  formats: "staff_settings.formats",
  sizes: "staff_settings.sizes",
};

type SectionProps = { fields: Record<(typeof FIELDS)[number], FieldMeta> };

/** Company data, currency, images and switches: one form, saved together. */
export function SiteSettings(props: {
  settings: StaffSettingsView;
  countries: readonly CountryOption[];
  loaded: LoadedForm<(typeof FIELDS)[number]>;
  failed: FailedForm | undefined;
  version: string;
}) {
  const { settings, countries, loaded } = props;
  const t = useT();
  const form = useAppForm(loaded, props.failed, {
    ...settings.texts,
    formats: [...settings.formats],
    is_vat_exempt: toTicked(settings.isVatExempt),
    is_reg_enabled: toTicked(settings.isRegistrationOpen),
    is_email_verification_enabled: toTicked(settings.isVerificationOn),
  });
  const { fields } = form;
  return (
    <BoundForm
      of={form}
      summary={FIELDS.map((name) => {
        const key = SUMMARY_LABELS[name];
        return key === undefined ? name : { name, label: t(key) };
      })}
      action={`/staff/settings?form=${loaded.id}`}
      encType="multipart/form-data"
      className="space-y-6"
    >
      <input type="hidden" name="version" value={props.version} />
      <CompanySection {...{ fields, countries }} />
      <CurrencySection {...{ fields, settings }} />
      <ImagesSection fields={fields} />
      <AccountsSection fields={fields} />
      <SubmitButton>{t("staff_settings.save")}</SubmitButton>
    </BoundForm>
  );
}

function CompanySection(props: SectionProps & { countries: readonly CountryOption[] }) {
  const { fields, countries } = props;
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.company")}>
      <Field
        meta={fields.company_name}
        label={t("staff_settings.company_name")}
        hint={t("staff_settings.company_name_hint")}
      />
      <Field meta={fields.company_reg_number} label={t("staff_settings.reg_number")} />
      <Field
        meta={fields.company_representative}
        label={t("staff_settings.representative")}
        hint={t("staff_settings.representative_hint")}
        className="sm:col-span-2"
      />
      <Field
        meta={fields.company_address}
        label={t("staff_settings.address")}
        hint={t("staff_settings.address_hint")}
        className="sm:col-span-2"
      />
      <CountrySelect
        meta={fields.company_country}
        label={t("deposit.country")}
        countries={countries}
        autoComplete="off"
      />
      <Field
        meta={fields.company_vat_id}
        label={t("staff_settings.vat_id")}
        hint={t("staff_settings.vat_id_hint")}
      />
      <Switch
        meta={fields.is_vat_exempt}
        label={t("staff_settings.vat_exempt")}
        hint={t("staff_settings.vat_exempt_hint")}
      />
      <Field
        meta={fields.support_email}
        label={t("staff_settings.support_email")}
        hint={t("staff_settings.support_email_hint")}
        type="email"
      />
      <Field meta={fields.company_phone} label={t("deposit.phone")} type="tel" />
      <Field
        meta={fields.copyright}
        label={t("staff_settings.copyright")}
        hint={t("staff_settings.copyright_hint")}
        className="sm:col-span-2"
      />
      <TextArea
        meta={fields.social_links}
        label={t("staff_settings.social_links")}
        hint={t("staff_settings.social_links_hint")}
        rows={4}
        className="sm:col-span-2"
      />
    </SettingsSection>
  );
}

function CurrencySection(props: SectionProps & { settings: StaffSettingsView }) {
  const { fields, settings } = props;
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.currency")}>
      <Field
        meta={fields.internal_currency_name}
        label={t("staff_settings.currency_name")}
        hint={t("staff_settings.currency_name_hint")}
      />
      <ImageField
        meta={fields.media}
        label={t("staff_settings.currency_picture")}
        hint={t("staff_settings.currency_picture_hint")}
        image={
          settings.texts.internal_currency_image ? (
            <CurrencyImage name={settings.texts.internal_currency_name} />
          ) : null
        }
      />
      <Field
        meta={fields.internal_currency_image}
        label={t("staff_settings.currency_image")}
        hint={t("staff_settings.currency_image_hint")}
        className="sm:col-span-2"
      />
    </SettingsSection>
  );
}

/** As the shop shows it: the URL may be another server's. */
function CurrencyImage({ name }: { name: string | undefined }) {
  const { currencyImage } = useLayoutData().settings;
  if (!currencyImage) return null;
  return <img src={currencyImage} alt={name ?? ""} className="mb-3 h-10 w-auto" />;
}

function ImagesSection({ fields }: SectionProps) {
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.images")}>
      <Formats meta={fields.formats} />
      <Field
        meta={fields.sizes}
        label={t("staff_settings.sizes")}
        hint={t("staff_settings.sizes_hint")}
        className="sm:col-span-2"
      />
    </SettingsSection>
  );
}

function Formats({ meta }: { meta: FieldMeta }) {
  const t = useT();
  const ticked: readonly unknown[] = [meta.initialValue].flat();
  const hasErrors = meta.errors !== undefined && meta.errors.length > 0;
  return (
    <fieldset
      className="sm:col-span-2"
      aria-describedby={hasErrors ? `${meta.errorId} ${meta.descriptionId}` : meta.descriptionId}
    >
      <legend className="mb-1.5 font-medium">{t("staff_settings.formats")}</legend>
      <div className="flex flex-wrap gap-x-6">
        {IMAGE_FORMATS.map((format, index) => (
          <label key={format} className="flex min-h-11 items-center gap-3">
            <input
              id={index === 0 ? meta.id : undefined}
              type="checkbox"
              name={meta.name}
              value={format}
              defaultChecked={ticked.includes(format)}
              aria-invalid={hasErrors || undefined}
              className="size-5 flex-none accent-accent"
            />
            {formatImageFormat(format)}
          </label>
        ))}
      </div>
      <p id={meta.descriptionId} className="mt-1.5 text-sm text-muted">
        {t("staff_settings.formats_hint")}
      </p>
      <FieldErrors meta={meta} />
    </fieldset>
  );
}

function AccountsSection({ fields }: SectionProps) {
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.accounts")}>
      <Switch
        meta={fields.is_reg_enabled}
        label={t("staff_settings.registration")}
        hint={t("staff_settings.registration_hint")}
      />
      <Switch
        meta={fields.is_email_verification_enabled}
        label={t("staff_settings.verification")}
        hint={t("staff_settings.verification_hint")}
      />
    </SettingsSection>
  );
}
