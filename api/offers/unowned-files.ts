import { HOUR_MS } from "#domain/dates.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { removeEach } from "../providers/files/removals.ts";
import { removeOfferFiles, UNOWNED_KEPT_MS } from "./offer-files.ts";
import { isFileKeyUsed } from "./offers.queries.ts";
import {
  abandonFile,
  deleteUnownedFile,
  listDueFiles,
  lockDueFile,
  postponeUnownedFile,
  redateUnownedFiles,
} from "./unowned-files.queries.ts";

type Store = Pick<ApiDeps, "database" | "files" | "now">;

const BATCH = 100;
/** At most UNOWNED_KEPT_MS. */
const RETRY_MS = HOUR_MS;

/**
 * Removes the files of abandoned keys, and forgets the keys that are due. Runs outside any
 * transaction: a bucket may take longer than Postgres allows one to wait. Throws what the file
 * store throws; the key then stays recorded for the job.
 */
export async function removeAbandonedFiles(deps: Store, keys: readonly string[]): Promise<void> {
  await removeEach(keys, (key) => removeAbandoned(deps, key));
}

async function removeAbandoned(deps: Store, key: string): Promise<void> {
  await removeOfferFiles(deps, key);
  await deleteUnownedFile(deps.database, key, deps.now());
}

/** Removes the files of due keys that no offer owns. A key that fails is postponed. */
export async function removeDueFiles(deps: Store, stopping: AbortSignal): Promise<void> {
  const now = deps.now();
  const dueAt = new Date(now.getTime() + UNOWNED_KEPT_MS);
  await redateUnownedFiles(deps.database, { now, longestMs: UNOWNED_KEPT_MS, dueAt });
  await removeEach(listAllDue(deps), (key) => removeDue(deps, key), { stopping });
}

/** Yields each key once, although a key that another process has locked stays due. */
async function* listAllDue({ database, now }: Store): AsyncGenerator<string> {
  const listed = new Set<string>();
  for (;;) {
    const keys = await listDueFiles(database, now(), BATCH);
    const added = keys.filter((key) => !listed.has(key));
    for (const key of added) listed.add(key);
    yield* added;
    if (keys.length < BATCH || added.length === 0) return;
  }
}

async function removeDue(deps: Store, key: string): Promise<void> {
  if (!(await abandon(deps, key))) return;
  try {
    await removeAbandoned(deps, key);
  } catch (error) {
    const dueAt = new Date(deps.now().getTime() + RETRY_MS);
    await postponeUnownedFile(deps.database, key, dueAt);
    throw error;
  }
}

/**
 * False for a key that an offer owns, which is forgotten, and for one that another process has
 * locked.
 */
function abandon({ database, now }: Store, key: string): Promise<boolean> {
  return inTransaction(database, async (sql) => {
    if (!(await lockDueFile(sql, key, now()))) return false;
    const isUsed = await isFileKeyUsed(sql, key);
    await (isUsed ? deleteUnownedFile(sql, key, now()) : abandonFile(sql, key));
    return !isUsed;
  });
}
