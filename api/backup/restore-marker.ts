import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#api/db/client.ts";
import { syncFolder } from "#api/providers/files/local-files.ts";
import { BackupError } from "./archive-format.ts";
import { listTables } from "./backup.queries.ts";

// A restore is all or nothing unless it is killed: then its files may be in the data folder without
// their rows. This marker file exists from before the first file is written until the rows are
// committed.

const MARKER = "restore-in-progress";

/**
 * Returns true when a restore with files in `place` was interrupted or is still running; false for
 * any other place.
 */
export function hasRestoreMarker(dataDir: string, place: string): boolean {
  const path = join(dataDir, MARKER);
  return existsSync(path) && readFileSync(path, "utf8") === place;
}

/**
 * Sets the marker. Call it once the files are known to belong to no shop, before writing the first.
 */
export async function setRestoreMarker(dataDir: string, place: string): Promise<void> {
  await writeFile(join(dataDir, MARKER), place, { mode: 0o600 });
  await syncFolder(dataDir);
}

export async function clearRestoreMarker(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARKER), { force: true });
  await syncFolder(dataDir);
}

/**
 * Prevents a shop from starting empty on the files of an interrupted restore; a restore killed
 * after its rows were committed is complete. Throws BackupError with a sentence for the operator.
 */
export async function assertNoCutOffRestore(database: Database, dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, MARKER))) return;
  if ((await listTables(database)).length > 0) return clearRestoreMarker(dataDir);
  throw new BackupError(
    "a restore was cut off before it was complete: run it again, or remove " +
      `${join(dataDir, MARKER)} and the files (in ${join(dataDir, "files")}, or in the bucket) ` +
      "to begin with an empty shop.",
  );
}
