import { parseCookie } from "cookie";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { type CookieNotice, readAllowedKinds, readCookieChoice } from "#domain/cookie-choice.ts";

/**
 * The cookie notice of this request: null once a choice is made, unless `?cookies=settings`
 * requests it again. Only such a page, which is never cached, knows the choice.
 */
export function readCookieNotice(context: Context, request: Request): CookieNotice | null {
  const cookies = parseCookie(request.headers.get("cookie") ?? "");
  const isSettings = getUrl(context).searchParams.get("cookies") === "settings";
  if (!isSettings && readCookieChoice(cookies) !== null) return null;
  return { isSettings, allowed: isSettings ? readAllowedKinds(cookies) : [] };
}
