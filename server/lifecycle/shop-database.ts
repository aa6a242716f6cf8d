import cluster from "node:cluster";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { readMigrations } from "#api/backup/backup.queries.ts";
import { assertNoCutOffRestore } from "#api/backup/restore-marker.ts";
import {
  type Database,
  type DatabaseTarget,
  openDatabase,
  openSearchDatabase,
} from "#api/db/client.ts";
import { clusterOf } from "#api/db/embedded-server/cluster.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#api/db/embedded-server.ts";
import { migrate } from "#api/db/migrate.ts";
import { NEVER_ABORTED } from "#api/noun.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { inDataFolder, makeDataFolder, noShopMessage } from "../config/data-folder.ts";
import { requestConnections } from "../config/machine-settings.ts";
import { describeRightError } from "./database-rights.ts";
import { unlessAborted } from "./interrupts.ts";
import { assertNoPooler, describePoolerError } from "./pooler.ts";
import { assertHoldsTexts } from "./text-support.ts";

const DATABASE_WAIT_MS = 30_000;
/** Longer than the driver waits for a connection. */
const ATTEMPT_MS = 10_000;
const PAUSE_MS = 500;

export type ShopDatabase = {
  database: Database;
  /** Its pools for word searches, for lists, and for lists whose order an index provides. */
  searches: Database;
  lists: Database;
  indexedLists: Database;
  server: EmbeddedServer | null;
  target: DatabaseTarget;
};

/**
 * The shop's database, migrated: DATABASE_URL, or the embedded server, which processes with the
 * same data folder share. With `mustExist` no shop is created. Throws an error whose message is a
 * sentence for the operator.
 */
export async function openShopDatabase(
  config: Config,
  log: Logger,
  interrupted = NEVER_ABORTED,
  { mustExist = false } = {},
): Promise<ShopDatabase> {
  const isMissing = !config.databaseUrl && !existsSync(await clusterOf(config.dataDir));
  if (mustExist && isMissing) throw noShopError(config);
  const held = await openDatabaseAsIs(config, log, interrupted);
  try {
    await assertNoCutOffRestore(held.database, config.dataDir);
    const known = await readMigrations(held.database);
    if (mustExist && !known) throw noShopError(config);
    // For workers, the primary process has already reported it.
    if (!cluster.isWorker) await assertHoldsTexts(held.database, { isNew: !known, log });
    const applied = await unlessAborted(
      interrupted,
      migrate(held.target, { log: (message) => log.info(message) }),
    );
    if (applied.length > 0) log.info(`Schema brought forward: ${applied.join(", ")}`);
    return held;
  } catch (error) {
    await closeShopDatabase(held);
    const missing = describeRightError(error);
    throw missing ? new ConfigError(missing, { cause: error }) : error;
  }
}

const noShopError = ({ databaseUrl, dataDir }: Config) =>
  new ConfigError(
    databaseUrl ? "DATABASE_URL: there is no shop in this database" : noShopMessage(dataDir),
  );

/** The same without migrating: for backups and restores. */
export async function openDatabaseAsIs(
  config: Config,
  log: Logger,
  interrupted = NEVER_ABORTED,
): Promise<ShopDatabase> {
  inDataFolder(config.dataDir, () => {
    makeDataFolder(config.dataDir);
    closeFolders(config.dataDir);
  });
  const server = config.databaseUrl ? null : await startServer(config, log);
  const target = config.databaseUrl ?? server?.connection ?? "";
  const connectionsMax = requestConnections(config.connectionsMax);
  const held = {
    database: openDatabase(target, { connectionsMax }),
    searches: openSearchDatabase(target, "searches"),
    lists: openSearchDatabase(target, "lists"),
    indexedLists: openSearchDatabase(target, "indexedLists"),
    server,
    target,
  };
  try {
    await unlessAborted(interrupted, waitForDatabase(held.database, log));
    if (!server) await unlessAborted(interrupted, assertNoPooler(held.database));
    return held;
  } catch (error) {
    await closeShopDatabase(held);
    throw error;
  }
}

/**
 * Closes the connections, giving their queries `timeout` seconds to end, and stops the embedded
 * server unless another process uses it.
 */
export async function closeShopDatabase(held: ShopDatabase, timeout = 1): Promise<void> {
  const { database, searches, lists, indexedLists, server } = held;
  await Promise.all([searches, lists, indexedLists].map((pool) => pool.end({ timeout })));
  await database.end({ timeout });
  await server?.stop();
}

/**
 * Earlier versions created these folders and their contents readable by every user of the machine.
 */
function closeFolders(dataDir: string): void {
  for (const name of ["files", "outbox"]) {
    const folder = join(dataDir, name);
    if (existsSync(folder)) chmodSync(folder, 0o700);
  }
}

async function startServer(config: Config, log: Logger): Promise<EmbeddedServer> {
  log.info("Starting the embedded database ...");
  const { workers, connectionsMax, dataDir } = config;
  // Our own server: its limit is set to what is needed, plus one command.
  const needed = (workers + 1) * connectionsMax;
  const settings = { max_connections: String(Math.max(100, needed)) };
  return startEmbeddedServer({ dataDir, settings, log: (message) => log.info(message) });
}

/** A wrong password, user, privilege or database name: waiting does not help. */
const WRONG_LOGINS: ReadonlySet<unknown> = new Set(["28P01", "28000", "42501", "3D000"]);

/**
 * Waits until `database` responds: an external one may start after us, and a network in between may
 * swallow a query. Throws ConfigError if it cannot be reached within `waitMs`, rejects the login,
 * or is a pooler. The times, in milliseconds, are shorter in tests.
 */
export async function waitForDatabase(
  database: Database,
  log: Pick<Logger, "warn">,
  { waitMs = DATABASE_WAIT_MS, attemptMs = ATTEMPT_MS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await within(attemptMs, database`SELECT 1`);
      return;
    } catch (error) {
      const ofPooler = describePoolerError(error);
      if (ofPooler) throw ofPooler;
      const reason = error instanceof Error ? error.message : String(error);
      const isWrong = error instanceof Error && "code" in error && WRONG_LOGINS.has(error.code);
      if (isWrong || performance.now() > deadline) {
        throw new ConfigError(`DATABASE_URL: the database cannot be reached: ${reason}`);
      }
      if (attempt === 1) log.warn({ reason }, "Waiting for the database ...");
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Throws if `work` has not settled after `ms` milliseconds. */
async function within(ms: number, work: PromiseLike<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms / 1_000} s`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
