import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#api/db/client.ts";
import { syncFolder } from "#api/providers/files/local-files.ts";
import { BackupError } from "./archive-format.ts";
import { listTables } from "./backup.queries.ts";

// A restore leaves all or nothing, but where it is killed: then its files may lie in the data folder
// while its rows are gone. This file says so, from before the first of them until the rows are there.

const MARKER = "restore-in-progress";

/** True when a restore into this data folder was cut off, or still runs. */
export function hasRestoreMarker(dataDir: string): boolean {
  return existsSync(join(dataDir, MARKER));
}

/** To be called once the files are known to be nobody's, before the first is written. */
export async function setRestoreMarker(dataDir: string): Promise<void> {
  const file = await open(join(dataDir, MARKER), "w", 0o600);
  await file.close();
  await syncFolder(dataDir);
}

export async function clearRestoreMarker(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARKER), { force: true });
  await syncFolder(dataDir);
}

/**
 * Keeps a shop from opening empty on the files of a restore that was cut off. One that was killed
 * after its rows had been committed is complete. Throws BackupError with a sentence.
 */
export async function assertNoCutOffRestore(database: Database, dataDir: string): Promise<void> {
  if (!hasRestoreMarker(dataDir)) return;
  if ((await listTables(database)).length > 0) return clearRestoreMarker(dataDir);
  throw new BackupError(
    "a restore was cut off before it was complete: run it again, or remove " +
      `${join(dataDir, MARKER)} and ${join(dataDir, "files")} to begin with an empty shop.`,
  );
}
