import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { assertWritable, openDatabase } from "#api/db/client.ts";
import { clusterOf } from "#api/db/embedded-server/cluster.ts";
import { findPostmaster } from "#api/db/embedded-server/postmaster.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#api/db/embedded-server.ts";
import {
  bundleChild,
  ended,
  isAlive,
  keptWords,
  postmasterOf,
  query,
  removeBundle,
  run,
  startChild,
  tcpSocketsOf,
} from "#tests/setup/database/embedded-server.ts";

const isRoot = process.getuid?.() === 0;

let base: string;
/** A data folder that is created once; most tests use a copy. */
let ready: string;
let messages: string[] = [];
const log = (message: string) => messages.push(message);
const children: ChildProcess[] = [];
const servers: EmbeddedServer[] = [];

beforeAll(async () => {
  // The server's unprivileged user must be able to traverse it, which mkdtemp's mode denies.
  base = await mkdtemp(join(tmpdir(), "promptory-test-"));
  await chmod(base, 0o711);
  ready = join(base, "ready");
  const [server] = await Promise.all([startEmbeddedServer({ dataDir: ready, log }), bundleChild()]);
  await query(server, (sql) => sql`CREATE TABLE kept (word text)`);
  await query(server, (sql) => sql`INSERT INTO kept VALUES ('Grüße')`);
  await server.stop();
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill("SIGKILL");
  messages = [];
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
  await removeBundle();
});

function startToKill(dataDir: string) {
  const started = startChild(dataDir);
  children.push(started.child);
  return started;
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir, log });
  servers.push(server);
  return server;
}

async function copyOfReady(name: string): Promise<string> {
  const dataDir = join(base, name);
  await run("cp", ["-a", ready, dataDir]);
  return dataDir;
}

/** Returns a data folder with a half-created database. Finishing one first would prove nothing. */
async function killDuringCreation(): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const dataDir = join(base, `half-${attempt}`);
    await mkdir(dataDir, { mode: 0o711 });
    const { child } = startToKill(dataDir);
    const isBegun = () => readdirSync(dataDir).some((name) => /^postgres(\.new-|$)/.test(name));
    await vi.waitUntil(isBegun, { timeout: 90_000, interval: 10 });
    child.kill("SIGKILL");
    await ended(child);
    if (!existsSync(join(dataDir, "postgres"))) return dataDir;
  }
}

