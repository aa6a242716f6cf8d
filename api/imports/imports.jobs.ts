import { DAY_MS } from "#domain/dates.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import type { RunEnd } from "./check-import.ts";
import {
  addAttempt,
  findUnderway,
  giveUp,
  type ImportRow,
  isUploadNeeded,
  takeBackAttempt,
} from "./imports.queries.ts";
import { whileNoImportRuns } from "./imports-lock.ts";
import { removeUnusedPictures } from "./unused-pictures.ts";
import { undoImport, writeImport } from "./write-import.ts";

const EVERY_MS = 1_000;
/** Length of a run, kept short so that a shutdown does not wait; the next run continues. */
const RUN_MS_MAX = 4_000;
/** Attempts at one step of an import before it is given up; more would block other imports. */
const ATTEMPTS_MAX = 3;
/** Far longer than from the first byte of an upload to its row. */
const UPLOAD_KEPT_MS = DAY_MS;
const NEVER = new AbortController().signal;

/** Runs imports in one process at a time; another one continues where a killed one stopped. */
export function importJobs(deps: ApiDeps): Job[] {
  const turn = { importId: 0 };
  const run = async (stopping?: AbortSignal) => {
    const until = performance.now() + RUN_MS_MAX;
    await runImports(deps, () => performance.now() > until, { turn, stopping });
  };
  return [
    { name: "check, write and undo imports", everyMs: EVERY_MS, run },
    {
      name: "remove uploads that no import needs",
      everyMs: CLEAN_EVERY_MS,
      run: () => removeSpentUploads(deps),
    },
    {
      name: "remove pictures that nothing shows or sells",
      everyMs: CLEAN_EVERY_MS,
      run: (stopping = NEVER) => removeUnusedPictures(deps, stopping),
    },
  ];
}

/** Removes the files of killed processes: stored before their import, or kept after its check. */
async function removeSpentUploads(deps: ApiDeps): Promise<void> {
  const storedBefore = deps.now().getTime() - UPLOAD_KEPT_MS;
  for await (const { key, writtenAtMs } of deps.files.list("imports")) {
    if (writtenAtMs >= storedBefore) continue;
    if (!(await isUploadNeeded(deps.database, key))) await deps.files.remove(key);
  }
}

type RunOptions = {
  /** Whose turn was last, updated: the next one has waited longest since its own. */
  turn?: { importId: number };
  /** Aborted at a shutdown: an attempt that ends for it has not failed. */
  stopping?: AbortSignal | undefined;
};

/**
 * Runs imports until none is pending, or `isTimeUp`; they take turns, so that one of hours does not
 * hold up others. Rethrows the error of a failed attempt; an import that has used up its attempts
 * is given up, and its page says so.
 */
export async function runImports(
  deps: ApiDeps,
  isTimeUp: () => boolean,
  { turn = { importId: 0 }, stopping = NEVER }: RunOptions = {},
): Promise<void> {
  if (!(await findUnderway(deps.database, turn.importId))) return;
  await whileNoImportRuns(deps, () => runNext(deps, { isTimeUp, stopping }, turn));
}

async function runNext(deps: ApiDeps, end: RunEnd, turn: { importId: number }): Promise<void> {
  for (;;) {
    const found = await findUnderway(deps.database, turn.importId);
    if (!found) return;
    turn.importId = found.id;
    if (found.attempts >= ATTEMPTS_MAX) await endImport(deps, found);
    else if (!(await workOn(deps, found, end))) return;
    if (end.isTimeUp() || end.stopping.aborted) return;
  }
}

/** One attempt; true unless it ran out of time. */
async function workOn(deps: ApiDeps, found: ImportRow, end: RunEnd): Promise<boolean> {
  // Counted before it starts: it may crash the process.
  await addAttempt(deps.database, found.id);
  if (found.status === "writing") await writeImport(deps, found.id);
  else if (found.status === "undoing") await undoImport(deps, found.id);
  else return check(deps, found, end);
  return true;
}

async function check(deps: ApiDeps, found: ImportRow, end: RunEnd): Promise<boolean> {
  // With what parses tables and archives; an import is rare.
  const { checkImport } = await import("./check-import.ts");
  try {
    if (await checkImport(deps, found, end)) return true;
  } catch (error) {
    if (error !== end.stopping.reason) throw error;
  }
  await takeBackAttempt(deps.database, found.id);
  return false;
}

async function endImport(deps: ApiDeps, found: ImportRow): Promise<void> {
  await giveUp(deps.database, found, "import_given_up");
  deps.log.error({ import: found.id, status: found.status }, "an import was given up");
  if (found.status === "checking") await deps.files.remove(found.fileKey);
}
