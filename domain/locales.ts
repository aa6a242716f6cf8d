/**
 * Locales (spec §1, §2, §9). The server provides the list of languages; this module has the rules
 * for them.
 */

export const DEFAULT_LOCALE = "en";

/** The shipped languages in display order. */
export const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "et", "uk", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

/** Right-to-left languages among those the product may offer. */
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

/**
 * The tag used for numbers and plurals: a plain "pt" would mean Brazil, which formats money
 * differently.
 */
export function toFormattingTag(locale: string): string {
  return locale === "pt" ? "pt-PT" : locale;
}

/** Far longer than the Accept-Language that browsers send, even with a dozen weighted languages. */
export const ACCEPT_LANGUAGE_LENGTH_MAX = 256;
/** A language and its weight, from 0 to 1 (RFC 9110, 12.4.2). */
const PREFERENCE =
  /^\s*([a-z]{2,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * The languages of an Accept-Language header, most preferred first. Omits those with q=0, which are
 * not acceptable, and anything that is not a language.
 */
export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, ACCEPT_LANGUAGE_LENGTH_MAX)
    .split(",")
    .map((item) => PREFERENCE.exec(item))
    .map((match) => ({ tag: match?.[1] ?? "", weight: Number(match?.[2] ?? 1) }))
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/**
 * True for a path segment shaped like a language tag, in any letter case: "en", "pt-br",
 * "zh-Hant-TW".
 */
export function isLocaleShaped(segment: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}|-[a-z]{4}-([a-z]{2}|\d{3}))?$/i.test(segment);
}

/**
 * True if a visitor switches languages from one of our pages, which is a choice to be remembered. A
 * link from elsewhere, or a redirect, is not.
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

/** True for screens that are never shown to guests. Takes a path with its locale. */
export function isMemberPath(pathname: string): boolean {
  return /^\/[^/]+\/(?:dashboard|staff)(?:\/|$)/.test(pathname);
}

/** True for staff screens. Takes a path with its locale. */
export function isStaffPath(pathname: string): boolean {
  return /^\/[^/]+\/staff(?:\/|$)/.test(pathname);
}

/**
 * A language code of any server, such as "pt_BR", as a locale of ours: "pt-br". Null if it is none.
 */
export function readLocale(code: string): string | null {
  const locale = code.trim().replaceAll("_", "-").toLowerCase();
  try {
    Intl.getCanonicalLocales(locale);
    return locale;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A language's name in `locale`; the code itself if it is not a language code. */
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
 * The offered locale for a language tag: the tag itself or a prefix of it, so "de-AT" matches "de".
 * Null if there is none.
 */
export function matchLocale(tag: string, offered: readonly string[]): string | null {
  const parts = tag.toLowerCase().split("-");
  const beginnings = parts.map((_, at) => parts.slice(0, parts.length - at).join("-"));
  return beginnings.find((beginning) => offered.includes(beginning)) ?? null;
}

/**
 * The locale to show: the first candidate that the server offers (`matchLocale`), else the default
 * (spec §1: an unsupported locale falls back to en).
 */
export function pickLocale(
  candidates: readonly (string | null | undefined)[],
  offered: readonly string[],
): string {
  for (const candidate of candidates) {
    const locale = candidate ? matchLocale(candidate, offered) : null;
    if (locale !== null) return locale;
  }
  return DEFAULT_LOCALE;
}
