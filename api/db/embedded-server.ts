import { chmod, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
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
  type Postmaster,
  SOCKET_PORT,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from "./embedded-server/postmaster.ts";
import { countUsers, inTurn, registerUse } from "./embedded-server/run-folder.ts";
import { chooseServerUser } from "./embedded-server/server-user.ts";

export type EmbeddedServer = {
  /** Options for postgres.js: `postgres(connection)`. */
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** Ends this process's use of the server; the last one to leave stops it. */
  stop(): Promise<void>;
};

type Options = { dataDir: string; log: (message: string) => void };

const LOG_CHECK_EVERY_MS = 60_000;

/**
 * Starts the Postgres server that lives in `dataDir`/postgres, or shares it with the processes that
 * already use it. It listens on a Unix socket in a private folder, on no port. A server that
 * outlived its killed processes is stopped and started again.
 * Throws EmbeddedServerError with one sentence for the person who started the product.
 */
export async function startEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  try {
    await makeDataDir(dataDir);
    return await inTurn(dataDir, options.log, () => start({ ...options, dataDir }));
  } catch (error) {
    throw explain(error, dataDir);
  }
}

async function start({ dataDir, log }: Options): Promise<EmbeddedServer> {
  const user = await chooseServerUser(await clusterOf(dataDir));
  const cluster = await reachCluster(dataDir, user, log);
  const logFile = join(dataDir, "postgres.log");
  const usersBefore = await countUsers(dataDir);

  let running: Postmaster | null = await findPostmaster(cluster);
  if (running && usersBefore === 0) {
    log("The database still runs, left behind by a process that was killed: restarting it");
    await stopPostmaster(cluster);
    await removeSocketFolder(running.socketFolder);
    running = null;
  }
  if (running) {
    log("Another process of the product runs the database: sharing it");
    running = await waitUntilReady(cluster);
  } else {
    const binaries = await prepareBinaries({ dataDir, user, log });
    await ensureCluster({ cluster, binaries, user, log });
    await boundLog(logFile);
    const socketFolder = await chooseSocketFolder(cluster, user);
    const program = binaries.postgres;
    running = await startPostmaster({ program, cluster, socketFolder, logFile, user, log });
  }

  const leave = await registerUse(dataDir);
  const timer = setInterval(() => boundLog(logFile).catch(() => {}), LOG_CHECK_EVERY_MS);
  timer.unref();
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    clearInterval(timer);
    await inTurn(dataDir, log, async () => {
      await leave();
      if ((await countUsers(dataDir)) > 0) return;
      const last = await findPostmaster(cluster);
      await stopPostmaster(cluster);
      if (last) await removeSocketFolder(last.socketFolder);
    });
  };
  return {
    connection: {
      host: running.socketFolder,
      port: SOCKET_PORT,
      user: ROLE,
      database: DATABASE,
    },
    stop: () => (stopping ??= stop()),
  };
}

/** Nobody else's business; root's server, another user, is let in when it is known. */
async function makeDataDir(dataDir: string): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true });
  if (made !== undefined) await chmod(dataDir, 0o700);
}
