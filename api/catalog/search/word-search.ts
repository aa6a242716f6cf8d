import { LRUCache } from "lru-cache";
import type { ProductSort } from "#domain/catalog.ts";
import type { Sql } from "../../db/client.ts";
import { findBest, findSorted, listBest, listSorted } from "./find.queries.ts";
import type { CountedPage, FoundPage, ProductFilter } from "./product-filter.ts";
import { isCostly } from "./ranks.ts";

/**
 * The number of frequent searches that are remembered, and for how long: their totals are only
 * shown as "1,000+".
 */
const FREQUENT_MAX = 2_000;
const FREQUENT_FOR_MS = 10 * 60_000;

type WordPage = CountedPage & { sort: ProductSort };

export type WordSearch = (sql: Sql, filter: ProductFilter, page: WordPage) => Promise<FoundPage>;

/**
 * Finds pages of searches by words. Most of a search's time goes into counting its matches. For a
 * frequent search, with `countMax` matches or more, they are counted only every ten minutes, or
 * when a page is no longer full; in between, only its pages are read from the database.
 */
export function createWordSearch(): WordSearch {
  /** The tier at which `countMax` matches were found, by search. */
  const frequent = new LRUCache<string, number>({ max: FREQUENT_MAX, ttl: FREQUENT_FOR_MS });

  return async (sql, filter, page) => {
    const key = toKey(filter, page.sort);
    const knownTier = frequent.get(key);
    if (knownTier !== undefined) {
      const found = await listMatches(sql, filter, page, knownTier);
      if (found.ids.length === page.limit) return { ...found, total: page.countMax };
    }
    const { lastTier, ...found } = await countMatches(sql, filter, page);
    if (lastTier === null) {
      frequent.delete(key);
      return found;
    }
    frequent.set(key, lastTier);
    return { ...found, ...(await listMatches(sql, filter, page, lastTier)) };
  };
}

type Counted = FoundPage & {
  /** Null if the page is final. */
  lastTier: number | null;
};

async function countMatches(sql: Sql, filter: ProductFilter, page: WordPage): Promise<Counted> {
  const { sort } = page;
  if (sort === "best_match") {
    const found = await findBest(sql, filter, page);
    const isFinal = found.total < page.countMax || isCostly(filter);
    return { ...found, lastTier: isFinal ? null : 0 };
  }
  const found = await findSorted(sql, filter, { ...page, sort });
  return found.total < page.countMax ? { ...found, lastTier: null } : found;
}

function listMatches(
  sql: Sql,
  filter: ProductFilter,
  page: WordPage,
  lastTier: number,
): Promise<Omit<FoundPage, "total">> {
  const { sort } = page;
  return sort === "best_match"
    ? listBest(sql, filter, page)
    : listSorted(sql, filter, { ...page, sort }, lastTier);
}

/**
 * Returns the key of a search. It excludes the terms that words stand for, of which there may be
 * hundreds.
 */
function toKey({ words, slugs: _, ...rest }: ProductFilter, sort: ProductSort): string {
  return JSON.stringify([sort, words.map(({ starts }) => starts), rest]);
}
