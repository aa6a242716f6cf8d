import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { tryLock, unlock } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import { checkImport } from "./check-import.ts";
import { addAttempt, findUnderway, giveUp, type ImportRow } from "./imports.queries.ts";
import { undoImport, writeImport } from "./write-import.ts";

const EVERY_MS = 1_000;
/** A run ends soon, so that a process that is told to stop can; the next run goes on. */
const RUN_MS_MAX = 4_000;
/** Attempts at one piece of an import that an error of ours may end; more would hold up the others. */
const ATTEMPTS_MAX = 3;

/** Work on imports, by one process at a time; another one goes on where a killed one was. */
export function importJobs(deps: ApiDeps): Job[] {
  const run = async () => {
    const until = performance.now() + RUN_MS_MAX;
    await runImports(deps, () => performance.now() > until);
  };
  return [{ name: "check, write and undo imports", everyMs: EVERY_MS, run }];
}

/**
 * Works on imports until there is none underway, or `isTimeUp`. Throws what ended an attempt; an
 * import that has had its attempts is given up, and its page says so.
 */
export async function runImports(deps: ApiDeps, isTimeUp: () => boolean): Promise<void> {
  if (!(await findUnderway(deps.database))) return;
  // A lock of a connection: it goes with a process that dies.
  const connection = await deps.database.reserve();
  try {
    if (!(await tryLock(connection, ADVISORY_LOCKS.imports))) return;
    try {
      await runNext(deps, isTimeUp);
    } finally {
      await unlock(connection, ADVISORY_LOCKS.imports);
    }
  } finally {
    connection.release();
  }
}

async function runNext(deps: ApiDeps, isTimeUp: () => boolean): Promise<void> {
  for (let found = await findUnderway(deps.database); found; ) {
    if (found.attempts >= ATTEMPTS_MAX) await endImport(deps, found);
    else if (!(await workOn(deps, found, isTimeUp))) return;
    if (isTimeUp()) return;
    found = await findUnderway(deps.database);
  }
}

/** One attempt; true unless the time was up before its end. */
async function workOn(deps: ApiDeps, found: ImportRow, isTimeUp: () => boolean): Promise<boolean> {
  // Counted before it begins: it may take the process with it.
  await addAttempt(deps.database, found.id);
  if (found.status === "writing") await writeImport(deps, found.id);
  else if (found.status === "undoing") await undoImport(deps, found.id);
  else return checkImport(deps, found, isTimeUp);
  return true;
}

async function endImport(deps: ApiDeps, found: ImportRow): Promise<void> {
  await giveUp(deps.database, found, "import_given_up");
  deps.log.error({ import: found.id, status: found.status }, "an import was given up");
  if (found.status === "checking") await deps.files.remove(found.fileKey);
}
