import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError } from "./process.mjs";

/** A live process updates its file every two seconds, wherever it runs. */
const FRESH_MARK_MS = 8_000;
const STOP_WAIT_MAX_MS = 10_000;

/**
 * The existing folders of the embedded database of `dataDir`, the moved one first. Throws a
 * ScriptError if that one belongs to another data folder.
 */
export function databaseFolders(dataDir) {
  const moved = movedFolder(dataDir);
  const own = list(dataDir)
    .filter((name) => /^postgres($|\.new-|\.unfinished-|-run$|\.log)/.test(name))
    .map((name) => join(dataDir, name));
  const record = moved === null ? [] : [moved, join(dataDir, "postgres-moved.json")];
  return [...record, ...own].filter((path) => statSync(path, { throwIfNoEntry: false }));
}

/**
 * Where a start as root put the database; any other path is not trusted. Throws a ScriptError if it
 * belongs to another data folder.
 */
export function movedFolder(dataDir) {
  let folder;
  try {
    folder = JSON.parse(readFileSync(join(dataDir, "postgres-moved.json"), "utf8")).folder;
  } catch {
    return null;
  }
  if (!/^\/var\/lib\/promptory\/[0-9a-f]{12}$/.test(folder)) return null;
  requireOwner(folder, dataDir);
  return folder;
}

/**
 * Throws a ScriptError if `dataDir` is a copy of the data folder whose database is in `folder`
 * (`claimFolder` of api/db/embedded-server records the owner).
 */
export function requireOwner(folder, dataDir) {
  const file = join(folder, "owner.json");
  if (!statSync(file, { throwIfNoEntry: false })) return;
  const owner = JSON.parse(readFileSync(file, "utf8"));
  const path = realpathSync(dataDir);
  const { dev, ino } = statSync(dataDir, { bigint: true });
  const isInPlace = owner.dataDir === path || owner.device === String(dev);
  if (owner.inode === String(ino) && isInPlace) return;
  throw new ScriptError(
    `The database in ${folder} belongs to ${owner.dataDir}, and ${path} is a copy of that ` +
      `folder, without a database: restore a backup into an empty folder. Only if no other folder ` +
      `uses this database any more, delete ${file} and start again.`,
  );
}

/** True if a process of the product is using the database now, here or in a container. */
export function isInUse(dataDir) {
  const folder = join(dataDir, "postgres-run");
  return list(folder)
    .filter((name) => name.startsWith("user-") || name === "turn")
    .map((name) => join(folder, name))
    .some((mark) => Date.now() - statSync(mark).mtimeMs < FRESH_MARK_MS || isStillThere(mark));
}

/**
 * A suspended process updates nothing but will continue: the kernel knows it, and its start time.
 */
function isStillThere(mark) {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(mark, "utf8"));
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return fields[0] !== "Z" && fields[19] === startedAt;
  } catch {
    return false;
  }
}

/** Stops the server if the process `pid`, which has ended, was its only user. */
export async function stopAfter(dataDir, pid) {
  const folder = join(dataDir, "postgres-run");
  for (const name of list(folder).filter((name) => name.startsWith("user-"))) {
    const mark = join(folder, name);
    if (readPid(mark) === pid) rmSync(mark, { force: true });
  }
  if (!isInUse(dataDir)) await stopOrphan(dataDir);
}

function readPid(mark) {
  try {
    return JSON.parse(readFileSync(mark, "utf8")).pid;
  } catch {
    return null;
  }
}

/** Stops the server left behind by a killed process. Throws a ScriptError if it does not stop. */
export async function stopOrphan(dataDir) {
  const cluster = join(movedFolder(dataDir) ?? dataDir, "postgres");
  let pid = serverOf(cluster);
  if (pid === null) return;
  process.kill(pid, "SIGINT");
  for (let waited = 0; pid !== null && waited < STOP_WAIT_MAX_MS; waited += 50) {
    await sleep(50);
    pid = serverOf(cluster);
  }
  if (pid !== null) throw new ScriptError(`The database server, process ${pid}, does not stop.`);
}

/** Its pid file may be older than the current process with that pid: both must match. */
function serverOf(cluster) {
  try {
    const pid = Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
    if (!(pid > 1)) return null;
    process.kill(pid, 0);
    if (process.platform !== "linux") return pid;
    const own = statSync(cluster);
    const works = statSync(`/proc/${pid}/cwd`);
    const isPostgres = basename(readlinkSync(`/proc/${pid}/exe`)).startsWith("postgres");
    return isPostgres && own.ino === works.ino && own.dev === works.dev ? pid : null;
  } catch {
    return null;
  }
}

export function removeFolders(paths) {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
