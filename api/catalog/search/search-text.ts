import { SEARCH_LENGTH_MAX } from "#domain/catalog.ts";
import { LOCALES } from "#domain/locales.ts";
import type { Texts } from "#domain/localized-texts.ts";
import { toPlainWords } from "#domain/plain-words.ts";

/** More words than this do not narrow a search further, only slow it down. */
export const SEARCH_WORDS_MAX = 8;
/** Words indexed of each language of a description; its first sentences name what the image shows. */
export const DESCRIPTION_WORDS_MAX = 60;
/** From this length on a word is also found inside others: German writes compounds as one word. */
export const INNER_WORD_LENGTH_MIN = 5;
/** Characters of a word that are compared. */
const WORD_LENGTH_MAX = 200;

type Lists = Record<string, string[]>;

/** The fields that products are found by; never the prompt: searches could reveal it word by word. */
export type FoundBy = {
  titles: Texts;
  descriptions: Texts;
  motifs: Lists;
  /** Names of its category and its styles. */
  names: Texts[];
  categoryId: number;
  styleIds: number[];
};

/**
 * All words of a product without case, accents and punctuation, each prefixed by its language:
 * "de/fuchs"; those of titles also as "de=fuchs", the first of each title also as "de^fuchs"; its
 * styles and its category as "s/12", "c/3".
 */
export function toTerms(product: FoundBy): string[] {
  const { titles, descriptions, motifs, names, categoryId, styleIds } = product;
  const terms = [titles, join(motifs), ...names].flatMap((texts) => termsOf(texts, "/"));
  const titled = [...termsOf(titles, "="), ...termsOf(titles, "^", 1)];
  const groups = [`c/${categoryId}`, ...styleIds.map((id) => `s/${id}`)];
  const described = termsOf(descriptions, "/", DESCRIPTION_WORDS_MAX);
  return [...new Set([...terms, ...described, ...titled, ...groups])];
}

/** The search words, in the form that `toTerms` uses; empty for a text without any. */
export function toSearchWords(text: string): string[] {
  return [...new Set(toWords(text.slice(0, SEARCH_LENGTH_MAX)))].slice(0, SEARCH_WORDS_MAX);
}

/**
 * The search word as it was typed: "whale" -> "Whale". `splitWords` is how the search in use splits a
 * text into words.
 */
export function asTyped(
  word: string,
  text: string,
  splitWords: (text: string) => string[],
): string {
  const typed = text.split(/[^\p{L}\p{M}\p{N}'’]+/u);
  return typed.find((part) => splitWords(part).includes(word)) ?? word;
}

/** "foxes" -> ["fox"]: words match by prefix, so a plural would miss its singular. */
export function toSingular(word: string): string[] {
  if (word.length < 4 || !/[^su]s$/.test(word)) return [];
  const endings: [RegExp, string][] = [
    [/ies$/, "y"],
    [/(s|x|z|ch|sh)es$/, "$1"],
    [/s$/, ""],
  ];
  const found = endings.find(([ending]) => ending.test(word));
  return found ? [word.replace(...found)] : [];
}

function join(lists: Lists): Texts {
  return Object.fromEntries(
    Object.entries(lists).map(([locale, list]) => [locale, list.join(" ")]),
  );
}

function termsOf(texts: Texts, mark: string, wordsMax?: number): string[] {
  return LOCALES.flatMap((locale) => {
    const words = toWords(texts[locale] ?? "").slice(0, wordsMax);
    return words.map((word) => `${locale}${mark}${word}`);
  });
}

function toWords(text: string): string[] {
  return toPlainWords(text).map((word) =>
    word.replace(/[^a-z0-9]/gu, toCodePoint).slice(0, WORD_LENGTH_MAX),
  );
}

/** Other scripts are encoded as code points: Postgres's support for them depends on its locale. */
function toCodePoint(letter: string): string {
  return `q${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
