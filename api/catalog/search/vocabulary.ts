import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/client.ts";
import type { ResolvedWords } from "./product-filter.ts";
import { resolveWords } from "./search-correction.ts";

/** Terms in memory, of about 60 bytes. A word stands for a hundred at most. */
const TERMS_KEPT_MAX = 50_000;
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
    maxSize: TERMS_KEPT_MAX,
    sizeCalculation: ({ words }) =>
      words.reduce((sum, { terms, innerTerms }) => sum + terms.length + innerTerms.length, 1),
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
    kept.set(key, resolved);
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
