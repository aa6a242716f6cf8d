import { useState } from "react";
import { NewPasswordFields } from "#app/account/account-form.tsx";
import { PHONE_AND_ADDRESS_FIELDS, PhoneAndAddressFields } from "#app/forms/contact-fields.tsx";
import type { CountryOption } from "#app/forms/country/country-select.tsx";
import { Field, initialText, PasswordField } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { normalizeEmail } from "#domain/accounts.ts";
import { SaveButton, Section, useResetOnceExecuted } from "./profile-section.tsx";

type ProfileFields =
  | "name"
  | "surname"
  | "email"
  | (typeof PHONE_AND_ADDRESS_FIELDS)[number]
  | "current_password"
  | "shown";
type PasswordFields = "current_password" | "password" | "password_confirmation";

type Person = Record<Exclude<ProfileFields, "current_password" | "shown">, string>;

/** Name, e-mail address and contact details; a new e-mail address also requires the password. */
export function ProfileForm(props: {
  person: Person;
  countries: readonly CountryOption[];
  loaded: LoadedForm<ProfileFields>;
  failed: FailedForm | undefined;
}) {
  const { person } = props;
  const t = useT();
  const form = useAppForm(props.loaded, props.failed, { ...person, shown: JSON.stringify(person) });
  const { fields } = form;
  useResetOnceExecuted(props.loaded, props.failed);
  const [typedEmail, setTypedEmail] = useState(String(fields.email.initialValue ?? person.email));
  const isNewEmail = normalizeEmail(typedEmail) !== person.email;
  const isAsked = isNewEmail || fields.current_password.errors !== undefined;
  return (
    <Section id="profile" title={t("profile.person")} lead={t("profile.person_lead")}>
      <BoundForm
        of={form}
        summary={["name", "surname", "email", "current_password", ...PHONE_AND_ADDRESS_FIELDS]}
        action="/dashboard/profile"
        preventScrollReset
        className="space-y-7"
      >
        {/* A field like the others, because it must be as old as the values that they show. */}
        <input type="hidden" name="shown" defaultValue={initialText(fields.shown)} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field meta={fields.name} label={t("deposit.first_name")} autoComplete="given-name" />
          <Field meta={fields.surname} label={t("deposit.last_name")} autoComplete="family-name" />
          <Field
            meta={fields.email}
            label={t("login.email")}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            onInput={(event) => setTypedEmail(event.currentTarget.value)}
          />
          {/* Without scripts the field cannot react to a changed address, so it is always shown. */}
          <div className={isAsked ? "" : "hidden noscript:block"}>
            <PasswordField
              meta={fields.current_password}
              label={t("profile.current_password")}
              hint={t("profile.current_password_hint")}
              autoComplete="current-password"
            />
          </div>
          <PhoneAndAddressFields fields={fields} countries={props.countries} />
        </div>
        <SaveButton intent="profile">{t("profile.save")}</SaveButton>
      </BoundForm>
    </Section>
  );
}

export function PasswordForm(props: {
  email: string;
  loaded: LoadedForm<PasswordFields>;
  failed: FailedForm | undefined;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  const { fields } = form;
  useResetOnceExecuted(props.loaded, props.failed);
  return (
    <Section id="password" title={t("profile.password")} lead={t("profile.password_lead")}>
      <BoundForm
        of={form}
        summary={["current_password", "password", "password_confirmation"]}
        action="/dashboard/profile"
        preventScrollReset
        className="space-y-7"
      >
        {/* Shows password managers which account the password belongs to; not submitted. */}
        <input type="email" autoComplete="username" value={props.email} readOnly hidden />
        <div className="max-w-md space-y-5">
          <PasswordField
            meta={fields.current_password}
            label={t("profile.current_password")}
            autoComplete="current-password"
          />
          <NewPasswordFields
            fields={fields}
            label={t("profile.new_password")}
            confirmationLabel={t("profile.password_confirmation")}
          />
        </div>
        <SaveButton intent="password">{t("profile.save_password")}</SaveButton>
      </BoundForm>
    </Section>
  );
}

/** Downloads all data stored about the member as one file; works without JavaScript. */
export function OwnDataSection() {
  const t = useT();
  const locale = useLocale();
  return (
    <Section id="data" title={t("profile.data")} lead={t("profile.data_lead")}>
      <p className="text-muted">{t("profile.data_what")}</p>
      <a
        href={localePath(locale, "/dashboard/profile/data")}
        className="link mt-3 inline-flex min-h-11 items-center"
      >
        {t("profile.data_download")}
      </a>
    </Section>
  );
}

/** The last section links to the confirmation page, and does nothing itself. */
export function DeletionSection() {
  const t = useT();
  return (
    <Section id="delete" title={t("profile.delete")} lead={t("profile.delete_lead")}>
      <ButtonLink
        id="delete-link"
        to="/dashboard/profile?delete=1"
        kind="secondary"
        size="large"
        preventScrollReset
        className="w-full sm:w-auto"
      >
        {t("profile.delete_open")}
      </ButtonLink>
    </Section>
  );
}
