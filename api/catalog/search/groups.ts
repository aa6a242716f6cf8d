import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/client.ts";
import { listGroupIds } from "./lists.queries.ts";
import type { GroupIds, GroupSlugs } from "./product-filter.ts";

/** Filters in memory; a list has some dozens at most. */
const FILTERS_KEPT_MAX = 1_000;

export type Groups = {
  /** The ids of a filter's groups: as last seen, or from the database. */
  resolve(sql: Sql, slugs: GroupSlugs): Promise<GroupIds>;
  /**
   * What a statement has read of a filter's groups (`PageIds`), to be used from now on. Null if that
   * is what it was called with: its page is then final.
   */
  update(slugs: GroupSlugs, used: GroupIds, current: GroupIds): GroupIds | null;
};

/**
 * Remembers which categories and styles the slugs of filters are. Every statement that lists
 * products says which they are now, so that a slug that was given to another group is noticed.
 */
export function createGroups(): Groups {
  const kept = new LRUCache<string, GroupIds>({ max: FILTERS_KEPT_MAX });
  const keyOf = ({ categorySlugs, styleSlugs }: GroupSlugs) =>
    JSON.stringify([categorySlugs, styleSlugs]);
  return {
    resolve: async (sql, slugs) => kept.get(keyOf(slugs)) ?? readGroups(sql, slugs),
    update: (slugs, used, { categoryIds, styleIds }) => {
      const current = { categoryIds, styleIds };
      // What finds nothing is asked of the database alone, which is then not asked for a page.
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
