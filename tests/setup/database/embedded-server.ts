import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { build } from "vite";
import { clusterOf } from "#api/db/embedded-server/cluster.ts";
import { findPostmaster } from "#api/db/embedded-server/postmaster.ts";
import type { EmbeddedServer } from "#api/db/embedded-server.ts";

// Helpers for the embedded server's tests: killable Node processes, and checks from outside.

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Below node_modules, so that the bundle finds the packages. */
const bundle = join(root, "node_modules", ".cache", `embedded-server-test-${process.pid}`);

export async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
}

export async function query<Row>(
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

export async function postmasterOf(dataDir: string): Promise<number> {
  const found = await findPostmaster(await clusterOf(dataDir));
  return found?.pid ?? 0;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie orphan stays in the process table until init reaps it.
    const status = `/proc/${pid}/status`;
    return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
  } catch {
    return false;
  }
}

/** Returns the inodes of a process's sockets that are in the system's table of TCP sockets. */
export async function tcpSocketsOf(pid: number): Promise<string[]> {
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
export const keptWords = async (server: Pick<EmbeddedServer, "connection">) =>
  (await query(server, (sql) => sql<{ word: string }[]>`SELECT word FROM kept`)).map(
    (row) => row.word,
  );

/** Bundles a complete Node process that starts the server, reports it and waits to be killed. */
export async function bundleChild(): Promise<void> {
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

export function startChild(dataDir: string): { child: ChildProcess; connection: Promise<string> } {
  const child = spawn(process.execPath, [join(bundle, "child.js"), dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    child.once("exit", () => reject(new Error("the child ended before it had a server")));
  });
  connection.catch(() => {});
  return { child, connection };
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once("exit", resolve));
  }
}

export async function removeBundle(): Promise<void> {
  await rm(bundle, { recursive: true, force: true });
}
