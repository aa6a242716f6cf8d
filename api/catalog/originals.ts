import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { originalKey } from "./images.ts";
import {
  deleteFoundOriginals,
  deleteMissingOriginal,
  insertMissingOriginals,
  listSoldOriginals,
} from "./originals.queries.ts";

// What is sold is made from originals. One that is lost can only come back from a backup, or be
// uploaded again: the staff see which are (api/overview), and nobody buys it meanwhile.

const BATCH = 1_000;
/** More are not looked for: the files are gone as a whole, and a list of them would help nobody. */
const MISSING_MAX = 1_000;
const EXAMPLES = 3;
const NEVER = new AbortController().signal;

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now">;

/** Compares the originals that are sold with the files. */
export function originalJobs(deps: Deps): Job[] {
  const run = (stopping = NEVER) => findMissingOriginals(deps, stopping);
  return [{ name: "look for originals that are missing", everyMs: CLEAN_EVERY_MS, run }];
}

/**
 * Whether an original is among the files; what the staff see of it follows. Throws `unavailable`
 * while that cannot be known.
 */
export async function isOriginalThere(deps: Deps, hash: string): Promise<boolean> {
  const isThere = await deps.files.has(originalKey(hash));
  if (isThere) await deleteMissingOriginal(deps.database, hash);
  else await noteMissingOriginal(deps, hash);
  return isThere;
}

/** Notes and logs an original that is not among the files. */
export async function noteMissingOriginal(deps: Deps, hash: string): Promise<void> {
  deps.log.error({ hash }, "an original is missing: restore it from a backup");
  await insertMissingOriginals(deps.database, [hash], deps.now());
}

async function findMissingOriginals(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { database, files, log } = deps;
  const startedAt = deps.now();
  const listed = new Set<string>();
  for await (const { key } of files.list("pictures")) listed.add(key);
  const missing: string[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const hashes = await listSoldOriginals(database, { after, limit: BATCH });
    for (const hash of hashes) {
      if (listed.has(originalKey(hash))) continue;
      if (stopping.aborted) return;
      // It may have been stored since.
      if (!(await files.has(originalKey(hash)))) missing.push(hash);
      if (missing.length >= MISSING_MAX) break;
    }
    const isOver = hashes.length < BATCH || missing.length >= MISSING_MAX;
    after = isOver ? undefined : hashes.at(-1);
  }
  await deleteFoundOriginals(database, { before: startedAt, missing });
  if (missing.length === 0) return;
  await insertMissingOriginals(database, missing, deps.now());
  const examples = missing.slice(0, EXAMPLES).map(originalKey);
  log.error(
    { count: missing.length, examples },
    "originals are missing from the files: restore them from a backup",
  );
}
