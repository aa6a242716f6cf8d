import { DAY_MS } from "#domain/dates.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import { CLEAN_EVERY_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import { type RemovalOptions, removeEach } from "../providers/files/removals.ts";
import type { RunEnd } from "./check-import.ts";
import {
  addAttempt,
  findUnderway,
  giveUp,
  type ImportRow,
  isUploadNeeded,
  postponeCheck,
  uncountAttempt,
} from "./imports.queries.ts";
import { whileNoImportRuns } from "./imports-lock.ts";
import { deleteUnusedPictures, removeOriginals } from "./unused-pictures.ts";
import { undoImport, writeImport } from "./write-import.ts";

const EVERY_MS = 1_000;
/** Length of a run, kept short so that a shutdown does not have to wait; the next run continues. */
const RUN_MS_MAX = 4_000;
/** Attempts at one step of an import before it is given up; more would block other imports. */
const ATTEMPTS_MAX = 3;
/**
 * Limits of the pause between attempts while the files are unavailable; the pause is as long as the
 * outage has lasted so far.
 */
const PAUSES = { minMs: 5_000, maxMs: 5 * 60_000 };
/** How long the upload of an import is kept while it temporarily cannot be read. */
const UNAVAILABLE_MS_MAX = DAY_MS;
/** Short, because an import that needs the same original waits for its removal. */
const REMOVE_EVERY_MS = 60_000;
/** Far longer than it takes from the first byte of an upload to its row. */
const UPLOAD_KEPT_MS = DAY_MS;

/**
 * Returns the jobs that run imports, in one process at a time; another process continues where a
 * killed one stopped.
 */
export function importJobs(deps: ApiDeps): Job[] {
  const turn = { importId: 0 };
  const failed = new Set<string>();
  const run = async (stopping?: AbortSignal) => {
    const until = performance.now() + RUN_MS_MAX;
    await runImports(deps, () => performance.now() > until, { turn, stopping });
  };
  return [
    { name: "check, write and undo imports", everyMs: EVERY_MS, run },
    {
      name: "remove uploads that no import needs",
      everyMs: CLEAN_EVERY_MS,
      run: (stopping = NEVER_ABORTED) => removeLeftoverUploads(deps, { stopping, failed }),
    },
    {
      name: "remove pictures that nothing shows or sells",
      everyMs: CLEAN_EVERY_MS,
      run: (stopping = NEVER_ABORTED) => deleteUnusedPictures(deps, stopping),
    },
    {
      name: "remove originals whose picture is gone",
      everyMs: REMOVE_EVERY_MS,
      run: (stopping = NEVER_ABORTED) => removeOriginals(deps, stopping),
    },
  ];
}

/**
 * Removes the files left by killed processes: stored before their import, or kept after its check.
 */
async function removeLeftoverUploads({ database, files, now }: ApiDeps, options: RemovalOptions) {
  const storedBefore = now().getTime() - UPLOAD_KEPT_MS;
  async function* listLeftover() {
    for await (const { key, writtenAtMs } of files.list("imports")) {
      if (options.stopping?.aborted) return;
      if (writtenAtMs < storedBefore && !(await isUploadNeeded(database, key))) yield key;
    }
  }
  await removeEach(listLeftover(), (key) => files.remove(key), options);
}

type RunOptions = {
  /**
   * The import whose turn was last, updated here: the next one has waited longest since its own
   * turn.
   */
  turn?: { importId: number };
  /** Aborted on shutdown: an attempt that ends because of it has not failed. */
  stopping?: AbortSignal | undefined;
};

/**
 * Runs imports until none is pending or `isTimeUp` returns true; they take turns, so that one that
 * takes hours does not hold up others. Rethrows the error of a failed attempt; an import that has
 * used up its attempts is given up, as its page then states. A check that failed because the files
 * or the database were unavailable or full does not count: the import waits, longer each time, for
 * up to a day.
 */
export async function runImports(
  deps: ApiDeps,
  isTimeUp: () => boolean,
  { turn = { importId: 0 }, stopping = NEVER_ABORTED }: RunOptions = {},
): Promise<void> {
  if (!(await findDue(deps, turn.importId))) return;
  await whileNoImportRuns(deps, () => runNext(deps, { isTimeUp, stopping }, turn));
}

const findDue = (deps: ApiDeps, afterId: number) =>
  findUnderway(deps.database, afterId, { now: deps.now(), longestMs: PAUSES.maxMs });

async function runNext(deps: ApiDeps, end: RunEnd, turn: { importId: number }): Promise<void> {
  for (;;) {
    const found = await findDue(deps, turn.importId);
    if (!found) return;
    turn.importId = found.id;
    if (found.attempts >= ATTEMPTS_MAX) await endImport(deps, found, "import_given_up");
    else if (!(await workOn(deps, found, end))) return;
    if (end.isTimeUp() || end.stopping.aborted) return;
  }
}

/** Makes one attempt; returns true unless it ran out of time. */
async function workOn(deps: ApiDeps, found: ImportRow, end: RunEnd): Promise<boolean> {
  // Counted before it starts, because it may crash the process.
  await addAttempt(deps.database, found.id);
  if (found.status === "writing") await writeImport(deps, found.id);
  else if (found.status === "undoing") await undoImport(deps, found.id);
  else return check(deps, found, end);
  return true;
}

async function check(deps: ApiDeps, found: ImportRow, end: RunEnd): Promise<boolean> {
  // Loaded only when needed, with its parsers of tables and archives, because imports are rare.
  const { checkImport } = await import("./check-import.ts");
  try {
    if (await checkImport(deps, found, end)) return true;
  } catch (error) {
    if (error !== end.stopping.reason) {
      if (isOutage(error)) await waitForFiles(deps, found);
      throw error;
    }
  }
  await uncountAttempt(deps.database, found.id);
  return false;
}

/** Keeps the upload for a day; after that the import ends with the reason. */
async function waitForFiles(deps: ApiDeps, found: ImportRow): Promise<void> {
  const now = deps.now();
  const since = await postponeCheck(deps.database, found.id, { now, pauses: PAUSES });
  if (since === null || now.getTime() - since.getTime() < UNAVAILABLE_MS_MAX) return;
  await endImport(deps, found, "import_file_away");
}

async function endImport(
  deps: ApiDeps,
  found: ImportRow,
  failure: "import_given_up" | "import_file_away",
): Promise<void> {
  await giveUp(deps.database, found, failure);
  deps.log.error({ import: found.id, status: found.status }, "an import was given up");
  if (found.status === "checking") await deps.files.remove(found.fileKey);
}
