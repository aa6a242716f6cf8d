import { postgresCode } from "../../db/client.ts";
import type { ReadReplica } from "../../db/read-replica.ts";
import type { CatalogSearch } from "./search.ts";

const STATEMENT_TIMEOUT = "57014";

/**
 * Runs searches and lists on a read replica while it is current, otherwise (or when the replica
 * fails) on the database. Only ids come from the replica; the data of a page is read from the
 * database.
 */
export function createReplicaSearch(given: {
  replica: ReadReplica;
  /** The search that reads from the replica. */
  fromReplica: CatalogSearch;
  fromDatabase: CatalogSearch;
}): CatalogSearch {
  const { replica, fromReplica, fromDatabase } = given;
  return {
    find: async (request) => {
      if (!replica.isInStep) return fromDatabase.find(request);
      try {
        return { ...(await fromReplica.find(request)), versions: null };
      } catch (error) {
        // A query that times out on the replica would time out on the database as well.
        if (postgresCode(error) === STATEMENT_TIMEOUT) throw error;
        replica.leaveOut(error);
        return fromDatabase.find(request);
      }
    },
  };
}
