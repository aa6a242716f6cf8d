import { DAY_MS } from "#domain/dates.ts";
import { originalKey } from "../catalog/images.ts";
import { inTransaction, postgresCode } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { removeEach } from "../providers/files/removals.ts";
import { whileNoImportRuns } from "./imports-lock.ts";
import {
  claimRemoval,
  deletePicture,
  deleteRemoval,
  listUnusedPictures,
  redateRemovals,
} from "./unused-pictures.queries.ts";

const BATCH = 100;
/** Longer than a form with an uploaded picture stays open before its product is stored. */
const UNUSED_KEPT_MS = 7 * DAY_MS;
/** Far longer than a bucket takes to remove a file, even if it has not confirmed the removal. */
const RETRY_MS = 15 * 60_000;
const STILL_REFERENCED = "23503";

/**
 * Deletes the pictures of imports that were discarded or undone, and those that products no longer
 * use. Foreign keys keep those that are shown or sold. Their files are removed later: originals in
 * `removeOriginals`, renditions in catalog/orphaned-renditions.ts.
 */
export async function deleteUnusedPictures(deps: ApiDeps, stopping: AbortSignal): Promise<void> {
  const storedBefore = new Date(deps.now().getTime() - UNUSED_KEPT_MS);
  let last: string | undefined = "";
  while (last !== undefined) {
    const after: string = last;
    last = undefined;
    await whileNoImportRuns(deps, async () => {
      const filter = { storedBefore, after, limit: BATCH };
      const hashes = await listUnusedPictures(deps.database, filter);
      for (const hash of hashes) {
        if (stopping.aborted) return;
        await deleteUnused(deps, hash, storedBefore);
      }
      if (hashes.length === BATCH) last = hashes.at(-1);
    });
  }
}

/**
 * Deletes an unused picture. Once that is committed, its original cannot be stored again until its
 * file is removed.
 */
async function deleteUnused(deps: ApiDeps, hash: string, storedBefore: Date): Promise<void> {
  const removal = { storedBefore, dueAt: deps.now() };
  await inTransaction(deps.database, (sql) => deletePicture(sql, hash, removal)).catch(
    (error: unknown) => {
      if (postgresCode(error) !== STILL_REFERENCED) throw error;
    },
  );
}

/**
 * Removes the originals of deleted pictures, outside a transaction, because a bucket may take
 * longer than Postgres lets one stay idle. A removal that fails is retried later.
 */
export async function removeOriginals(
  { database, files, now }: ApiDeps,
  stopping: AbortSignal,
): Promise<void> {
  const retryTime = () => new Date(now().getTime() + RETRY_MS);
  await redateRemovals(database, { now: now(), longestMs: RETRY_MS, dueAt: retryTime() });
  async function* claimDue() {
    while (!stopping.aborted) {
      const retryAt = retryTime();
      const hash = await claimRemoval(database, { now: now(), retryAt });
      if (hash === null) return;
      yield { id: hash, retryAt };
    }
  }
  const remove = async ({ id: hash, retryAt }: { id: string; retryAt: Date }) => {
    await files.remove(originalKey(hash));
    await deleteRemoval(database, hash, retryAt);
  };
  await removeEach(claimDue(), remove, { stopping });
}
