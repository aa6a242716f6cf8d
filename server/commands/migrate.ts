import { createLog } from "#api/providers/log.ts";
import { readConfig } from "../config/config.ts";
import { watchInterrupts } from "../lifecycle/interrupts.ts";
import { closeShopDatabase, openShopDatabase } from "../lifecycle/shop-database.ts";
import { runCommand } from "./run-command.ts";

// A separate program (`npm run migrate`): migrates the schema and exits, before the processes of a
// new release are started.

async function main(): Promise<string> {
  const config = readConfig(process.env);
  if (config.apiUrl) {
    // Deployments run this before each start, with either kind of API behind the shop.
    return "API_URL is set: the database is that server's, nothing to migrate.\n";
  }
  const { signal } = watchInterrupts();
  const held = await openShopDatabase(config, createLog(config.logLevel), signal);
  await closeShopDatabase(held);
  return "The schema is the one of this release.\n";
}

runCommand(main);
