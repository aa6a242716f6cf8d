import { useLocation } from "react-router";
import { toRepeatable } from "#app/i18n/paths.ts";

/** The current page with the cookie notice open, as a query. */
export const toCookieSettings = (query: string): string => {
  const { search } = toRepeatable({ pathname: "", search: query });
  return `${search ? `${search}&` : "?"}cookies=settings`;
};

/**
 * Opens the cookie notice again on the current page; a document request, because the page must be
 * for this visitor only.
 */
export function CookieSettingsLink(props: { className: string; children: React.ReactNode }) {
  const { search } = useLocation();
  return (
    <a href={toCookieSettings(search)} rel="nofollow" className={props.className}>
      {props.children}
    </a>
  );
}
