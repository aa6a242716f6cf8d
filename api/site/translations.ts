import { interpolate } from "#domain/interpolate.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Words } from "../contract/site.ts";

const files = import.meta.glob<Words>("../../locales/*.json", { eager: true, import: "default" });

/** Every text of the product by locale. */
const WORDS_BY_LOCALE: ReadonlyMap<string, Words> = new Map(
  Object.entries(files).map(([path, words]) => [path.replace(/^.*\/|\.json$/g, ""), words]),
);

const NOT_ON_SCREENS = /^(?:mail|document)\./;

/** The texts of screens; those of mails and documents would only make every page longer. */
export const SCREEN_WORDS_BY_LOCALE: ReadonlyMap<string, Words> = new Map(
  [...WORDS_BY_LOCALE].map(([locale, words]) => [
    locale,
    Object.fromEntries(Object.entries(words).filter(([key]) => !NOT_ON_SCREENS.test(key))),
  ]),
);

/** Texts for what the API itself writes (mails, documents), in the reader's locale, else in English. */
export function createText(locale: string) {
  const english = WORDS_BY_LOCALE.get(DEFAULT_LOCALE);
  const words = WORDS_BY_LOCALE.get(locale) ?? english;
  return (key: string, values: Record<string, string> = {}): string =>
    interpolate(words?.[key] ?? english?.[key] ?? key, values);
}
