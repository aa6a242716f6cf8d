import { type Database, openDatabase } from "#api/db/client.ts";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";
import { workerProduct } from "./worker-product.ts";

/**
 * The running product's own database, for as long as `work` takes; with `dataDir` that of another
 * product than the worker's.
 */
export async function withProductDatabase<Result>(
  work: (database: Database) => Promise<Result>,
  dataDir?: string,
): Promise<Result> {
  const server = dataDir ? await startEmbeddedServer({ dataDir, log: () => {} }) : null;
  const connection = server?.connection ?? workerProduct().database;
  const database = openDatabase(connection, { connectionsMax: 2 });
  try {
    return await work(database);
  } finally {
    await database.end({ timeout: 1 });
    await server?.stop();
  }
}
