import type { API, Types } from "@opensearch-project/opensearch";
import { LOCALES } from "#domain/locales.ts";

type Property = Types.Common_Mapping.Property;

/**
 * What the engine makes of the endings of words, by language: of these every server has a stemmer.
 * Polish, Ukrainian and Estonian need a plug-in or a newer server, and are found by beginnings alone.
 */
const STEMMERS: Record<string, string> = {
  en: "minimal_english",
  de: "light_german",
  fr: "light_french",
  es: "light_spanish",
  it: "light_italian",
  pt: "light_portuguese",
  nl: "dutch",
  ar: "arabic",
};

/** Whether words of this language are also found by their stems, in `words.LOCALE.stem`. */
export const hasStemmer = (locale: string): boolean => locale in STEMMERS;

/**
 * The words arrive plain already (domain/plain-words.ts), so that both adapters have the same ones:
 * the engine only splits them at the blanks.
 */
const plainText: Property = {
  type: "text",
  analyzer: "plain",
  norms: false,
  index_options: "docs",
  // A few letters begin words by the thousand: such beginnings are terms of their own.
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
    // A field that is not listed here is rejected: what is not meant for searches stays out.
    dynamic: "strict",
    properties: {
      id: { type: "long" },
      is_listed: { type: "boolean" },
      category: { type: "keyword" },
      styles: { type: "keyword" },
      price_cents: { type: "long" },
      sales_count: { type: "long" },
      published_us: { type: "long" },
      /** All that a product is found by. */
      words: byLocale((locale) => ({ ...plainText, ...stems(locale) })),
      /** How early a title has a word: in it, among its first three, as its first. */
      title: byLocale(() => ({
        ...plainText,
        fields: {
          // For slips in a word that is still being typed.
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
  const entries = Object.entries(STEMMERS).map(([locale, language]) => toEntry(language, locale));
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
