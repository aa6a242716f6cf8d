import { documentsDecidedBefore } from "#domain/verification.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_OFTEN_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import type { RemovalOptions } from "../providers/files/removals.ts";
import { removeDocuments, UNOWNED_KEPT_MS } from "./documents.ts";
import { listDeletableDocuments } from "./verification.queries.ts";

const BATCH = 100;
/** Background jobs of verifications. */
export function verificationJobs(deps: ApiDeps): Job[] {
  const failed = new Set<string>();
  return [
    {
      name: "remove documents whose time is over",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER_ABORTED) => removeDeletableDocuments(deps, { stopping, failed }),
    },
  ];
}

async function removeDeletableDocuments(deps: ApiDeps, options: RemovalOptions): Promise<void> {
  await removeDocuments(deps, listAllDeletable(deps), options);
}

async function* listAllDeletable(deps: ApiDeps): AsyncGenerator<string> {
  const now = deps.now();
  const filter = {
    decidedBefore: documentsDecidedBefore(now),
    unowned: { now, longestMs: UNOWNED_KEPT_MS },
    limit: BATCH,
  };
  let keys: string[] = [];
  do {
    const afterKey = keys.at(-1) ?? "";
    keys = await listDeletableDocuments(deps.database, { ...filter, afterKey });
    yield* keys;
  } while (keys.length === BATCH);
}
