import { DAY_MS } from "#domain/dates.ts";
import { originalKey } from "../catalog/images.ts";
import { inTransaction, postgresCode } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { whileNoImportRuns } from "./imports-lock.ts";
import { deletePicture, listUnusedPictures } from "./unused-pictures.queries.ts";

const BATCH = 100;
/** Longer than a form with an uploaded picture stays open before its product is stored. */
const UNUSED_KEPT_MS = 7 * DAY_MS;
const STILL_REFERENCED = "23503";

/**
 * Removes the originals of imports that were discarded or undone, and those that products no longer
 * have. Foreign keys keep what is shown or sold. Their renditions follow
 * (catalog/stray-renditions.ts).
 */
export async function removeUnusedPictures(deps: ApiDeps, stopping: AbortSignal): Promise<void> {
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
        await removePicture(deps, hash, storedBefore);
      }
      if (hashes.length === BATCH) last = hashes.at(-1);
    });
  }
}

async function removePicture(deps: ApiDeps, hash: string, storedBefore: Date): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    if (!(await deletePicture(sql, hash, storedBefore))) return;
    // Before the commit: an upload of the same picture waits for that in `renewImage`.
    await deps.files.remove(originalKey(hash));
  }).catch((error: unknown) => {
    if (postgresCode(error) !== STILL_REFERENCED) throw error;
  });
}
