import { SEARCH_LENGTH_MAX } from "#domain/catalog.ts";
import { LOCALES } from "#domain/locales.ts";
import type { Texts } from "#domain/localized-texts.ts";
import { toPlainWords } from "#domain/plain-words.ts";

/** More words than this only slow a search down without narrowing it further. */
export const SEARCH_WORDS_MAX = 8;
/** Words indexed per language of a description; its first sentences name what the image shows. */
export const DESCRIPTION_WORDS_MAX = 60;
/**
 * Words of at least this length are also found inside others, because German writes compounds as
 * one word.
 */
const INNER_LETTERS_MIN = 5;
/**
 * For scripts that attach articles and prepositions to the word but omit short vowels: "sea" has
 * three letters, and mostly appears as "the sea".
 */
const INNER_LETTERS_MIN_SHORT = 3;
const SHORT_SCRIPTS = /^[\p{sc=Arabic}\p{sc=Hebrew}]/u;
/** Scripts without spaces between words: any part of a text may be a word. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Number of a word's characters that are compared. */
const WORD_LENGTH_MAX = 200;

type Lists = Record<string, string[]>;

/**
 * The fields by which products are found. Never the prompt, which searches could reveal word by
 * word.
 */
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
 * Returns all words of a product without case, accents and punctuation, each prefixed by its
 * language: "de/fuchs"; those of titles also as "de=fuchs", the first of each title also as
 * "de^fuchs"; its styles and its category as "s/12", "c/3".
 */
export function toTerms(product: FoundBy): string[] {
  const { titles, descriptions, motifs, names, categoryId, styleIds } = product;
  const terms = [titles, join(motifs), ...names].flatMap((texts) => termsOf(texts, "/"));
  const titled = [...termsOf(titles, "="), ...termsOf(titles, "^", 1)];
  const groups = [`c/${categoryId}`, ...styleIds.map((id) => `s/${id}`)];
  const described = termsOf(descriptions, "/", DESCRIPTION_WORDS_MAX);
  return [...new Set([...terms, ...described, ...titled, ...groups])];
}

/** Returns the words of a search text, in the form that `toTerms` uses; empty if it has none. */
export function toSearchWords(text: string): string[] {
  return [...new Set(toWords(text.slice(0, SEARCH_LENGTH_MAX)))].slice(0, SEARCH_WORDS_MAX);
}

/**
 * Returns true for a plain, unencoded word that is long enough to be searched for inside others.
 */
export function isInnerWord(word: string): boolean {
  const lettersMin = SHORT_SCRIPTS.test(word) ? INNER_LETTERS_MIN_SHORT : INNER_LETTERS_MIN;
  return [...word].length >= lettersMin || UNSPACED.test(word);
}

/**
 * Splits a word in the form that `toTerms` uses into its letters, each of which is one item in any
 * script.
 */
export const toLetters = (word: string): string[] =>
  word.match(/q(?:0[0-9a-f]{3}|[1-9a-f][0-9a-f]{3,4})|./gu) ?? [];

/** Converts a word from the form that `toTerms` uses to a plain word. */
export function toPlainWord(word: string): string {
  return toLetters(word)
    .map((letter) =>
      letter.length === 1 ? letter : String.fromCodePoint(Number.parseInt(letter.slice(1), 16)),
    )
    .join("");
}

/**
 * Returns the search word as it was typed: "whale" -> "Whale". `splitWords` is how the current
 * search splits a text into words.
 */
export function findTypedForm(
  word: string,
  text: string,
  splitWords: (text: string) => string[],
): string {
  const typed = text.split(/[^\p{L}\p{M}\p{N}\p{DI}'’]+/u);
  return typed.find((part) => splitWords(part).includes(word)) ?? word;
}

/**
 * Returns the singular forms, "foxes" -> ["fox"]: words match by prefix, so a plural would miss its
 * singular.
 */
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

/**
 * Encodes letters of other scripts as code points, because Postgres's support for them depends on
 * its locale.
 */
function toCodePoint(letter: string): string {
  return `q${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
