import { type RouterContextProvider, redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";

/**
 * 301 to the present address, in the current locale, of what was renamed; search engines follow.
 * Browsers ask again each time: what is renamed back would otherwise redirect in a circle.
 */
export function toMoved(context: Readonly<RouterContextProvider>, path: string): Response {
  const headers = { "cache-control": "no-cache" };
  return redirect(localePath(getLocale(context), path), { status: 301, headers });
}
