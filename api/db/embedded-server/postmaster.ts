import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { copyFile, readFile, readlink, rm, stat, truncate } from "node:fs/promises";
import { totalmem } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf } from "../../errno.ts";
import { EmbeddedServerError, explain } from "./errors.ts";
import { startTime } from "./run-folder.ts";
import { run, type ServerUser, serverEnvironment } from "./server-user.ts";

/** A running server, according to its pid file. */
export type Postmaster = { pid: number; socketFolder: string; isReady: boolean };

/** The socket file's name contains a port even though none is opened. */
export const SOCKET_PORT = 5432;

const POLL_MS = 20;
/**
 * Recovery after a power failure replays the log; the server is making progress, so wait for it.
 */
const READY_WAIT_MAX_MS = 10 * 60_000;
const FAST_STOP_MAX_MS = 5_000;
const HARD_STOP_MAX_MS = 5_000;
const LOG_BYTES_MAX = 5_000_000;

/**
 * Tuned for a small machine that also runs the product. Durability settings are listed explicitly.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  port: String(SOCKET_PORT),
  unix_socket_permissions: "0700",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  max_connections: "100",
  shared_buffers: `${sharedBuffersMb()}MB`,
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  random_page_cost: "1.1",
  // Waking I/O workers takes longer than reading a page that the system has cached.
  io_method: "sync",
  jit: "off",
  // A container's /dev/shm is too small for parallel queries, which gain nothing on two cores.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  logging_collector: "off",
  log_checkpoints: "off",
  // Logs neither statements nor rows: the log must not contain personal data.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** An eighth of the memory, within limits. A small shop uses only as much as it has data. */
function sharedBuffersMb(): number {
  return Math.round(Math.min(1024, Math.max(128, totalmem() / 2 ** 20 / 8)));
}

/** The server running on `cluster`, or null; a pid file alone proves nothing. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServerOf(pid, cluster))) return null;
  return { pid, socketFolder: lines[4]?.trim() ?? "", isReady: lines[7]?.trim() === "ready" };
}

/** True if process `pid` is a Postgres server whose data directory is `cluster`. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== "linux") {
    const { code, stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)], {
      user: null,
    });
    return code === 0 && /postgres/.test(stdout) && stdout.includes(cluster);
  }
  const [program, folder, own] = await Promise.all([
    readlink(`/proc/${pid}/exe`).catch(() => ""),
    stat(`/proc/${pid}/cwd`).catch(() => null),
    stat(cluster).catch(() => null),
  ]);
  const isPostgres = /^postgres( \(deleted\))?$/.test(basename(program));
  return isPostgres && folder !== null && folder.ino === own?.ino && folder.dev === own.dev;
}

export type StartOptions = {
  program: string;
  cluster: string;
  socketFolder: string;
  logFile: string;
  user: ServerUser;
  log: (message: string) => void;
  /** Overrides of SETTINGS. */
  settings?: Record<string, string>;
};

/**
 * Starts the server and waits until it accepts connections. Requires that none runs on `cluster`.
 */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    const { pid, failure } = await launch(options);
    if (pid !== null) return { pid, socketFolder: options.socketFolder, isReady: true };
    // A killed server's last workers take a moment to exit.
    const isOccupied = /pre-existing shared memory block|already exists/.test(failure);
    if (!isOccupied || tries >= 50) throw explain(new Error(failure), options.cluster);
    await sleep(100);
  }
}

async function launch(options: StartOptions): Promise<{ pid: number | null; failure: string }> {
  const { cluster, logFile, user } = options;
  await removeForeignPidFiles(cluster, options.socketFolder);
  const args = ["-D", cluster, "-c", `unix_socket_directories=${options.socketFolder}`];
  const settings = { ...SETTINGS, ...options.settings };
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);

  const logStart = (await stat(logFile).catch(() => null))?.size ?? 0;
  const output = openSync(logFile, "a", 0o600);
  // Detached, because Ctrl-C in a terminal must reach this process first, so that requests end
  // before the server.
  const child = spawn(options.program, args, {
    ...user,
    cwd: "/",
    env: serverEnvironment(),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  let hasEnded = false;
  let failure = "";
  child.on("error", (error) => {
    hasEnded = true;
    failure = error.message;
  });
  child.on("exit", () => {
    hasEnded = true;
  });
  child.unref();

  const started = performance.now();
  for (let polls = 1; !hasEnded && performance.now() - started < READY_WAIT_MAX_MS; polls++) {
    await sleep(POLL_MS);
    const found = await findPostmaster(cluster);
    if (found?.pid === child.pid && found?.isReady) return { pid: found.pid, failure: "" };
    if (polls === 250)
      options.log("The database is recovering from a hard stop; this takes a while");
  }
  const tail = (await readFile(logFile)).subarray(logStart).toString();
  return { pid: null, failure: failure || tail };
}

/**
 * Postgres does not start if the pid in a stale file belongs to any running process. If that
 * process is not a server of this cluster, the file is removed and the process left alone. A dead
 * pid stays in the file: Postgres uses it to find workers that outlived their server.
 */
async function removeForeignPidFiles(cluster: string, socketFolder: string): Promise<void> {
  const socketLock = join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`);
  for (const file of [join(cluster, "postmaster.pid"), socketLock]) {
    const text = await readFile(file, "utf8").catch(() => null);
    if (text === null) continue;
    const pid = Math.abs(Number.parseInt(text, 10));
    const isReadable = Number.isInteger(pid) && pid > 1;
    if (!isReadable || (isAlive(pid) && !(await isServerOf(pid, cluster)))) {
      await rm(file, { force: true });
    }
  }
}

/** True while a process with this id exists, regardless of its owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

/** Waits for a server that another process has just started. */
export async function waitUntilReady(cluster: string): Promise<Postmaster> {
  const started = performance.now();
  while (performance.now() - started < READY_WAIT_MAX_MS) {
    const found = await findPostmaster(cluster);
    if (found === null) break;
    if (found.isReady) return found;
    await sleep(POLL_MS);
  }
  throw new EmbeddedServerError("The database that another process started did not become ready.");
}

/**
 * Stops the server on `cluster`, if one runs, and waits for its process to end; open transactions
 * are rolled back. Throws EmbeddedServerError if it does not stop.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const found = await findPostmaster(cluster);
  if (!found) return;
  if (await endWith("SIGINT", found.pid, cluster, FAST_STOP_MAX_MS)) return;
  // Not graceful but safe: committed data is in the log, which the next start replays.
  if (await endWith("SIGQUIT", found.pid, cluster, HARD_STOP_MAX_MS)) return;
  throw new EmbeddedServerError(`The database server, process ${found.pid}, does not stop.`);
}

async function endWith(
  signal: NodeJS.Signals,
  pid: number,
  cluster: string,
  waitMaxMs: number,
): Promise<boolean> {
  const startedAt = await startTime(pid);
  if (startedAt === null) return true;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errnoOf(error) !== "ESRCH") throw explain(error, cluster);
  }
  const started = performance.now();
  // Not isServerOf, which becomes false too early: an exiting process loses its program
  // (/proc/PID/exe) first, and may keep the shared memory for a while.
  while ((await startTime(pid)) === startedAt) {
    if (performance.now() - started > waitMaxMs) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/**
 * Truncates a large log after copying it to one older file. The server appends, so truncating a
 * file it has open is safe.
 */
export async function boundLog(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => null);
  if (!found || found.size < LOG_BYTES_MAX) return;
  await copyFile(logFile, `${logFile}.1`);
  await truncate(logFile);
}
