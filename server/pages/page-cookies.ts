import { parseCookie } from "cookie";
import { isSessionCookie } from "#app/api-client/transport/cookie-jar.server.ts";
import { LOCALE_COOKIE } from "#app/middleware/locale.ts";
import { TOAST_COOKIE } from "#app/request/flash-toast.ts";
import { CONSENT_COOKIE, type CookieChoice, readCookieChoice } from "#domain/cookie-choice.ts";

/** Properties of the requested page that depend on cookies. */
export type PageCookies = {
  /** True with a session or "remember me" cookie: presumably a member. */
  hasSession: boolean;
  /** The choice of the cookie notice; null while it is shown. */
  consent: CookieChoice | null;
  /** The `Cookie` header from which a guest's page is rendered. */
  guestCookies: string;
};

/**
 * Determines the kind of visitor, in this one place (design §4); null for a visitor with a flash
 * message. The guests' header is rebuilt from the cookies that any guest may have, so nothing else
 * a browser sends can get into a page shown to others.
 *
 * The header is parsed with the `cookie` package, as in CookieJar and react-router's
 * `createCookie`. A different parser would sooner or later disagree with them about who is a guest.
 */
export function readPageCookies(cookieHeader: string | null): PageCookies | null {
  if (cookieHeader === null) return { hasSession: false, consent: null, guestCookies: "" };
  // Undecoded: one broken percent sequence must not hide the cookie next to it.
  const cookies = parseCookie(cookieHeader, { decode: (value) => value });
  const names = Object.keys(cookies);
  if (names.includes(TOAST_COOKIE)) return null;
  const consent = names.includes(CONSENT_COOKIE)
    ? readCookieChoice(parseCookie(cookieHeader))
    : null;
  const locale = cookies[LOCALE_COOKIE];
  const guestCookies = [
    ...(consent === null ? [] : [`${CONSENT_COOKIE}=${consent}`]),
    ...(locale === undefined ? [] : [`${LOCALE_COOKIE}=${locale}`]),
  ].join("; ");
  return { hasSession: names.some(isSessionCookie), consent, guestCookies };
}
