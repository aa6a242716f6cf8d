import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** The one file system of Linux that is kept in memory and that everybody may write to. */
const MEMORY = "/dev/shm";
const PREFIX = "promptory-run-";
const GIB = 1024 ** 3;
/** What a run leaves there at its height, a product and a browser for each worker. */
const NEEDED_BYTES = (1 + availableParallelism()) * GIB;

/**
 * A folder for what a test run writes and nobody keeps: in memory where there is room for it twice,
 * since Postgres makes a database there in a tenth of the time; else in the system's folder for
 * temporary files. Returns its path and how to remove it. What a killed run has left is removed.
 */
export function makeScratch(memory = MEMORY) {
  const parent = hasRoom(memory) ? memory : tmpdir();
  removeLeft(parent);
  const folder = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // Postgres, which does not run as root, has to enter it.
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= 2 * NEEDED_BYTES;
  } catch {
    // There is no such folder, or this Node cannot say how much memory is free.
    return false;
  }
}

/** Removes the folders in `parent` of runs whose process is gone. */
export function removeLeft(parent) {
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
    // Another user's, which is alive too.
    return error.code === "EPERM";
  }
}
