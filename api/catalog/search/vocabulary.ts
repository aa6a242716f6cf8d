import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/client.ts";
import type { ResolvedWords } from "./product-filter.ts";
import { resolveWords } from "./search-correction.ts";

/** Memory limit, as counted by `toBytes`: about 4,000 searches with one word. */
export const BYTES_KEPT_MAX = 4_000_000;
/** Bytes of a search: its entry in the cache, its object and its list of words. */
const ENTRY_BYTES = 480;
/** Bytes of a word: its object and its three lists. */
const WORD_BYTES = 280;
/** Bytes of a text besides its letters, including its slot in a list. */
const TEXT_BYTES = 40;
const LETTER_BYTES = 2;
/**
 * Entries expire, because a database that is restored or replaced while the process runs may reuse
 * versions.
 */
const KEPT_FOR_MS = 10 * 60_000;

export type Vocabulary = {
  /**
   * Resolves words like resolveWords, but returns the remembered result, with its version, if there
   * is one.
   */
  resolve(sql: Sql, lists: string[][], locales: string[]): Promise<ResolvedWords>;
  /** Resolves words again whose version has turned out not to be `current`. */
  resolveUncached(
    sql: Sql,
    given: { lists: string[][]; locales: string[]; current: number },
  ): Promise<ResolvedWords>;
};

/**
 * Remembers which catalogue terms words stand for. The searching statement returns the current
 * version of the vocabulary (`FoundPage`); if it differs, the words are resolved again.
 */
export function createVocabulary(): Vocabulary {
  const kept = new LRUCache<string, ResolvedWords>({
    maxSize: BYTES_KEPT_MAX,
    sizeCalculation: (resolved, key) => toBytes(key, resolved),
    ttl: KEPT_FOR_MS,
  });
  // The latest version seen by any search, so that after a change only one search uses old words.
  let lastSeen: number | null = null;
  const resolve: Vocabulary["resolve"] = async (sql, lists, locales) => {
    const key = JSON.stringify([lists, locales]);
    const known = kept.get(key);
    if (known && known.vocabulary === lastSeen) return known;
    const resolved = await resolveWords(sql, lists, locales);
    lastSeen = resolved.vocabulary;
    // Copied, because a substring would keep the whole search text in memory.
    kept.set(key, structuredClone(resolved));
    return resolved;
  };
  return {
    resolve,
    resolveUncached: async (sql, { lists, locales, current }) => {
      lastSeen = current;
      return resolve(sql, lists, locales);
    },
  };
}

/** Returns the maximum memory that remembering a search takes. */
export function toBytes(key: string, { words }: ResolvedWords): number {
  const texts = [
    key,
    ...words.flatMap((word) => [word.starts, word.terms, word.innerTerms].flat()),
  ];
  const lengths = texts.reduce((sum, text) => sum + text.length, 0);
  const objects = ENTRY_BYTES + words.length * WORD_BYTES + texts.length * TEXT_BYTES;
  return objects + lengths * LETTER_BYTES;
}
