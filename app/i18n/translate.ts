import { interpolate } from "#domain/interpolate.ts";
import { toFormattingTag } from "#domain/locales.ts";

export type Words = Record<string, string>;
export type TranslateValues = Readonly<Record<string, string | number>>;
export type Translate = (key: string, values?: TranslateValues) => string;

const rulesByLocale = new Map<string, Intl.PluralRules>();

function pluralRules(locale: string): Intl.PluralRules {
  let rules = rulesByLocale.get(locale);
  if (!rules) {
    rules = new Intl.PluralRules(toFormattingTag(locale));
    rulesByLocale.set(locale, rules);
  }
  return rules;
}

/**
 * The value that selects a plural form: `count`, or `seconds` if those are counted. The values of
 * an error become strings in a form's reply.
 */
export function countOf({ count, seconds }: TranslateValues): number | undefined {
  const counted = count ?? seconds;
  return counted === undefined ? undefined : Number(counted);
}

/**
 * Translates from a flat map, with i18next's conventions: `{{name}}` and `key_one`/`key_other`
 * (`countOf`). Components use this on both sides, which keeps i18next (14 KB) off the client; an
 * unknown key returns itself, so that typos are noticed.
 */
export function createTranslate(locale: string, words: Words): Translate {
  return (key, values = {}) => {
    const count = countOf(values);
    const plural =
      count === undefined ? undefined : words[`${key}_${pluralRules(locale).select(count)}`];
    const text = plural ?? words[key] ?? words[`${key}_other`] ?? key;
    return interpolate(text, values);
  };
}

/**
 * False for a key without a text: another server may send states and codes that this shop does not
 * know.
 */
export function hasText(t: Translate, key: string): boolean {
  return t(key) !== key;
}

/** Texts joined with the language's comma. */
export function joinList(locale: string, texts: readonly string[]): string {
  return texts.join(locale === "ar" ? "، " : ", ");
}
