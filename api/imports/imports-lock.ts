import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { whileLocked } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";

/** Runs `work` unless imports are running in this or another process; imports wait meanwhile. */
export async function whileNoImportRuns(
  deps: Pick<ApiDeps, "database">,
  work: () => Promise<void>,
): Promise<void> {
  await whileLocked(deps.database, ADVISORY_LOCKS.imports, work);
}
