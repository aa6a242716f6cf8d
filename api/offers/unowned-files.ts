import { HOUR_MS } from "#domain/dates.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { removeOfferFiles } from "./offer-files.ts";
import { isFileKeyUsed } from "./offers.queries.ts";
import {
  forgetUnownedFile,
  listDueFiles,
  lockUnownedFile,
  postponeUnownedFile,
} from "./unowned-files.queries.ts";

type Store = Pick<ApiDeps, "database" | "files" | "now">;

const BATCH = 100;
const RETRY_MS = HOUR_MS;

/**
 * Removes the recorded files of keys that no offer owns, and forgets those whose time has come.
 * Throws what the files throw: the key stays recorded, for the job.
 */
export async function removeUnownedFiles(deps: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await inTransaction(deps.database, async (sql) => {
      if (!(await lockUnownedFile(sql, key))) return;
      // Before the commit: an upload of the same file records its key first, and waits for that.
      if (!(await isFileKeyUsed(sql, key))) await removeOfferFiles(deps, [key]);
      await forgetUnownedFile(sql, key, deps.now());
    });
  }
}

/**
 * Removes files that no offer owns and whose time has come, until the first failure: that key waits
 * longer, so that it does not keep back the others at the next run.
 */
export async function removeDueFiles(deps: Store, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const keys = await listDueFiles(deps.database, deps.now(), BATCH);
    for (const key of keys) {
      if (stopping.aborted) return;
      try {
        await removeUnownedFiles(deps, [key]);
      } catch (error) {
        const dueAt = new Date(deps.now().getTime() + RETRY_MS);
        await postponeUnownedFile(deps.database, key, dueAt);
        throw error;
      }
    }
    if (keys.length < BATCH) return;
  }
}
