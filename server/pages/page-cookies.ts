import { parseCookie } from "cookie";
import { isSessionCookie } from "#app/api-client/transport/cookie-jar.server.ts";
import { LOCALE_COOKIE } from "#app/middleware/locale.ts";
import { TOAST_COOKIE } from "#app/request/flash-toast.ts";
import { CONSENT_COOKIE, readConsent } from "#domain/consent.ts";

/** What the cookies of a request say about the page to be shown. */
export type PageCookies = {
  /** True for whoever holds a session or "remember me": a member, as far as cookies can tell. */
  hasSession: boolean;
  /** The `Cookie` header that a page for guests is rendered from. */
  guestCookies: string;
};

/**
 * Whose request it is, decided here and nowhere else (design §4); null for a visitor who brings a
 * message of their own. The header for guests is written anew from the cookies that any of them may
 * hold, so whatever else a browser sends never reaches a page that others may be shown.
 *
 * The header is read by the `cookie` package, as CookieJar and react-router's `createCookie` read
 * it. A second reader would sooner or later disagree with them about who is a guest.
 */
export function readPageCookies(cookieHeader: string | null): PageCookies | null {
  if (cookieHeader === null) return { hasSession: false, guestCookies: "" };
  // Undecoded: one broken percent sequence must not hide the name beside it.
  const cookies = parseCookie(cookieHeader, { decode: (value) => value });
  const names = Object.keys(cookies);
  if (names.includes(TOAST_COOKIE)) return null;
  const consent = readConsent(cookieHeader);
  const locale = cookies[LOCALE_COOKIE];
  const guestCookies = [
    ...(consent === null ? [] : [`${CONSENT_COOKIE}=${consent}`]),
    ...(locale === undefined ? [] : [`${LOCALE_COOKIE}=${locale}`]),
  ].join("; ");
  return { hasSession: names.some(isSessionCookie), guestCookies };
}
