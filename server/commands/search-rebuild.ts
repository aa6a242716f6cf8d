import { pino } from "pino";
import { SearchEngine, SearchEngineError } from "#api/catalog/search/opensearch/engine.ts";
import { RebuildError, rebuildIndex } from "#api/catalog/search/opensearch/rebuild.ts";
import { openDatabase } from "#api/db/client.ts";
import { readDatabaseTime } from "#api/db/database-clock.ts";
import { createLog } from "#api/providers/log.ts";
import { readConfig } from "../config/config.ts";
import { watchInterrupts } from "../lifecycle/interrupts.ts";
import { closeShopDatabase, openShopDatabase } from "../lifecycle/shop-database.ts";
import { runCommand } from "./run-command.ts";

// A separate program (`npm run search:rebuild`): fills a new index of the search engine, whether
// the shop is running or not.

async function main(): Promise<string> {
  const config = readConfig(process.env, undefined, { mustExist: true });
  if (!config.search) throw new RebuildError("SEARCH_URL is not set: the database searches.");
  if (config.apiUrl) throw new RebuildError("API_URL is set: its own server searches.");
  const engine = await SearchEngine.create(config.search);
  const { signal: interrupted } = watchInterrupts();
  const log = pino({ level: "silent" });
  const held = await openShopDatabase(config, log, interrupted, { mustExist: true });
  // Without time limits: the connection that holds the lock stays idle for a long time.
  const database = openDatabase(held.target, { connectionsMax: 4, hasTimeLimits: false });
  try {
    const { products, rejected } = await rebuildIndex({
      ...{ database, engine, interrupted },
      log: createLog("warn"),
      now: await readDatabaseTime(database),
      onProgress: showProgress(),
    });
    const summary = `The new index has ${products - rejected.length} products.`;
    if (rejected.length === 0) return `${summary}\n`;
    throw new RebuildError(
      `${summary}\nThe engine rejects ${rejected.length}: ${rejected.join(", ")}`,
    );
  } finally {
    await database.end({ timeout: 1 });
    await closeShopDatabase(held);
    await engine.close();
  }
}

/** Prints progress every few thousand products. */
function showProgress(): (products: number) => void {
  const step = 10_000;
  let shown = 0;
  return (products) => {
    if (products < shown + step) return;
    shown = products;
    process.stdout.write(`${products} products ...\n`);
  };
}

runCommand(main, [RebuildError, SearchEngineError]);
