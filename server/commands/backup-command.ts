import { dirname, resolve } from "node:path";
import { pino } from "pino";
import { BackupError } from "#api/backup/archive-format.ts";
import type { Shop } from "#api/backup/backup.service.ts";
import { openDatabase } from "#api/db/client.ts";
import { MigrationError } from "#api/db/migration-plan.ts";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { describeBucketError, openBucket } from "../lifecycle/files.ts";
import { Interrupted, watchInterrupts } from "../lifecycle/interrupts.ts";
import { closeShopDatabase, openDatabaseAsIs } from "../lifecycle/shop-database.ts";

/** Common part of backup and restore: a path, options, a shop, and a sentence for errors. */
export type BackupCommand = {
  /** Resolves to the printed output. `withShop` opens the shop for the duration of its work. */
  run(path: string, withShop: WithShop, options: readonly string[]): Promise<string>;
  usage: string;
  /** Those that it knows. */
  options?: readonly string[];
};

type WithShop = <Result>(work: (shop: Shop) => Promise<Result>) => Promise<Result>;

/** Runs the command with the process's argument and environment, and exits the process. */
export function runBackupCommand(command: BackupCommand): void {
  main(command).then(
    (text) => {
      process.stdout.write(text);
      process.exit(0);
    },
    (error: unknown) => {
      process.stderr.write(`${describeError(error)}\n`);
      process.exit(1);
    },
  );
}

async function main({ run, usage, options = [] }: BackupCommand): Promise<string> {
  const given = process.argv.slice(2);
  const chosen = given.filter((argument) => options.includes(argument));
  const [path, ...more] = given.filter((argument) => !chosen.includes(argument));
  if (!path || path.startsWith("-") || more.length > 0) throw new BackupError(`usage: ${usage}`);
  const config = readConfig(process.env);
  if (config.apiUrl) throw new BackupError("API_URL is set: its own server has the data.");
  const withShop: WithShop = async (work) => {
    const { signal } = watchInterrupts();
    const held = await openDatabaseAsIs(config, pino({ level: "silent" }), signal);
    // One connection, because it holds the locks and the snapshot, without time limits: it may take
    // hours.
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

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const bucketError = describeBucketError(error);
  if (bucketError) return bucketError;
  const isExpected =
    error instanceof BackupError ||
    error instanceof Interrupted ||
    error instanceof ConfigError ||
    error instanceof MigrationError;
  if (isExpected) return error.message;
  return describeFileError(error) ?? error.stack ?? error.message;
}

/** An error of the file system as a sentence; null for any other error. */
function describeFileError(error: NodeJS.ErrnoException): string | null {
  if (error.syscall === undefined) return null;
  // An archive is written under a name of its own until it is whole.
  const place = error.path?.endsWith(".draft") ? dirname(error.path) : error.path;
  if (place === undefined) return error.message;
  if (error.code === "ENOENT") return `${place} does not exist.`;
  if (error.code === "ENOSPC") return `The disk that holds ${place} is full.`;
  if (error.code === "EISDIR") return `${place} is a folder.`;
  if (error.code === "EACCES" || error.code === "EPERM" || error.code === "EROFS") {
    return `${place} cannot be used by this user (${error.code}).`;
  }
  return error.message;
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
