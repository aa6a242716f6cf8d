import type { Sql } from "../../db/client.ts";
import {
  CANDIDATES_MAX,
  pickCorrections,
  swapNeighbours,
  TYPO_LENGTH_MAX,
} from "./edit-distance.ts";
import type { QueryWord, ResolvedWords } from "./product-filter.ts";
import { type FoundTerm, listKnown, listSimilarWords, listTerms } from "./search.queries.ts";
import { isInnerWord, toPlainWord } from "./search-text.ts";

/**
 * A prefix with at most this many catalogue words is replaced by them, because exact terms are
 * several times as fast; one with more remains a prefix.
 */
const TERMS_MAX = 100;

/**
 * Resolves each list of alternatives (a word, its singular, its corrections) to the catalogue terms
 * that start with one of them or, if it is long enough (`isInnerWord`), contain one.
 */
export async function resolveWords(
  sql: Sql,
  lists: string[][],
  locales: string[],
): Promise<ResolvedWords> {
  const starts = [...new Set(lists.flat())].map((start) => ({
    start,
    isInner: isInnerWord(toPlainWord(start)),
  }));
  const { terms, vocabulary } = await listTerms(sql, starts, { locales, limit: TERMS_MAX });
  const words = lists.map((list) => {
    const found = list.map((start) => terms.filter((one) => one.start === start));
    const inner = found.flat().filter(({ isInside }) => isInside);
    return {
      starts: list,
      terms: list.flatMap((start, index) => toQueryTerms(start, found[index] ?? [], locales)),
      innerTerms: inner.map(({ term }) => term),
      isKnown: found.flat().length > 0,
    };
  });
  return { words, vocabulary };
}

/**
 * Returns the terms that begin with `start`, or its prefix in each language if they are too many.
 */
function toQueryTerms(start: string, found: FoundTerm[], locales: string[]): string[] {
  const isAll = found.length > 0 && found.length < TERMS_MAX;
  if (!isAll) return locales.map((locale) => `${locale}/${start}:*`);
  return found.filter(({ isInside }) => !isInside).map(({ term }) => term);
}

/**
 * Returns the typed words with their possible corrections; null when there is nothing to correct.
 */
export async function correctTypos(
  sql: Sql,
  words: QueryWord[],
  locales: string[],
): Promise<ResolvedWords | null> {
  const lists = await Promise.all(
    words.map(async ({ starts, isKnown }) => {
      const [word = ""] = starts;
      if (isKnown || word.length > TYPO_LENGTH_MAX) return starts;
      const [swapped, similar] = await Promise.all([
        listKnown(sql, swapNeighbours(word), locales),
        listSimilarWords(sql, word, { locales, limit: CANDIDATES_MAX }),
      ]);
      return [...starts, ...pickCorrections(word, [...new Set([...swapped, ...similar])])];
    }),
  );
  const isCorrected = lists.some(
    (starts, index) => starts.length > (words[index]?.starts ?? []).length,
  );
  return isCorrected ? resolveWords(sql, lists, locales) : null;
}
