import type { Database, SearchPool } from "#api/db/client.ts";

/** The pools of a search that are all one, for tests that measure nothing. */
export const inOnePool = (database: Database): Record<SearchPool, Database> => ({
  searches: database,
  lists: database,
  indexedLists: database,
});
