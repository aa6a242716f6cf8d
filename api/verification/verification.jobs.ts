import { documentsDecidedBefore } from "#domain/verification.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_OFTEN_MS, type Job, NEVER } from "../noun.ts";
import { removeDocuments } from "./documents.ts";
import { listSpentDocuments } from "./verification.queries.ts";

const BATCH = 100;
/** Longer than any submission takes from its first file to its last. */
const UNOWNED_KEPT_MS = 60 * 60_000;

/** Background jobs of verifications. */
export function verificationJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "remove documents whose time is over",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER) => removeSpentDocuments(deps, stopping),
    },
  ];
}

async function removeSpentDocuments(deps: ApiDeps, stopping: AbortSignal): Promise<void> {
  const now = deps.now();
  const filter = {
    decidedBefore: documentsDecidedBefore(now),
    unownedBefore: new Date(now.getTime() - UNOWNED_KEPT_MS),
    limit: BATCH,
  };
  for (;;) {
    const keys = await listSpentDocuments(deps.database, filter);
    for (const key of keys) {
      if (stopping.aborted) return;
      await removeDocuments(deps, [key]);
    }
    if (keys.length < BATCH) return;
  }
}
