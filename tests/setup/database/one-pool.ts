import type { Database, SearchPool } from "#api/db/client.ts";

/** Uses one pool for all search pools, for tests that do not measure. */
export const inOnePool = (database: Database): Record<SearchPool, Database> => ({
  searches: database,
  lists: database,
  indexedLists: database,
});
