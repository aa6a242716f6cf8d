import { resolve } from "node:path";
import { pino } from "pino";
import { BackupError } from "#api/backup/archive-format.ts";
import type { Shop } from "#api/backup/backup.service.ts";
import { openDatabase } from "#api/db/client.ts";
import { readConfig } from "../config/config.ts";
import { openBucket } from "../lifecycle/files.ts";
import { watchInterrupts } from "../lifecycle/interrupts.ts";
import { closeShopDatabase, openDatabaseAsIs } from "../lifecycle/shop-database.ts";
import { runCommand } from "./run-command.ts";

/** A backup or restore command: a path, options, a shop, and a sentence for each expected error. */
export type BackupCommand = {
  /** Resolves to the output to print. `withShop` keeps the shop open while its callback runs. */
  run(path: string, withShop: WithShop, options: readonly string[]): Promise<string>;
  usage: string;
  /** Known options; one that ends in "=" takes a value. */
  options?: readonly string[];
};

type WithShop = <Result>(work: (shop: Shop) => Promise<Result>) => Promise<Result>;

/** Runs the command with the process's argument and environment, and exits the process. */
export function runBackupCommand(command: BackupCommand): void {
  runCommand(() => main(command));
}

async function main({ run, usage, options = [] }: BackupCommand): Promise<string> {
  const given = process.argv.slice(2);
  const isKnown = (argument: string) =>
    options.some((option) =>
      option.endsWith("=") ? argument.startsWith(option) : argument === option,
    );
  const chosen = given.filter(isKnown);
  const [path, ...more] = given.filter((argument) => !chosen.includes(argument));
  if (!path || path.startsWith("-") || more.length > 0) throw new BackupError(`usage: ${usage}`);
  const config = readConfig(process.env);
  if (config.apiUrl) throw new BackupError("API_URL is set: its own server has the data.");
  const withShop: WithShop = async (work) => {
    const { signal } = watchInterrupts();
    const held = await openDatabaseAsIs(config, pino({ level: "silent" }), signal);
    // A single connection, because it holds the locks and the snapshot, and without time limits,
    // because the command may take hours.
    const database = openDatabase(held.target, { connectionsMax: 1, hasTimeLimits: false });
    try {
      const { dataDir, sessionSecrets } = config;
      const bucket = await openBucket(config);
      return await work({ database, dataDir, bucket, sessionSecrets, interrupted: signal });
    } finally {
      await database.end({ timeout: 1 });
      await closeShopDatabase(held);
    }
  };
  return run(resolve(path), withShop, chosen);
}

/** "12 rows, 3 files, 4.5 MB, 2.1 s" */
export function describeAmounts(
  { rows, files, bytes }: { rows: number; files: number; bytes: number },
  startedAtMs: number,
): string {
  const megabytes = (bytes / 1_000_000).toFixed(1);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  return `${rows} rows, ${files} files, ${megabytes} MB, ${seconds} s`;
}
