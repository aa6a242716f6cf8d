import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { postgresCode } from "#api/db/client.ts";
import {
  chooseServerUser,
  run,
  type ServerUser,
  serverEnvironment,
} from "#api/db/embedded-server/server-user.ts";
import { freePort } from "../servers/free-port.ts";

export type PostgresPair = {
  /** For DATABASE_URL and DATABASE_READ_URL. */
  url: string;
  readUrl: string;
  /** Counts the standby's reads of the shop's tables and indexes. */
  countReads(): Promise<number>;
  /** Kills the server that takes writes. */
  killPrimary(): Promise<void>;
  startPrimary(): Promise<void>;
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** From here on it receives changes but does not apply them, until it is resumed. */
  pauseStandby(): Promise<void>;
  resumeStandby(): Promise<void>;
  /** Stops both and removes their data. */
  remove(): Promise<void>;
};

/** Where Debian installs the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";
const DATABASE = "promptory";
const RECOVERY_CONFLICT = "40001";
const SETTINGS = ["-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"];

/**
 * Starts a Postgres with a streaming standby, as an operator would set them up with Debian's
 * `postgresql` package: initdb, pg_basebackup. Throws if the package is not installed.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const programs = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), "promptory-pair-"));
  const user = await chooseServerUser(folder);
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  const primary = { data: join(folder, "primary"), port: await freePort() };
  const standby = { data: join(folder, "standby"), port: await freePort() };
  const execute = async (program: string, args: string[]) => {
    const { code, stderr } = await run(join(programs, program), args, { user });
    if (code !== 0) throw new Error(`${program}: ${stderr}`);
  };
  const start = ({ data, port }: typeof primary) =>
    startServer(join(programs, "postgres"), { data, port, socketFolder: folder, user });

  await execute("initdb", [
    ...["-D", primary.data, "--encoding=UTF8", "--locale=C.UTF-8"],
    ...["--username=postgres", "--auth=trust"],
  ]);
  let server = await start(primary);
  const url = urlOf(primary.port, DATABASE);
  await withConnection(urlOf(primary.port, "postgres"), (sql) =>
    sql.unsafe(`CREATE DATABASE ${DATABASE}`),
  );
  await execute("pg_basebackup", [
    ...["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"],
    ...["-D", standby.data, "--write-recovery-conf", "--checkpoint=fast"],
  ]);
  let replica = await start(standby);
  const readUrl = urlOf(standby.port, DATABASE);
  return {
    url,
    readUrl,
    countReads: async () => {
      const [row] = await withConnection(
        readUrl,
        (sql) => sql<{ reads: number }[]>`
          SELECT sum(seq_scan + coalesce(idx_scan, 0))::int AS reads FROM pg_stat_user_tables`,
      );
      return row?.reads ?? 0;
    },
    killPrimary: () => kill(server),
    startPrimary: async () => {
      server = await start(primary);
    },
    killStandby: () => kill(replica),
    startStandby: async () => {
      replica = await start(standby);
    },
    pauseStandby: () =>
      withConnection(readUrl, async (sql) => void (await sql`SELECT pg_wal_replay_pause()`)),
    resumeStandby: async () => {
      // The standby, once resumed, may cancel this query, like any other, before it responds.
      while (!(await resumeReplay(readUrl)));
    },
    remove: async () => {
      await Promise.all([kill(replica), kill(server)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the folder of the newest installed version. */
async function findPrograms(): Promise<string> {
  const versions = await readdir(VERSIONS).catch(() => []);
  const newest = versions.map(Number).sort((one, other) => other - one)[0];
  if (!newest) throw new Error("Debian's package `postgresql` is not installed");
  return join(VERSIONS, String(newest), "bin");
}

const urlOf = (port: number, database: string) =>
  `postgres://postgres@127.0.0.1:${port}/${database}`;

/** Returns false if the standby has cancelled the query because its own work conflicts with it. */
function resumeReplay(url: string): Promise<boolean> {
  return withConnection(url, async (sql) => {
    await sql`SELECT pg_wal_replay_resume()`;
    return true;
  }).catch((error: unknown) => {
    if (postgresCode(error) === RECOVERY_CONFLICT) return false;
    throw error;
  });
}

async function startServer(
  program: string,
  given: { data: string; port: number; socketFolder: string; user: ServerUser },
): Promise<ChildProcess> {
  const { data, port, socketFolder, user } = given;
  const own = ["-D", data, "-p", String(port), "-c", `unix_socket_directories=${socketFolder}`];
  const child = spawn(program, [...own, ...SETTINGS], {
    ...user,
    cwd: "/",
    env: serverEnvironment(),
    stdio: "ignore",
  });
  while (child.exitCode === null) {
    const isReadable = await withConnection(urlOf(port, "postgres"), async (sql) => {
      await sql`SELECT 1`;
      return true;
    }).catch(() => false);
    if (isReadable) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the Postgres server in ${data} has stopped`);
}

/** Kills immediately, without closing connections cleanly. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGQUIT");
  await gone;
}

async function withConnection<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
