import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/client.ts";
import type { ResolvedWords } from "./product-filter.ts";
import { resolveWords } from "./search-correction.ts";

/** What is in memory, as `toBytes` counts it. Some 4,000 searches by one word. */
export const BYTES_KEPT_MAX = 4_000_000;
/** Of a search: its place among those that are remembered, its object and its list of words. */
const ENTRY_BYTES = 480;
/** Of a word: its object and its three lists. */
const WORD_BYTES = 280;
/** Of a text: what it takes without letters, and a place in a list. */
const TEXT_BYTES = 40;
const LETTER_BYTES = 2;
/** A database that is restored or replaced while the process runs may use a version again. */
const KEPT_FOR_MS = 10 * 60_000;

export type Vocabulary = {
  /** What lists of alternatives stand for, as resolveWords; from memory with the version of then. */
  resolve(sql: Sql, lists: string[][], locales: string[]): Promise<ResolvedWords>;
  /** For words whose version has turned out not to be `current`. */
  resolveAnew(
    sql: Sql,
    given: { lists: string[][]; locales: string[]; current: number },
  ): Promise<ResolvedWords>;
};

/**
 * Remembers what words stand for in the catalogue's vocabulary. The statement that searches says
 * which version of it is current (`FoundPage`): another one, and they are resolved anew.
 */
export function createVocabulary(): Vocabulary {
  const kept = new LRUCache<string, ResolvedWords>({
    maxSize: BYTES_KEPT_MAX,
    sizeCalculation: (resolved, key) => toBytes(key, resolved),
    ttl: KEPT_FOR_MS,
  });
  // While products are indexed: only the first search after a change is done with old words.
  let lastSeen: number | null = null;
  const resolve: Vocabulary["resolve"] = async (sql, lists, locales) => {
    const key = JSON.stringify([lists, locales]);
    const known = kept.get(key);
    if (known && known.vocabulary === lastSeen) return known;
    const resolved = await resolveWords(sql, lists, locales);
    lastSeen = resolved.vocabulary;
    // A copy: a word that was cut from a search would keep the whole of it.
    kept.set(key, structuredClone(resolved));
    return resolved;
  };
  return {
    resolve,
    resolveAnew: async (sql, { lists, locales, current }) => {
      lastSeen = current;
      return resolve(sql, lists, locales);
    },
  };
}

/** What remembering a search takes in memory, at most. */
export function toBytes(key: string, { words }: ResolvedWords): number {
  const texts = [
    key,
    ...words.flatMap((word) => [word.starts, word.terms, word.innerTerms].flat()),
  ];
  const lengths = texts.reduce((sum, text) => sum + text.length, 0);
  const objects = ENTRY_BYTES + words.length * WORD_BYTES + texts.length * TEXT_BYTES;
  return objects + lengths * LETTER_BYTES;
}
