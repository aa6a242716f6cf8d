import { useLocation } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";

/** Opens the sign-in in a new window, because this one keeps the typed values. */
export function SignInInNewWindow({
  className = "link mb-8 inline-flex min-h-11 items-center",
}: {
  className?: string;
}) {
  const t = useT();
  const locale = useLocale();
  const { pathname } = useLocation();
  const query = new URLSearchParams({ redirect: pathname });
  return (
    <a
      href={`${localePath(locale, "/login")}?${query}`}
      target="_blank"
      rel="noopener"
      className={className}
    >
      {t("session_over.sign_in")}
    </a>
  );
}
