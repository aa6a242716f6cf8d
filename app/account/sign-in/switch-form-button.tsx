import type { ReactNode } from "react";
import { useLocale } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { SWITCH_FIELD } from "./carried-email.ts";

/**
 * Switches between signing in and registering: a button of the form, so that the typed e-mail
 * address and the requested page are kept.
 */
export function SwitchFormButton(props: {
  to: "/login" | "/register";
  form: string;
  redirectPath: string | null;
  children: ReactNode;
}) {
  const { to, form, redirectPath, children } = props;
  const locale = useLocale();
  const query = redirectPath === null ? "" : `?redirect=${encodeURIComponent(redirectPath)}`;
  return (
    <button
      type="submit"
      form={form}
      formAction={localePath(locale, to) + query}
      formNoValidate
      name={SWITCH_FIELD}
      value="1"
      className="link min-h-6 cursor-pointer"
    >
      {children}
    </button>
  );
}
