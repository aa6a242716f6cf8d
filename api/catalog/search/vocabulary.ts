import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/client.ts";
import type { ResolvedWords } from "./product-filter.ts";
import { resolveWords } from "./search-correction.ts";

/** Terms in memory, of about 60 bytes. A word stands for a hundred at most. */
const TERMS_KEPT_MAX = 50_000;

export type Vocabulary = {
  /** What lists of alternatives stand for, as resolveWords; from memory with the version of then. */
  resolve(sql: Sql, lists: string[][], locales: string[]): Promise<ResolvedWords>;
  /** For words whose version has turned out not to be the current one. */
  resolveAnew(sql: Sql, lists: string[][], locales: string[]): Promise<ResolvedWords>;
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
  });
  const keyOf = (lists: string[][], locales: string[]) => JSON.stringify([lists, locales]);
  const resolveAnew: Vocabulary["resolveAnew"] = async (sql, lists, locales) => {
    const resolved = await resolveWords(sql, lists, locales);
    kept.set(keyOf(lists, locales), resolved);
    return resolved;
  };
  return {
    resolve: async (sql, lists, locales) =>
      kept.get(keyOf(lists, locales)) ?? resolveAnew(sql, lists, locales),
    resolveAnew,
  };
}
