import { type Database, openDatabase } from "#api/db/client.ts";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";
import { workerProduct } from "./worker-product.ts";

/**
 * Opens the running product's database for the duration of `work`; with `dataDir`, the database of
 * a product other than the worker's.
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
