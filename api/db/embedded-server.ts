import { chmod, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareBinaries } from "./embedded-server/binaries.ts";
import {
  chooseSocketFolder,
  clusterOf,
  DATABASE,
  ensureCluster,
  ROLE,
  reachCluster,
  removeSocketFolder,
} from "./embedded-server/cluster.ts";
import { explain } from "./embedded-server/errors.ts";
import {
  boundLog,
  findPostmaster,
  isAlive,
  type Postmaster,
  SOCKET_PORT,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from "./embedded-server/postmaster.ts";
import { countUsers, registerUse, runExclusive, type Use } from "./embedded-server/run-folder.ts";
import { chooseServerUser } from "./embedded-server/server-user.ts";

export type EmbeddedServer = {
  /** Options for postgres.js: `postgres(connection)`. */
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** Ends this process's use of the server; the last process to do so stops it. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: (message: string) => void;
  /** Overrides Postgres settings for disposable data: tests trade durability for speed. */
  settings?: Record<string, string>;
};

const LOG_CHECK_EVERY_MS = 60_000;
const LIFE_CHECK_EVERY_MS = 250;
const RETRY_AFTER_MS = 2_000;

/**
 * Starts the Postgres server in `dataDir`/postgres, or shares one that other processes already use.
 * It listens on a Unix socket in a private folder and on no port. A server that outlived its killed
 * processes is restarted, and one that dies while in use is replaced. Throws EmbeddedServerError
 * with one sentence for the person who started the product.
 */
export async function startEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  try {
    await makeDataDir(dataDir);
    return await runExclusive(dataDir, options.log, () => start({ ...options, dataDir }));
  } catch (error) {
    throw explain(error, dataDir);
  }
}

/** The server as this process knows it. */
type Server = {
  dataDir: string;
  cluster: string;
  logFile: string;
  log: (message: string) => void;
  /**
   * Starts a server on the cluster, on which none may be running, with its socket in that folder.
   */
  launch(socketFolder: string): Promise<Postmaster>;
  running: Postmaster;
  use: Use;
  reviving: Promise<void> | null;
  /** Set once this process has begun to leave the server, which it then no longer revives. */
  stopping: Promise<void> | null;
};

async function start({ dataDir, log, settings }: Options): Promise<EmbeddedServer> {
  const user = await chooseServerUser(await clusterOf(dataDir));
  const cluster = await reachCluster(dataDir, user, log);
  const logFile = join(dataDir, "postgres.log");
  const shared = await findShared({ dataDir, cluster, log });
  const binaries = await prepareBinaries({ dataDir, user, log });
  const launch = async (socketFolder: string) => {
    await boundLog(logFile);
    const program = binaries.postgres;
    return startPostmaster({ program, cluster, socketFolder, logFile, user, log, settings });
  };
  let running: Postmaster;
  if (shared) {
    log("Another process of the product runs the database: sharing it");
    running = await waitUntilReady(cluster);
  } else {
    await ensureCluster({ cluster, binaries, user, log });
    running = await launch(await chooseSocketFolder(cluster, user));
  }
  const use = await registerUse(dataDir).catch(async (error: unknown) => {
    // Nobody else would stop it, because it has no user.
    if (!shared) await stopPostmaster(cluster);
    throw error;
  });
  const known = { dataDir, cluster, logFile, log, launch, running, use };
  const server: Server = { ...known, reviving: null, stopping: null };
  const timers = watch(server);
  const host = running.socketFolder;
  return {
    connection: { host, port: SOCKET_PORT, user: ROLE, database: DATABASE },
    stop: () => (server.stopping ??= stop(server, timers)),
  };
}

/** The server that other processes use. One that outlived its killed users is stopped instead. */
async function findShared({
  dataDir,
  cluster,
  log,
}: Pick<Server, "dataDir" | "cluster" | "log">): Promise<Postmaster | null> {
  const users = await countUsers(dataDir);
  const found = await findPostmaster(cluster);
  if (!found || users > 0) return found;
  log("The database still runs, left behind by a process that was killed: restarting it");
  await stopPostmaster(cluster);
  await removeSocketFolder(found.socketFolder);
  return null;
}

/** Replaces the server if it dies, and keeps its log small. */
function watch(server: Server): NodeJS.Timeout[] {
  const timers = [
    setInterval(() => boundLog(server.logFile).catch(() => {}), LOG_CHECK_EVERY_MS),
    setInterval(() => checkLife(server), LIFE_CHECK_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return timers;
}

function checkLife(server: Server): void {
  if (server.reviving || isAlive(server.running.pid)) return;
  server.reviving = revive(server)
    .catch(async (error: unknown) => {
      server.log(`The database cannot be started again: ${error}`);
      await sleep(RETRY_AFTER_MS);
    })
    .finally(() => {
      server.reviving = null;
    });
}

async function revive(server: Server): Promise<void> {
  const { dataDir, cluster, log, launch } = server;
  log("The database has died: starting it again");
  await runExclusive(dataDir, log, async () => {
    if (server.stopping) return;
    const other = await findPostmaster(cluster);
    // The same socket, so that clients can reconnect to it.
    server.running = other
      ? await waitUntilReady(cluster)
      : await launch(server.running.socketFolder);
  });
}

async function stop(server: Server, timers: readonly NodeJS.Timeout[]): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  await server.reviving;
  await runExclusive(server.dataDir, server.log, () => leave(server), { isStop: true });
}

/** The last process to leave stops the server. */
async function leave({ dataDir, cluster, use }: Server): Promise<void> {
  await use.end();
  if ((await countUsers(dataDir, use)) > 0) return;
  const last = await findPostmaster(cluster);
  await stopPostmaster(cluster);
  if (last) await removeSocketFolder(last.socketFolder);
}

/**
 * Creates the folder, accessible only by its owner; if root's server runs as another user, that
 * user gets access later.
 */
async function makeDataDir(dataDir: string): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true });
  if (made !== undefined) await chmod(dataDir, 0o700);
}
