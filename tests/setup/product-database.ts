import { inject } from "vitest";
import { type Database, openDatabase } from "#api/db/client.ts";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";

/** The running product's own database, for as long as `work` takes. */
export async function withProductDatabase<Result>(
  work: (database: Database) => Promise<Result>,
  dataDir = inject("productDataDir"),
): Promise<Result> {
  const server = await startEmbeddedServer({ dataDir, log: () => {} });
  const database = openDatabase(server.connection, { connectionsMax: 2 });
  try {
    return await work(database);
  } finally {
    await database.end({ timeout: 1 });
    await server.stop();
  }
}
