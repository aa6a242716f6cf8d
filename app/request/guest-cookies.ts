import { parseCookie } from "cookie";
import { isSessionCookie } from "#app/api-client/transport/cookie-jar.server.ts";
import { LOCALE_COOKIE } from "#app/middleware/locale.ts";
import { CONSENT_COOKIE, readConsent } from "#domain/consent.ts";
import { TOAST_COOKIE } from "./flash-toast.ts";

/**
 * Whose request it is, decided here and nowhere else (design §4): null for a visitor who holds a
 * session, "remember me" or a message of their own. For a guest it returns the `Cookie` header
 * that their page is rendered from. It is written anew from the cookies that any guest may hold,
 * so whatever else a browser sends never reaches a page that others may be shown.
 *
 * The header is read by the `cookie` package, as CookieJar and react-router's `createCookie` read
 * it. A second reader would sooner or later disagree with them about who is a guest.
 */
export function toGuestCookies(cookieHeader: string | null): string | null {
  if (cookieHeader === null) return "";
  // Undecoded: one broken percent sequence must not hide the name beside it.
  const cookies = parseCookie(cookieHeader, { decode: (value) => value });
  for (const name of Object.keys(cookies)) {
    if (name === TOAST_COOKIE || isSessionCookie(name)) return null;
  }
  const consent = readConsent(cookieHeader);
  const locale = cookies[LOCALE_COOKIE];
  return [
    ...(consent === null ? [] : [`${CONSENT_COOKIE}=${consent}`]),
    ...(locale === undefined ? [] : [`${LOCALE_COOKIE}=${locale}`]),
  ].join("; ");
}
