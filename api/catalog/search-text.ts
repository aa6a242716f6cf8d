import { SEARCH_LENGTH_MAX } from "#domain/catalog.ts";
import { toPlainWords } from "#domain/plain-words.ts";

/** More words than this do not narrow a search further, only slow it down. */
const SEARCH_WORDS_MAX = 8;

/**
 * Everything a product is found by, for `products.search_text`: words without case, accents and
 * signs. Never the prompt: a search could guess it word by word.
 */
export function toSearchText(texts: readonly string[]): string {
  return texts.flatMap(toWords).join(" ");
}

/** The words to look for, in the spelling of `toSearchText`; none for a text without any. */
export function toSearchWords(text: string): string[] {
  return [...new Set(toWords(text.slice(0, SEARCH_LENGTH_MAX)))].slice(0, SEARCH_WORDS_MAX);
}

function toWords(text: string): string[] {
  return toPlainWords(text).map((word) => word.replace(/[^a-z0-9]/gu, spell));
}

/** Other scripts are spelt by code point: whether Postgres knows them depends on its locale. */
function spell(letter: string): string {
  return `q${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
