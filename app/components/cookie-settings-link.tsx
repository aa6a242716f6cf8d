import { useLocation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";

/** Opens the cookie notice again on this very page; by a plain request, for the page must be ours. */
export function CookieSettingsLink({ className }: { className: string }) {
  const t = useT();
  const { search } = useLocation();
  return (
    <a href={`${search ? `${search}&` : "?"}cookies=settings`} rel="nofollow" className={className}>
      {t("cookies.settings")}
    </a>
  );
}