describe("the embedded database", () => {
  it("is a durable Postgres 18 in UTF-8 with the extensions that the search needs", async () => {
    const server = await start(await copyOfReady("facts"));
    const [row] = await query(
      server,
      (sql) => sql`SELECT current_setting('server_version_num')::int / 10000 AS major,
        current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
        current_setting('synchronous_commit') AS commits, current_setting('jit') AS jit,
        (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale,
        lower('ÄÉ') AS lowered, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
    );
    expect(row).toEqual({
      major: 18,
      fsync: "on",
      encoding: "UTF8",
      commits: "on",
      jit: "off",
      locale: "C.UTF-8",
      lowered: "äé",
      super: false,
    });
    await query(server, (sql) => sql`CREATE EXTENSION pg_trgm`);
    await query(server, (sql) => sql`CREATE EXTENSION unaccent`);
    const [plain] = await query(server, (sql) => sql`SELECT unaccent('Grüße') AS word`);
    expect(plain?.word).toBe("Grusse");
  });

  it("listens on no network port, only on a socket that others cannot reach", async () => {
    const dataDir = await copyOfReady("ports");
    const server = await start(dataDir);
    const [row] = await query(server, (sql) => sql`SHOW listen_addresses`);
    expect(row?.listen_addresses).toBe("");
    expect((await stat(server.connection.host)).mode & 0o077).toBe(0);
    expect(await tcpSocketsOf(await postmasterOf(dataDir))).toEqual([]);
  });

  it("keeps its data over a restart", async () => {
    const dataDir = await copyOfReady("restart");
    const first = await start(dataDir);
    await query(first, (sql) => sql`INSERT INTO kept VALUES ('again')`);
    const pid = await postmasterOf(dataDir);
    await first.stop();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße", "again"]);
  });

  it("replaces the server that a killed process left behind, and loses nothing", async () => {
    const dataDir = await copyOfReady("killed");
    const { child, connection } = startToKill(dataDir);
    const left = { connection: JSON.parse(await connection) };
    await query(left, (sql) => sql`INSERT INTO kept VALUES ('committed')`);
    const orphan = await postmasterOf(dataDir);
    child.kill("SIGKILL");
    await ended(child);
    expect(isAlive(orphan)).toBe(true);

    const server = await start(dataDir);
    expect(await postmasterOf(dataDir)).not.toBe(orphan);
    expect(isAlive(orphan)).toBe(false);
    expect(await keptWords(server)).toEqual(["Grüße", "committed"]);
  });

  it("recovers when the server itself was killed and its pid is dead", async () => {
    const dataDir = await copyOfReady("stale");
    const { child, connection } = startToKill(dataDir);
    const left = { connection: JSON.parse(await connection) };
    await query(left, (sql) => sql`INSERT INTO kept VALUES ('committed')`);
    const pid = await postmasterOf(dataDir);
    child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await ended(child);
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(true);
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße", "committed"]);
  });

  it("is started again in its place when it dies under the process that uses it", async () => {
    const dataDir = await copyOfReady("dies");
    const server = await start(dataDir);
    const before = await postmasterOf(dataDir);
    process.kill(before, "SIGKILL");
    await expect.poll(() => keptWords(server).catch(String)).toEqual(["Grüße"]);
    expect(await postmasterOf(dataDir)).not.toBe(before);
    expect(messages.join()).toContain("has died");
  });

  it("touches no process that happens to bear the pid of a left-over file", async () => {
    const dataDir = await copyOfReady("recycled");
    const unrelated = spawn("sleep", ["60"], { stdio: "ignore" });
    children.push(unrelated);
    const cluster = join(dataDir, "postgres");
    const content = `${unrelated.pid}\n${cluster}\n1\n5432\n${cluster}\n\n0 0\nready   \n`;
    await writeFile(join(cluster, "postmaster.pid"), content);
    await writeFile(join(cluster, ".s.PGSQL.5432.lock"), content);
    expect(await findPostmaster(cluster)).toBeNull();
    const server = await start(dataDir);
    expect(await keptWords(server)).toEqual(["Grüße"]);
    await server.stop();
    expect(isAlive(unrelated.pid ?? 0)).toBe(true);
  });

  it("does not take the server of another data folder for its own", async () => {
    const mine = await copyOfReady("mine");
    const other = await copyOfReady("other");
    const theirs = await start(other);
    const file = join("postgres", "postmaster.pid");
    await run("cp", ["-a", join(other, file), join(mine, file)]);
    const server = await start(mine);
    expect(await postmasterOf(mine)).not.toBe(await postmasterOf(other));
    await server.stop();
    expect(await keptWords(theirs)).toEqual(["Grüße"]);
  });

  it("starts in spite of a lock that was cut short while it was written", async () => {
    const dataDir = await copyOfReady("half-lock");
    const lock = join(dataDir, "postgres-run", "turn");
    await writeFile(lock, '{"id":"ha');
    const recently = new Date(Date.now() - 3_000);
    await utimes(lock, recently, recently);
    messages = [];
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße"]);
    expect(messages.filter((message) => message.includes("waiting for it"))).toEqual([]);
  });

  it("starts anew after a kill in the middle of its creation", async () => {
    const server = await start(await killDuringCreation());
    await query(server, (sql) => sql`SELECT 1`);
  });

  it("puts a folder without a database aside, and rejects one whose database is damaged", async () => {
    const unfinished = join(base, "unfinished");
    await mkdir(join(unfinished, "postgres"), { recursive: true });
    await writeFile(join(unfinished, "postgres", "PG_VERSION"), "18\n");
    await query(await start(unfinished), (sql) => sql`SELECT 1`);
    expect((await readdir(unfinished)).some((name) => name.includes(".unfinished-"))).toBe(true);

    const damaged = await copyOfReady("damaged");
    await rm(join(damaged, "postgres", "global", "pg_control"));
    await expect(start(damaged)).rejects.toThrow(/is damaged .* restore a backup/);
  });

  it("is shared by processes on the same folder, and outlives all but the last", async () => {
    const dataDir = await copyOfReady("shared");
    const { child, connection } = startToKill(dataDir);
    const [mine, second] = await Promise.all([start(dataDir), start(dataDir)]);
    expect(JSON.parse(await connection)).toEqual(mine.connection);
    const pid = await postmasterOf(dataDir);

    await mine.stop();
    child.stdin?.write("stop\n");
    await ended(child);
    expect(await keptWords(second)).toEqual(["Grüße"]);
    expect(await postmasterOf(dataDir)).toBe(pid);
    await second.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(isRoot)(
    "says that its disk is full, and is stopped by its last process on it",
    async () => {
      const dataDir = join(base, "full");
      await mkdir(dataDir);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", dataDir]);
      try {
        await run("cp", ["-a", `${ready}/.`, dataDir]);
        const server = await start(dataDir);
        const pid = await postmasterOf(dataDir);
        const page = Buffer.alloc(4096);
        const pool = openDatabase(server.connection);
        await assertWritable(pool);
        expect(() => {
          for (;;) appendFileSync(join(dataDir, "filler"), page);
        }).toThrow("ENOSPC");
        const probe = () => assertWritable(pool).then(() => "ready", String);
        await expect.poll(probe).toContain("No space left on device");
        rmSync(join(dataDir, "filler"));
        expect(await probe()).toBe("ready");
        expect(() => {
          for (;;) appendFileSync(join(dataDir, "filler"), page);
        }).toThrow("ENOSPC");
        await pool.end();
        await server.stop();
        expect(isAlive(pid)).toBe(false);
      } finally {
        execFileSync("umount", [dataDir]);
      }
    },
  );

  it("does not count a killed process among those that share", async () => {
    const dataDir = await copyOfReady("shared-killed");
    const server = await start(dataDir);
    const { child, connection } = startToKill(dataDir);
    await connection;
    child.kill("SIGKILL");
    await ended(child);
    const pid = await postmasterOf(dataDir);
    expect(await keptWords(server)).toEqual(["Grüße"]);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("stays away from a folder that another container uses, and takes over from a dead one", async () => {
    const dataDir = await copyOfReady("container");
    const mark = join(dataDir, "postgres-run", "user-elsewhere");
    await writeFile(mark, '{"id":"elsewhere","machine":"other","pid":1,"startedAt":"1"}');
    const heartbeat = setInterval(() => void utimes(mark, new Date(), new Date()), 100);
    await expect(start(dataDir)).rejects.toThrow(/in use by another container or machine/);
    clearInterval(heartbeat);
    await sleep(150);
    await utimes(mark, new Date(0), new Date(0));
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße"]);
  });

  it("keeps its socket's path short when the data folder's is long or odd", async () => {
    const dataDir = join(base, `${"long-".repeat(20)}, naïve`);
    await run("cp", ["-a", ready, dataDir]);
    const server = await start(dataDir);
    expect(server.connection.host.length).toBeLessThan(90);
    expect(await keptWords(server)).toEqual(["Grüße"]);
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  it("stays in a data folder that is closed to others, and keeps it closed", async () => {
    const dataDir = await copyOfReady("private");
    await chmod(dataDir, 0o700);
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße"]);
    expect(await clusterOf(dataDir)).toBe(join(dataDir, "postgres"));
    expect((await stat(dataDir)).mode & 0o067).toBe(0);
  });

  it("stays in a data folder that `cp -r` gave to root's group", async () => {
    const dataDir = await copyOfReady("root-group");
    await chmod(dataDir, 0o710);
    if (isRoot) await chown(dataDir, 0, 0);
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße"]);
    expect(await clusterOf(dataDir)).toBe(join(dataDir, "postgres"));
    expect((await stat(dataDir)).mode & 0o067).toBe(0);
  });

  it("works below a folder that only its owner can enter", async () => {
    const closed = join(base, "closed");
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, "data");
    await run("cp", ["-a", ready, dataDir]);
    await start(dataDir).then((server) => server.stop());
    const again = await start(dataDir);
    expect(await keptWords(again)).toEqual(["Grüße"]);

    const cluster = await clusterOf(dataDir);
    expect(cluster.startsWith("/var/lib/promptory/")).toBe(isRoot);
    expect(messages.some((message) => message.includes("the database is kept in"))).toBe(isRoot);
    if (isRoot) {
      const copy = join(closed, "copy");
      await run("cp", ["-a", dataDir, copy]);
      await expect(start(copy)).rejects.toThrow(/is a copy of that folder/);
      expect(await keptWords(again)).toEqual(["Grüße"]);
    }
    await again.stop();
    if (isRoot) {
      await rm(dirname(cluster), { recursive: true });
      await expect(start(dataDir)).rejects.toThrow(/that folder is gone/);
    }
  });

  it("says in one sentence why it cannot start", async () => {
    await writeFile(join(base, "file"), "");
    await expect(start(join(base, "file"))).rejects.toThrow(/is not a folder: set DATA_DIR/);

    const older = await copyOfReady("older");
    await writeFile(join(older, "postgres", "PG_VERSION"), "15\n");
    await expect(start(older)).rejects.toThrow(/was written by Postgres 15 .* DATABASE_URL/);
  });
});
