import { HOUR_MS } from "#domain/dates.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { removeOfferFiles } from "./offer-files.ts";
import { isFileKeyUsed } from "./offers.queries.ts";
import {
  abandonFile,
  forgetUnownedFile,
  listDueFiles,
  lockDueFile,
  postponeUnownedFile,
} from "./unowned-files.queries.ts";

type Store = Pick<ApiDeps, "database" | "files" | "now">;

const BATCH = 100;
const RETRY_MS = HOUR_MS;

/**
 * Removes the files of abandoned keys, and forgets those whose time has come. In no transaction: a
 * bucket may take longer than Postgres lets one wait. Throws what the files throw: the key stays
 * recorded, for the job.
 */
export async function removeAbandonedFiles(deps: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await removeOfferFiles(deps, [key]);
    await forgetUnownedFile(deps.database, key, deps.now());
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
      if (!(await abandon(deps, key))) continue;
      try {
        await removeAbandonedFiles(deps, [key]);
      } catch (error) {
        const dueAt = new Date(deps.now().getTime() + RETRY_MS);
        await postponeUnownedFile(deps.database, key, dueAt);
        throw error;
      }
    }
    if (keys.length < BATCH) return;
  }
}

/** False for a key that an offer owns, which is forgotten, and one that another process has. */
function abandon({ database, now }: Store, key: string): Promise<boolean> {
  return inTransaction(database, async (sql) => {
    if (!(await lockDueFile(sql, key, now()))) return false;
    const isUsed = await isFileKeyUsed(sql, key);
    await (isUsed ? forgetUnownedFile(sql, key, now()) : abandonFile(sql, key));
    return !isUsed;
  });
}
