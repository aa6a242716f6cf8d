import { type RouterContextProvider, redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";

/** 301 to the present address, in the current locale, of what was renamed; search engines follow. */
export function toMoved(context: Readonly<RouterContextProvider>, path: string): Response {
  return redirect(localePath(getLocale(context), path), 301);
}
