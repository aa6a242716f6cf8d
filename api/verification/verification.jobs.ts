import { documentsDecidedBefore } from "#domain/verification.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_OFTEN_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import type { RemovalOptions } from "../providers/files/removals.ts";
import { removeDocuments, UNOWNED_KEPT_MS } from "./documents.ts";
import { listSpentDocuments } from "./verification.queries.ts";

const BATCH = 100;
/** Background jobs of verifications. */
export function verificationJobs(deps: ApiDeps): Job[] {
  const failed = new Set<string>();
  return [
    {
      name: "remove documents whose time is over",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER_ABORTED) => removeSpentDocuments(deps, { stopping, failed }),
    },
  ];
}

async function removeSpentDocuments(deps: ApiDeps, options: RemovalOptions): Promise<void> {
  await removeDocuments(deps, listAllSpent(deps), options);
}

async function* listAllSpent(deps: ApiDeps): AsyncGenerator<string> {
  const now = deps.now();
  const filter = {
    decidedBefore: documentsDecidedBefore(now),
    unowned: { now, longestMs: UNOWNED_KEPT_MS },
    limit: BATCH,
  };
  let keys: string[] = [];
  do {
    const afterKey = keys.at(-1) ?? "";
    keys = await listSpentDocuments(deps.database, { ...filter, afterKey });
    yield* keys;
  } while (keys.length === BATCH);
}
