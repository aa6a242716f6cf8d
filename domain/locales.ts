/**
 * Locales (spec §1, §2, §9). The server provides the list of languages; this module has the rules.
 */

export const DEFAULT_LOCALE = "en";

/** The shipped languages in display order. */
export const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "et", "uk", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

/** Right-to-left languages among those the product may offer. */
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

/**
 * The tag used for numbers and plurals: a plain "pt" would be Brazil's, which formats money
 * differently.
 */
export function toFormattingTag(locale: string): string {
  return locale === "pt" ? "pt-PT" : locale;
}

/** Far more of an Accept-Language than browsers send: a dozen languages with weights. */
export const ACCEPT_LANGUAGE_LENGTH_MAX = 256;

/** True for a path segment shaped like a lower-case language tag: "en", "pt-br". */
export function isLocaleShaped(segment: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(segment);
}

/**
 * True when a visitor switches languages from one of our pages: a choice to be remembered. A link
 * from elsewhere, or a redirect, is not.
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

/** Takes a path with its locale; true for screens that no guest is ever shown. */
export function isMemberPath(pathname: string): boolean {
  return /^\/[^/]+\/(?:dashboard|staff)(?:\/|$)/.test(pathname);
}

/** Takes a path with its locale; true for the screens of the staff. */
export function isStaffPath(pathname: string): boolean {
  return /^\/[^/]+\/staff(?:\/|$)/.test(pathname);
}

/** A language's name in `locale`; the code itself when it is not the code of a language. */
export function nameOfLanguage(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([toFormattingTag(locale)], { type: "language" }).of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}

/** The writing direction for `<html dir>`. */
export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.split("-")[0] ?? "") ? "rtl" : "ltr";
}

/**
 * The locale to show: the first candidate that the server offers (also by base language, so "de-AT"
 * matches "de"), else the default (spec §1: an unsupported locale falls back to en).
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
