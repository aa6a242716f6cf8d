import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { tryLock, unlock } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";

/** Runs `work` unless imports run in another process, or in this one; they wait meanwhile. */
export async function whileNoImportRuns(
  deps: Pick<ApiDeps, "database">,
  work: () => Promise<void>,
): Promise<void> {
  // A session-level lock: released when the process dies.
  const connection = await deps.database.reserve();
  try {
    if (!(await tryLock(connection, ADVISORY_LOCKS.imports))) return;
    try {
      await work();
    } finally {
      await unlock(connection, ADVISORY_LOCKS.imports);
    }
  } finally {
    connection.release();
  }
}
