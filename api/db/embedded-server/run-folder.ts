import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedServerError } from "./errors.ts";
import { run } from "./server-user.ts";

/** Who wrote a file here. The start time distinguishes a process from a later one with the same pid. */
type Holder = { id: string; machine: string; pid: number; startedAt: string };

const BEAT_EVERY_MS = 2_000;
/** How long a file of another container is watched; its age says nothing where clocks differ. */
const BEAT_WATCH_MS = 7_000;
const TURN_WAIT_MAX_MS = 5 * 60_000;
const TURN_POLL_MS = 40;
/** Breaking a dead process's lock takes a millisecond; after this the breaker died as well. */
const BREAK_AGE_MAX_MS = 10_000;
/** A lock appears with its content, so one without was left by a crash (or a slow older release). */
const UNREADABLE_AGE_MAX_MS = 1_000;

/**
 * `dataDir/postgres-run`: which processes use the server now (`user-*`), and whose turn it is to
 * start or stop it (`turn`). Every entry is checked for life, so a crash leaves nothing to clean.
 */
export function runFolder(dataDir: string) {
  return join(dataDir, "postgres-run");
}

/** Runs `work` while no other process starts or stops this server. */
export async function runExclusive<Result>(
  dataDir: string,
  log: (message: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = join(runFolder(dataDir), "turn");
  await mkdir(runFolder(dataDir), { recursive: true, mode: 0o700 });
  const me = await describeMyself();
  const started = performance.now();
  for (let waits = 0; !(await tryWrite(file, me)); waits++) {
    if (await breakDeadLock(file)) continue;
    if (waits === 25) log("Another process is starting or stopping the database: waiting for it");
    if (performance.now() - started > TURN_WAIT_MAX_MS) {
      throw new EmbeddedServerError(
        `Another process has held the database's lock ${file} too long.`,
      );
    }
    await sleep(TURN_POLL_MS);
  }
  const stopBeating = beat(file);
  try {
    return await work();
  } finally {
    stopBeating();
    await rm(file, { force: true });
  }
}

/** Enters this process as a user of the server; the returned function removes the entry. */
export async function registerUse(dataDir: string): Promise<() => Promise<void>> {
  const me = await describeMyself();
  const file = join(runFolder(dataDir), `user-${me.id}`);
  await writeFile(file, JSON.stringify(me), { mode: 0o600 });
  const stopBeating = beat(file);
  return async () => {
    stopBeating();
    await rm(file, { force: true });
  };
}

/**
 * How many living processes use the server; entries of dead ones go. Throws when one of them runs
 * in another container or machine: two servers on one folder would destroy the data.
 */
export async function countUsers(dataDir: string): Promise<number> {
  let count = 0;
  for (const name of await readdir(runFolder(dataDir))) {
    if (!name.startsWith("user-")) continue;
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
      await rm(file, { force: true });
    }
  }
  return count;
}

/** Makes the file with its whole content, in one step; false when it exists. */
async function tryWrite(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await writeFile(draft, JSON.stringify(holder), { flag: "wx", mode: 0o600, flush: true });
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a lock whose holder died. The right to do so carries the lock's own id, so of several
 * processes that saw it exactly one removes it, and none removes the lock of a later holder.
 */
async function breakDeadLock(file: string): Promise<boolean> {
  const holder = await readHolder(file);
  const id = holder?.id ?? "unreadable";
  if (holder ? await isAlive(file, holder) : !(await isOlderThan(file, UNREADABLE_AGE_MAX_MS))) {
    return false;
  }
  const right = `${file}-break-${id}`;
  if (!(await tryWrite(right, await describeMyself()))) {
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

/** Null when the file is gone, or was cut short by a crash. */
async function readHolder(file: string): Promise<Holder | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

async function isAlive(file: string, holder: Holder): Promise<boolean> {
  if (holder.machine === machine()) return (await startTime(holder.pid)) === holder.startedAt;
  // Pids of another container say nothing here, but its heart would beat.
  const before = await stat(file).catch(() => null);
  if (!before) return false;
  for (let waited = 0; waited < BEAT_WATCH_MS; waited += 250) {
    await sleep(250);
    const after = await stat(file).catch(() => null);
    if (!after) return false;
    if (after.mtimeMs !== before.mtimeMs) return true;
  }
  return false;
}

function beat(file: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, BEAT_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function describeMyself(): Promise<Holder> {
  const startedAt = (await startTime(process.pid)) ?? "";
  return { id: randomUUID(), machine: machine(), pid: process.pid, startedAt };
}

/** Two processes can judge each other's pids only within one boot and one pid namespace. */
function machine(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "here";
  }
}

/** When a process started, in whatever unit the system has; null when it has ended. */
export async function startTime(pid: number): Promise<string | null> {
  if (machine() !== "here") {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
    // The second field, the name, may itself hold spaces and brackets.
    const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields?.[0] === "Z" ? null : (fields?.[19] ?? null);
  }
  const output = await run("ps", ["-o", "lstart=", "-p", String(pid)], { user: null });
  return output.code === 0 ? output.stdout.trim() : null;
}
