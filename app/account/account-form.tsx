import { type ReactNode, useState } from "react";
import { Field, type FieldMeta, PasswordField } from "#app/forms/field.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PASSWORD_LENGTH_MIN } from "#domain/accounts.ts";

/** A screen with one narrow form: title, introduction, and the form in `children`. */
export function FormScreen(props: {
  title: string;
  lead: string | undefined;
  hasErrors: boolean;
  children: ReactNode;
}) {
  const { title, lead, hasErrors, children } = props;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={hasErrors} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {lead === undefined ? null : <p className="mt-4 text-muted">{lead}</p>}
      <div className="mt-8">{children}</div>
    </div>
  );
}

/** The e-mail address by which a user signs in. */
export function UsernameField({ meta }: { meta: FieldMeta }) {
  const t = useT();
  return (
    <Field
      meta={meta}
      label={t("login.email")}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** A new password, typed twice; the first field's toggle shows both. */
export function NewPasswordFields(props: {
  fields: Record<"password" | "password_confirmation", FieldMeta>;
  label: string;
  confirmationLabel: string;
}) {
  const { fields, label, confirmationLabel } = props;
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <PasswordField
        meta={fields.password}
        label={label}
        hint={t("register.password_hint", { min: PASSWORD_LENGTH_MIN })}
        autoComplete="new-password"
        repeated={{ id: fields.password_confirmation.id, onToggle: setIsShown }}
      />
      <PasswordField
        meta={fields.password_confirmation}
        label={confirmationLabel}
        autoComplete="new-password"
        isShown={isShown}
      />
    </>
  );
}
