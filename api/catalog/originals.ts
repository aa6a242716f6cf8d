import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { whileLocked } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import type { StoredFile } from "../providers/files/files.ts";
import { originalKey } from "./images.ts";
import {
  deleteFoundOriginals,
  deleteMissingOriginal,
  insertMissingOriginals,
  isNotedMissing,
  listSoldOriginals,
} from "./originals.queries.ts";

// Everything sold is made from originals. A lost one can only be restored from a backup or uploaded
// again: staff see which are missing (api/overview), and nobody can buy them meanwhile.

const BATCH = 1_000;
/** If more are missing, all files are gone, and a complete list would help nobody. */
const MISSING_MAX = 1_000;
const EXAMPLES = 3;

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now">;

/** Returns the jobs that compare the originals that are sold with the files in storage. */
export function originalJobs(deps: Deps): Job[] {
  const run = (stopping = NEVER_ABORTED) => findMissingOriginals(deps, { stopping });
  const name = "look for originals that are missing";
  return [{ name, everyMs: CLEAN_EVERY_MS, waitsAtStart: true, run }];
}

/**
 * Returns whether an original is in storage, and updates the list that staff see. Throws
 * storage_unavailable while that cannot be determined.
 */
export async function isOriginalThere(deps: Deps, hash: string): Promise<boolean> {
  const isThere = await deps.files.has(originalKey(hash));
  if (!isThere) await noteMissingOriginal(deps, hash);
  else if (await isNotedMissing(deps.database, hash)) {
    await deleteMissingOriginal(deps.database, hash);
  }
  return isThere;
}

/** Records and logs an original that is missing from storage. */
export async function noteMissingOriginal(deps: Deps, hash: string): Promise<void> {
  deps.log.error({ hash }, "an original is missing: restore it from a backup");
  await insertMissingOriginals(deps.database, [hash], deps.now());
}

/**
 * Records which of the originals that are sold are missing from storage, at most `missingMax`, and
 * which are back. Does nothing while another process is doing it.
 */
export async function findMissingOriginals(
  deps: Deps,
  {
    stopping = NEVER_ABORTED,
    missingMax = MISSING_MAX,
  }: { stopping?: AbortSignal; missingMax?: number },
): Promise<void> {
  await whileLocked(deps.database, ADVISORY_LOCKS.originals, async () => {
    const startedAt = deps.now();
    const missing: string[] = [];
    try {
      for await (const hash of readMissing(deps, stopping)) {
        missing.push(hash);
        if (missing.length >= missingMax) break;
      }
    } catch (error) {
      // The findings so far are recorded; the next run starts over.
      if (missing.length > 0) await report(deps, missing);
      throw error;
    }
    if (stopping.aborted) return;
    // A run that ended at the limit does not know which of the others are back.
    const isWhole = missing.length < missingMax;
    if (isWhole) await deleteFoundOriginals(deps.database, { before: startedAt, missing });
    if (missing.length > 0) await report(deps, missing);
  });
}

async function report({ database, log, now }: Deps, missing: readonly string[]): Promise<void> {
  await insertMissingOriginals(database, missing, now());
  const examples = missing.slice(0, EXAMPLES).map(originalKey);
  log.error(
    { count: missing.length, examples },
    "originals are missing from the files: restore them from a backup",
  );
}

/**
 * Yields the hashes of originals that are sold but missing from storage; ends early once `stopping`
 * is aborted.
 */
async function* readMissing(
  { database, files }: Deps,
  stopping: AbortSignal,
): AsyncGenerator<string> {
  const listing = openListing(files, stopping);
  try {
    for await (const hash of readSold(database)) {
      const isListed = await listing.reaches(originalKey(hash));
      if (stopping.aborted) return;
      // It may have been stored since, or the listing may have another order.
      if (!isListed && !(await files.has(originalKey(hash)))) yield hash;
    }
  } finally {
    await listing.close();
  }
}

/** Yields the hashes of originals that are sold, in the order of their keys. */
async function* readSold(database: Deps["database"]): AsyncGenerator<string> {
  let hashes: string[] = [];
  do {
    hashes = await listSoldOriginals(database, { after: hashes.at(-1) ?? "", limit: BATCH });
    yield* hashes;
  } while (hashes.length === BATCH);
}

/**
 * Opens a listing of the pictures in storage, to be compared with keys in ascending order; holds
 * only one of them in memory.
 */
function openListing(files: Deps["files"], stopping: AbortSignal) {
  const listed = files.list("pictures")[Symbol.asyncIterator]();
  let last: string | null = "";
  return {
    /** Returns whether the key is listed; false once `stopping` is aborted. */
    async reaches(key: string): Promise<boolean> {
      while (last !== null && last < key && !stopping.aborted) {
        const next: IteratorResult<StoredFile> = await listed.next();
        last = next.done ? null : next.value.key;
      }
      return last === key;
    },
    close: async () => void (await listed.return?.()),
  };
}
