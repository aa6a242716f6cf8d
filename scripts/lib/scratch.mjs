import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** The only in-memory file system on Linux that is writable for everybody. */
const MEMORY = "/dev/shm";
const PREFIX = "promptory-run-";
const GIB = 1024 ** 3;
/** Peak usage of a run: a product and a browser per worker. */
const NEEDED_BYTES = (1 + availableParallelism()) * GIB;

/**
 * A temporary folder for a test run: in memory if twice the required space is free, because
 * Postgres creates a database there in a tenth of the time; otherwise in the system's temporary
 * folder. Returns its path and a function to remove it. Removes leftovers of killed runs.
 */
export function makeScratch(memory = MEMORY) {
  const parent = hasSpace(memory) ? memory : tmpdir();
  removeStaleFolders(parent);
  const folder = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // Postgres, which does not run as root, must be able to enter it.
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasSpace(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= 2 * NEEDED_BYTES;
  } catch {
    // There is no such folder, or this Node cannot report free memory.
    return false;
  }
}

/** Removes folders in `parent` that belong to runs whose process is gone. */
export function removeStaleFolders(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
    if (!/^\d+$/.test(pid) || isAlive(Number(pid))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user, which is also alive.
    return error.code === "EPERM";
  }
}
