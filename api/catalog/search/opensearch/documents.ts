import { LOCALES } from "#domain/locales.ts";
import type { Texts } from "#domain/localized-texts.ts";
import { toPlainWords } from "#domain/plain-words.ts";
import { DESCRIPTION_WORDS_MAX } from "../search-text.ts";

/**
 * The searchable fields of a product. Never the prompt, which searches could reveal word by word.
 */
export type IndexedProduct = {
  id: number;
  category: string;
  styles: string[];
  priceCents: number;
  salesCount: number;
  /** Microseconds since 1970, the precision by which the database sorts. */
  publishedUs: number;
  titles: Texts;
  descriptions: Texts;
  motifs: Record<string, string[]>;
  /** Names of its category and its styles. */
  names: Texts[];
};

/** A product as stored in the engine; of an unpublished one only the id. */
export type SearchDocument =
  | { id: number; is_listed: false }
  | {
      id: number;
      is_listed: true;
      category: string;
      styles: string[];
      price_cents: number;
      sales_count: number;
      published_us: number;
      words: Texts;
      title: Texts;
      opening: Texts;
      first: Texts;
    };

/** Letters of a word that are compared; the engine splits words longer than 255 units. */
const WORD_LENGTH_MAX = 120;
const TITLE_WORDS_MAX = 60;
/** The first words of a title weigh more. */
const OPENING_WORDS = 3;

/**
 * Returns the tombstone of an unpublished product, so that a delayed change cannot bring it back.
 */
export function toTombstone(id: number): SearchDocument {
  return { id, is_listed: false };
}

/** Returns the words of a product, by language and by weight. */
export function toDocument(product: IndexedProduct): SearchDocument {
  const { id, category, styles, titles, descriptions, motifs, names } = product;
  const titleWords = byLocale((locale) => toWords(titles[locale]).slice(0, TITLE_WORDS_MAX));
  const words = byLocale((locale) => [
    ...toWords(titles[locale]),
    ...(motifs[locale] ?? []).flatMap(toWords),
    ...names.flatMap((texts) => toWords(texts[locale])),
    ...toWords(descriptions[locale]).slice(0, DESCRIPTION_WORDS_MAX),
  ]);
  return {
    id,
    is_listed: true,
    category,
    styles,
    price_cents: product.priceCents,
    sales_count: product.salesCount,
    published_us: product.publishedUs,
    words: join(words),
    title: join(titleWords),
    opening: join(titleWords, OPENING_WORDS),
    first: join(titleWords, 1),
  };
}

/** Returns the plain words of a text, as used both for indexing and for searching. */
export function toWords(text: string | undefined): string[] {
  const words = toPlainWords(text ?? "");
  // Sliced by code points, because half a surrogate pair is not valid text.
  return words.map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(""));
}

function byLocale(toList: (locale: string) => string[]): Record<string, string[]> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, toList(locale)]));
}

/** Joins the words of each language by spaces, each word once; omits empty languages. */
function join(lists: Record<string, string[]>, wordsMax?: number): Texts {
  const entries = Object.entries(lists).map(([locale, words]): [string, string] => [
    locale,
    [...new Set(words.slice(0, wordsMax))].join(" "),
  ]);
  return Object.fromEntries(entries.filter(([, text]) => text !== ""));
}
