import type { Logger } from "pino";
import { SearchEngine } from "#api/catalog/search/opensearch/engine.ts";
import { createEngineSearch } from "#api/catalog/search/opensearch/engine-search.ts";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { createReplicaSearch } from "#api/catalog/search/replica-search.ts";
import type { CatalogSearch } from "#api/catalog/search/search.ts";
import { type Database, openSearchDatabase, type SearchPool } from "#api/db/client.ts";
import type { PublicChangeListener } from "#api/db/public-changes.ts";
import { followReplica } from "#api/db/read-replica.ts";
import type { Config } from "../config/config.ts";

/** The pools of the primary database. */
type OwnPools = Record<"database" | SearchPool, Database>;

export type OpenedSearch = {
  search: CatalogSearch;
  /** The pools of a read replica, if one is configured. */
  pools: Record<string, Database>;
  /**
   * Returns a listener that updates the search on each change of public data, before `listener`.
   */
  follow(listener: PublicChangeListener): PublicChangeListener;
  close(): Promise<void>;
};

/**
 * Opens the first available of the configured searches: the search engine, a read replica, the
 * database.
 */
export async function openSearch(
  config: Config,
  own: OwnPools,
  { log, now }: { log: Logger; now: () => Date },
): Promise<OpenedSearch> {
  const engine = config.search && (await SearchEngine.create(config.search));
  const { database } = own;
  const fromDatabase = createPostgresSearch(own);
  const reads = config.databaseReadUrl ? openReplica(config.databaseReadUrl, own, log) : null;
  const postgres = reads?.toSearch(fromDatabase) ?? fromDatabase;
  return {
    search: engine ? createEngineSearch({ database, engine, log, postgres, now }) : postgres,
    pools: reads?.pools ?? {},
    follow: (listener) => reads?.replica.follow(listener) ?? listener,
    close: async () => {
      await engine?.close();
      await reads?.close();
    },
  };
}

function openReplica(url: string, { database }: OwnPools, log: Logger) {
  const searches = openSearchDatabase(url, "searches");
  const lists = openSearchDatabase(url, "lists");
  const indexedLists = openSearchDatabase(url, "indexedLists");
  const replica = followReplica(database, lists, log);
  const fromReplica = createPostgresSearch({ searches, lists, indexedLists });
  return {
    replica,
    pools: {
      replicaSearches: searches,
      replicaLists: lists,
      replicaIndexedLists: indexedLists,
    },
    toSearch: (fromDatabase: CatalogSearch) =>
      createReplicaSearch({ replica, fromReplica, fromDatabase }),
    close: async () => {
      replica.stop();
      await Promise.all([searches, lists, indexedLists].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}
