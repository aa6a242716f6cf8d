import { postgresCode } from "../../db/client.ts";
import type { ReadReplica } from "../../db/read-replica.ts";
import type { CatalogSearch } from "./search.ts";

const STATEMENT_TIMEOUT = "57014";

/**
 * Searches and lists from a read replica while it is in step, from the database otherwise and when
 * the replica fails. What is found are ids; what a page says of them is read from the database.
 */
export function createReplicaSearch(given: {
  replica: ReadReplica;
  /** The search that reads the replica. */
  fromReplica: CatalogSearch;
  fromDatabase: CatalogSearch;
}): CatalogSearch {
  const { replica, fromReplica, fromDatabase } = given;
  return {
    find: async (request) => {
      if (!replica.isInStep) return fromDatabase.find(request);
      try {
        return await fromReplica.find(request);
      } catch (error) {
        // What takes too long there would take as long again.
        if (postgresCode(error) === STATEMENT_TIMEOUT) throw error;
        replica.leaveOut(error);
        return fromDatabase.find(request);
      }
    },
  };
}
