/** Locales (spec §1, §2, §9). The list of languages is the server's; these are the rules about it. */

export const DEFAULT_LOCALE = "en";

/** The languages that the product brings, in the order in which they are offered. */
export const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "et", "uk", "ar"] as const;

/** Languages written right to left, of those the product may offer. */
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

/** The tag whose numbers and plurals we print: a plain "pt" is Brazil's, with other money. */
export function toFormattingTag(locale: string): string {
  return locale === "pt" ? "pt-PT" : locale;
}

/** Much more of an Accept-Language than browsers send: a dozen languages with their weights. */
export const ACCEPT_LANGUAGE_LENGTH_MAX = 256;

/** True for a path segment shaped like a lower-case language tag: "en", "pt-br". */
export function isLocaleShaped(segment: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(segment);
}

/**
 * True when somebody on one of our pages asks for a page in another language: a choice, to be
 * remembered. A link from elsewhere, or a redirect, is none.
 */
export function isLanguageChoice(
  referer: string | null,
  url: Pick<URL, "host" | "pathname">,
): boolean {
  if (!referer || !URL.canParse(referer)) return false;
  const from = new URL(referer);
  const [before, after] = [from, url].map(({ pathname }) => pathname.split("/")[1] ?? "");
  return from.host === url.host && before !== after && isLocaleShaped(before ?? "");
}

/** The writing direction for `<html dir>`. */
export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.split("-")[0] ?? "") ? "rtl" : "ltr";
}

/**
 * The locale to show: the first candidate that the server offers (also by its base language, so
 * "de-AT" finds "de"), else the default (spec §1: an unsupported locale falls back to en).
 */
export function pickLocale(
  candidates: readonly (string | null | undefined)[],
  offered: readonly string[],
): string {
  for (const candidate of candidates) {
    const tag = candidate?.toLowerCase();
    if (!tag) continue;
    if (offered.includes(tag)) return tag;
    const base = tag.split("-")[0] ?? "";
    if (offered.includes(base)) return base;
  }
  return DEFAULT_LOCALE;
}
