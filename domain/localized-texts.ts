import { DEFAULT_LOCALE } from "./locales.ts";

/** A text by language. */
export type Texts = Record<string, string>;

/**
 * A text in this language, else in English (spec §9), else in any language available: a product in
 * one language is shown in all. Empty if there is none.
 */
export function localize(texts: Texts, locale: string): string {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? Object.values(texts)[0] ?? "";
}

/**
 * The language of what `localize` returns, if it is another one; undefined if there is no text at
 * all.
 */
export function fallbackLocale(
  texts: Readonly<Record<string, unknown>>,
  locale: string,
): string | undefined {
  if (texts[locale] !== undefined) return undefined;
  return texts[DEFAULT_LOCALE] === undefined ? Object.keys(texts)[0] : DEFAULT_LOCALE;
}
