import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/client.ts";
import { listGroupIds } from "./lists.queries.ts";
import type { GroupIds, GroupSlugs } from "./product-filter.ts";

/** Filters kept in memory; each lists a few dozen groups at most. */
const FILTERS_KEPT_MAX = 1_000;

export type Groups = {
  /** Returns the ids of a filter's groups, as last seen or from the database. */
  resolve(sql: Sql, slugs: GroupSlugs): Promise<GroupIds>;
  /**
   * Stores the ids that a listing statement has read for a filter (`PageIds`). Returns null if the
   * statement used the same ids, which makes its page final.
   */
  update(slugs: GroupSlugs, used: GroupIds, current: GroupIds): GroupIds | null;
};

/**
 * Keeps the ids of the categories and styles in filters in memory. Every listing statement returns
 * the current ids, so that a slug that now belongs to another group is noticed.
 */
export function createGroups(): Groups {
  const kept = new LRUCache<string, GroupIds>({ max: FILTERS_KEPT_MAX });
  const keyOf = ({ categorySlugs, styleSlugs }: GroupSlugs) =>
    JSON.stringify([categorySlugs, styleSlugs]);
  return {
    resolve: async (sql, slugs) => kept.get(keyOf(slugs)) ?? readGroups(sql, slugs),
    update: (slugs, used, { categoryIds, styleIds }) => {
      const current = { categoryIds, styleIds };
      // Not kept: a filter with only unknown groups causes no query other than the one that
      // resolves it.
      if (categoryIds?.length === 0 || styleIds?.length === 0) kept.delete(keyOf(slugs));
      else kept.set(keyOf(slugs), current);
      const isSame = isEqual(used.categoryIds, categoryIds) && isEqual(used.styleIds, styleIds);
      return isSame ? null : current;
    },
  };
}

async function readGroups(sql: Sql, { categorySlugs, styleSlugs }: GroupSlugs): Promise<GroupIds> {
  const [categoryIds, styleIds] = await Promise.all([
    categorySlugs && listGroupIds(sql, "categories", categorySlugs),
    styleSlugs && listGroupIds(sql, "styles", styleSlugs),
  ]);
  return { categoryIds, styleIds };
}

const isEqual = (one: number[] | null, other: number[] | null) =>
  one?.length === other?.length && (one ?? []).every((id, at) => id === other?.[at]);
