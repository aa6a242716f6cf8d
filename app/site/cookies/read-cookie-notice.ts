import { parseCookie } from "cookie";
import type { RouterContextProvider } from "react-router";
import { getUrl } from "#app/middleware/session-relay.ts";
import { type CookieNotice, readAllowedKinds, readCookieChoice } from "#domain/cookie-choice.ts";

/**
 * The cookie notice of this request: null once a choice is made, unless `?cookies=settings`
 * requests it again. Only such a page, which is never cached, knows the choice.
 */
export function readCookieNotice(
  context: Readonly<RouterContextProvider>,
  request: Request,
): CookieNotice | null {
  const cookies = parseCookie(request.headers.get("cookie") ?? "");
  const isSettings = getUrl(context).searchParams.get("cookies") === "settings";
  if (!isSettings && readCookieChoice(cookies) !== null) return null;
  return { isSettings, allowed: isSettings ? readAllowedKinds(cookies) : [] };
}
