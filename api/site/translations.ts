import { interpolate } from "#domain/interpolate.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Words } from "../contract/site.ts";

const files = import.meta.glob<Words>("../../locales/*.json", { eager: true, import: "default" });

/** All texts of the product, by locale. */
const WORDS_BY_LOCALE: ReadonlyMap<string, Words> = new Map(
  Object.entries(files).map(([path, words]) => [path.replace(/^.*\/|\.json$/g, ""), words]),
);

const NOT_ON_SCREENS = /^(?:mail|document)\./;

/**
 * The texts of screens, without those of mails and documents, which would make every page larger.
 */
export const SCREEN_WORDS_BY_LOCALE = pickWords((key) => !NOT_ON_SCREENS.test(key));

/**
 * Texts that the shop's staff may not customize: documents, whose terms are defined by law, and the
 * sentences people agree to. The records say that somebody agreed, when, and in which language (for
 * the consent also the version of the text, `consents.ts`), so the screen must show the text that
 * this evidence stands for.
 */
const AS_SHIPPED =
  /^(?:document\.|(?:checkout\.consent|order\.consent_held|offer\.terms|register\.terms)$)/;

/** The texts that the shop's staff may customize. */
export const WORDED_BY_LOCALE = pickWords((key) => !AS_SHIPPED.test(key));

/** The texts of screens that the shop's staff may customize. */
export const WORDED_SCREENS_BY_LOCALE = pickWords(
  (key) => !NOT_ON_SCREENS.test(key) && !AS_SHIPPED.test(key),
);

export type WordsByLocale = Pick<ReadonlyMap<string, Words>, "get">;

/** Picks texts per language on first use: a process rarely serves all languages. */
function pickWords(isPicked: (key: string) => boolean): WordsByLocale {
  const picked = new Map<string, Words>();
  return {
    get(locale) {
      const all = WORDS_BY_LOCALE.get(locale);
      if (!all || picked.has(locale)) return picked.get(locale);
      const words = Object.fromEntries(Object.entries(all).filter(([key]) => isPicked(key)));
      picked.set(locale, words);
      return words;
    },
  };
}

/** Looks up the text of a key and fills its placeholders. */
export type Text = ReturnType<typeof createText>;

/**
 * Texts for output of the API itself (mails, documents), in the reader's locale or English; `own`
 * is the shop's custom wording.
 */
export function createText(locale: string, own: Words = {}) {
  const english = WORDS_BY_LOCALE.get(DEFAULT_LOCALE);
  const words = WORDS_BY_LOCALE.get(locale) ?? english;
  return (key: string, values: Record<string, string> = {}): string =>
    interpolate(own[key] ?? words?.[key] ?? english?.[key] ?? key, values);
}
