import { BackupError } from "#api/backup/archive-format.ts";
import { MigrationError } from "#api/db/migration-plan.ts";
import { createLog } from "#api/providers/log.ts";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { Interrupted, watchInterrupts } from "../lifecycle/interrupts.ts";
import { closeShopDatabase, openShopDatabase } from "../lifecycle/shop-database.ts";

// A separate program (`npm run migrate`): migrates the schema and exits, before the processes of a
// new release are started.

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.apiUrl) {
    // Deployments run this before each start, whichever API is behind the shop.
    process.stdout.write("API_URL is set: the database is that server's, nothing to migrate.\n");
    return;
  }
  const { signal } = watchInterrupts();
  const held = await openShopDatabase(config, createLog(config.logLevel), signal);
  await closeShopDatabase(held);
  process.stdout.write("The schema is the one of this release.\n");
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = [ConfigError, MigrationError, Interrupted, BackupError].some(
      (type) => error instanceof type,
    );
    const reason = error instanceof Error && !isExpected ? error.stack : error;
    process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
    process.exit(1);
  },
);
