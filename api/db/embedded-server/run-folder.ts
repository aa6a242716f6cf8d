import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { parseJson } from "#domain/json.ts";
import { errnoOf, isStorageFull } from "../../errno.ts";
import { EmbeddedServerError } from "./errors.ts";
import { run } from "./server-user.ts";

/**
 * The process that wrote a file here. Its start time distinguishes it from a later one with the
 * same pid.
 */
const holderSchema = z.object({
  id: z.string(),
  machine: z.string(),
  pid: z.number(),
  startedAt: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

const HEARTBEAT_EVERY_MS = 2_000;
/**
 * How long another container's file is watched for changes; its age is meaningless because clocks
 * differ.
 */
const HEARTBEAT_WATCH_MS = 7_000;
const TURN_WAIT_MAX_MS = 5 * 60_000;
const TURN_POLL_MS = 40;
/** Removing a dead process's lock takes a millisecond; after this time the remover has died too. */
const BREAK_AGE_MAX_MS = 10_000;
/**
 * A lock appears together with its content, so an empty one was left by a crash (or is that of a
 * slow older release).
 */
const UNREADABLE_AGE_MAX_MS = 1_000;

/**
 * `dataDir/postgres-run` records which processes use the server (`user-*`), and which one may start
 * or stop it (`turn`). For each entry it is checked whether its process lives, so a crash needs no
 * cleanup.
 */
function runFolder(dataDir: string) {
  return join(dataDir, "postgres-run");
}

/**
 * Runs `work` while no other process starts or stops this server. With `isStop`, this also works on
 * a full or read-only disk, where no process can start a server.
 */
export async function runExclusive<Result>(
  dataDir: string,
  log: (message: string) => void,
  work: () => Promise<Result>,
  { isStop = false } = {},
): Promise<Result> {
  const file = join(runFolder(dataDir), "turn");
  await mkdir(runFolder(dataDir), { recursive: true, mode: 0o700 });
  const me = await describeThisProcess();
  const started = performance.now();
  let owns = false;
  const take = async () => {
    owns = await tryWrite(file, me);
    return owns;
  };
  for (let waits = 0; !(await (isStop ? unlessUnwritable(file, take) : take())); waits++) {
    if (await removeStaleLock(file)) continue;
    if (waits === 25) log("Another process is starting or stopping the database: waiting for it");
    if (performance.now() - started > TURN_WAIT_MAX_MS) {
      throw new EmbeddedServerError(
        `Another process has held the database's lock ${file} too long.`,
      );
    }
    await sleep(TURN_POLL_MS);
  }
  const stopHeartbeat = startHeartbeat(file);
  try {
    return await work();
  } finally {
    stopHeartbeat();
    // Another container may have considered this process dead and taken the turn.
    const holder = owns ? await readHolder(file) : null;
    if (owns && (holder?.id ?? me.id) === me.id) await removeEntry(file);
  }
}

/** The result of `take` or, if nothing can be written, whether no live process has the turn. */
async function unlessUnwritable(file: string, take: () => Promise<boolean>): Promise<boolean> {
  try {
    return await take();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    const holder = await readHolder(file);
    return holder === null || !(await isAlive(file, holder));
  }
}

/** This process's entry as a user of the server: its file name, and how to remove it. */
export type Use = { name: string; end(): Promise<void> };

/** Registers this process as a user of the server. */
export async function registerUse(dataDir: string): Promise<Use> {
  const me = await describeThisProcess();
  const name = `user-${me.id}`;
  const file = join(runFolder(dataDir), name);
  await writeFile(file, JSON.stringify(me), { mode: 0o600 });
  const stopHeartbeat = startHeartbeat(file);
  return {
    name,
    end: async () => {
      stopHeartbeat();
      await removeEntry(file);
    },
  };
}

/** An entry that cannot be removed counts as that of a dead process at the next start. */
async function removeEntry(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });
}

/**
 * Number of live processes that use the server, except `own`; removes entries of dead ones. Throws
 * if a user runs in another container or on another machine: two servers on one folder would
 * destroy the data.
 */
export async function countUsers(dataDir: string, own?: Use): Promise<number> {
  let count = 0;
  for (const name of await readdir(runFolder(dataDir))) {
    if (!name.startsWith("user-") || name === own?.name) continue;
    const file = join(runFolder(dataDir), name);
    const holder = await readHolder(file);
    if (holder && (await isAlive(file, holder))) {
      if (holder.machine !== machine()) {
        throw new EmbeddedServerError(
          `The data in ${dataDir} is in use by another container or machine: stop that one first.`,
        );
      }
      count++;
    } else {
      await removeEntry(file);
    }
  }
  return count;
}

/** Creates the file atomically with all its content; false if it exists. */
async function tryWrite(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await writeFile(draft, JSON.stringify(holder), { flag: "wx", mode: 0o600, flush: true });
    await link(draft, file);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a lock whose holder died. The permission to do so is tied to that lock's id, so that
 * exactly one of several processes removes it, and none removes a later holder's lock.
 */
async function removeStaleLock(file: string): Promise<boolean> {
  const holder = await readHolder(file);
  const id = holder?.id ?? "unreadable";
  if (holder ? await isAlive(file, holder) : !(await isOlderThan(file, UNREADABLE_AGE_MAX_MS))) {
    return false;
  }
  const right = `${file}-break-${id}`;
  if (!(await tryWrite(right, await describeThisProcess()))) {
    if (await isOlderThan(right, BREAK_AGE_MAX_MS)) await rm(right, { force: true });
    return false;
  }
  const now = await readHolder(file);
  if ((now?.id ?? "unreadable") === id) await rm(file, { force: true });
  await rm(right, { force: true });
  return true;
}

async function isOlderThan(file: string, ageMs: number): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ageMs;
}

/** Null if the file is missing, or was truncated by a crash. */
async function readHolder(file: string): Promise<Holder | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  return holderSchema.safeParse(parseJson(text)).data ?? null;
}

async function isAlive(file: string, holder: Holder): Promise<boolean> {
  if (holder.machine === machine()) return (await startTime(holder.pid)) === holder.startedAt;
  // The pids of another container mean nothing here, but a live process would update its file.
  const before = await stat(file).catch(() => null);
  if (!before) return false;
  for (let waited = 0; waited < HEARTBEAT_WATCH_MS; waited += 250) {
    await sleep(250);
    const after = await stat(file).catch(() => null);
    if (!after) return false;
    if (after.mtimeMs !== before.mtimeMs) return true;
  }
  return false;
}

function startHeartbeat(file: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, HEARTBEAT_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function describeThisProcess(): Promise<Holder> {
  const startedAt = (await startTime(process.pid)) ?? "";
  return { id: randomUUID(), machine: machine(), pid: process.pid, startedAt };
}

/**
 * Identifies the boot and pid namespace: only within both can processes check each other's pids.
 */
function machine(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "here";
  }
}

/** A process's start time, in the system's own unit; null if it has ended. */
export async function startTime(pid: number): Promise<string | null> {
  if (machine() !== "here") {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
    // The process name, the second field, may itself contain spaces and parentheses.
    const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields?.[0] === "Z" ? null : (fields?.[19] ?? null);
  }
  const output = await run("ps", ["-o", "lstart=", "-p", String(pid)], { user: null });
  return output.code === 0 ? output.stdout.trim() : null;
}
