import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { prepareBinaries } from "#api/db/embedded-server/binaries.ts";
import { clusterOf, DATABASE, ROLE } from "#api/db/embedded-server/cluster.ts";
import { findPostmaster, SOCKET_PORT } from "#api/db/embedded-server/postmaster.ts";
import { chooseServerUser, run, serverEnvironment } from "#api/db/embedded-server/server-user.ts";
import type { TestServer } from "./global-setup.ts";

export type Standby = {
  connection: TestServer["connection"];
  /** Runs `work` as the cluster's superuser, who may pause the replay. */
  asSuperuser<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Kills it and removes the data. */
  remove(): Promise<void>;
};

/** Starts a streaming replica of the embedded server on `dataDir`, from a copy of it. */
export async function startStandby(dataDir: string): Promise<Standby> {
  const cluster = await clusterOf(dataDir);
  const primary = await findPostmaster(cluster);
  if (!primary) throw new Error(`no server runs on ${cluster}`);
  const user = await chooseServerUser(cluster);
  const { postgres: program } = await prepareBinaries({ dataDir, user, log: () => {} });
  const folder = await mkdtemp(join(tmpdir(), "promptory-standby-"));
  const copy = join(folder, "postgres");
  await copyCluster({ cluster, socketFolder: primary.socketFolder, copy });
  await writeFile(join(copy, "standby.signal"), "");
  if (user) await run("chown", ["-R", `${user.uid}:${user.gid}`, folder], { user: null });

  const settings = {
    primary_conninfo: `host=${primary.socketFolder} port=${SOCKET_PORT} user=postgres`,
    unix_socket_directories: folder,
    port: String(SOCKET_PORT),
    listen_addresses: "",
    // Everything it could lose is still on the primary.
    fsync: "off",
    // Less than the default of five seconds, for when the primary was away.
    wal_retrieve_retry_interval: "100ms",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let child: ChildProcess;
  const connection = { host: folder, port: SOCKET_PORT, user: ROLE, database: DATABASE };
  const start = async () => {
    child = spawn(program, ["-D", copy, ...flags], {
      ...user,
      cwd: "/",
      env: serverEnvironment(),
      stdio: "ignore",
    });
    await waitUntilReadable(connection, child);
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGQUIT");
    await once(child, "exit");
  };
  await start();
  return {
    connection,
    asSuperuser: (work) => withConnection({ ...connection, user: "postgres" }, work),
    start,
    kill,
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies like pg_basebackup: the server keeps running, and its log contains later changes. */
async function copyCluster(given: { cluster: string; socketFolder: string; copy: string }) {
  const { cluster, socketFolder, copy } = given;
  const server = { host: socketFolder, port: SOCKET_PORT, user: "postgres", database: "postgres" };
  await withConnection(server, async (sql) => {
    await sql`SELECT pg_backup_start('standby', true)`;
    await cp(cluster, copy, {
      recursive: true,
      filter: (path) => !/\/(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\.\d+(?:\.lock)?)$/.test(path),
    });
    const [stopped] = await sql<{ label: string }[]>`
      SELECT labelfile AS label FROM pg_backup_stop(false)`;
    await writeFile(join(copy, "backup_label"), stopped?.label ?? "");
  });
}

async function waitUntilReadable(connection: TestServer["connection"], child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error("the standby has stopped");
    const isReadable = await withConnection(connection, async (sql) => {
      await sql`SELECT 1`;
      return true;
    }).catch(() => false);
    if (isReadable) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Uses one connection throughout: a backup ends with the session that began it. */
async function withConnection<Result>(
  connection: TestServer["connection"],
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
