import type { API, Types } from "@opensearch-project/opensearch";
import { LOCALES, type Locale } from "#domain/locales.ts";

type Property = Types.Common_Mapping.Property;

/**
 * The engine's stemmer for each language; only those that every server includes. Polish, Ukrainian
 * and Estonian would need a plug-in or a newer server, so their words match by prefix only.
 */
const STEMMERS: Record<Locale, string | null> = {
  en: "minimal_english",
  de: "light_german",
  fr: "light_french",
  es: "light_spanish",
  it: "light_italian",
  pt: "light_portuguese",
  nl: "dutch",
  ar: "arabic",
  pl: null,
  et: null,
  uk: null,
};

/** Returns whether words of this language also match by stem, in `words.LOCALE.stem`. */
export const hasStemmer = (locale: string): boolean =>
  Object.entries(STEMMERS).some(([code, language]) => code === locale && language !== null);

/**
 * Words arrive normalized (domain/plain-words.ts), so that both adapters index the same ones; the
 * engine only splits at spaces.
 */
const plainText: Property = {
  type: "text",
  analyzer: "plain",
  norms: false,
  index_options: "docs",
  // Thousands of words share a prefix of one or two letters, so such prefixes are indexed as terms.
  index_prefixes: { min_chars: 1, max_chars: 3 },
};

/** Settings and mapping of an index of products (docs/decisions/0032). Never the prompt. */
export const INDEX_DEFINITION: API.Indices_Create_RequestBody = {
  settings: {
    analysis: {
      analyzer: {
        plain: { type: "custom", tokenizer: "whitespace" },
        beginnings: { type: "custom", tokenizer: "whitespace", filter: ["beginnings"] },
        ...byLanguage((_, locale) => [
          `stem_${locale}`,
          { type: "custom", tokenizer: "whitespace", filter: [`stem_${locale}`] },
        ]),
      },
      filter: {
        beginnings: { type: "edge_ngram", min_gram: 4, max_gram: 12 },
        ...byLanguage((language, locale) => [`stem_${locale}`, { type: "stemmer", language }]),
      },
    },
  },
  mappings: {
    // Unlisted fields are rejected, so that nothing is indexed by accident.
    dynamic: "strict",
    properties: {
      id: { type: "long" },
      is_listed: { type: "boolean" },
      category: { type: "keyword" },
      styles: { type: "keyword" },
      price_cents: { type: "long" },
      sales_count: { type: "long" },
      published_us: { type: "long" },
      /** All words that a product can be found by. */
      words: byLocale((locale) => ({ ...plainText, ...stems(locale) })),
      /** How early a word appears in a title: anywhere, among its first three words, or first. */
      title: byLocale(() => ({
        ...plainText,
        fields: {
          // For typos in a word that is still being typed.
          beginnings: {
            type: "text",
            analyzer: "beginnings",
            search_analyzer: "plain",
            norms: false,
            index_options: "docs",
          },
        },
      })),
      opening: byLocale(() => plainText),
      first: byLocale(() => plainText),
    },
  },
};

function byLanguage<Value>(
  toEntry: (language: string, locale: string) => [string, Value],
): Record<string, Value> {
  const entries = Object.entries(STEMMERS).flatMap(([locale, language]) =>
    language === null ? [] : [toEntry(language, locale)],
  );
  return Object.fromEntries(entries);
}

function byLocale(toProperty: (locale: string) => Property): Property {
  return {
    type: "object",
    properties: Object.fromEntries(LOCALES.map((locale) => [locale, toProperty(locale)])),
  };
}

function stems(locale: string): { fields?: Record<string, Property> } {
  if (!hasStemmer(locale)) return {};
  const analyzer = `stem_${locale}`;
  return { fields: { stem: { type: "text", analyzer, norms: false, index_options: "docs" } } };
}
