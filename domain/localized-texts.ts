import { DEFAULT_LOCALE } from "./locales.ts";

/** A text by language. */
export type Texts = Record<string, string>;

/**
 * A text in this language, or else in English (spec §9), or in any language that there is: a product of
 * one language is shown in all. Empty when there is none.
 */
export function localize(texts: Texts, locale: string): string {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? Object.values(texts)[0] ?? "";
}
