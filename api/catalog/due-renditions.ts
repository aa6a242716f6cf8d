import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import type { Job } from "../noun.ts";
import { noteNotKept } from "../providers/files/checked-files.ts";
import {
  claimDueRenditions,
  deleteDueRenditions,
  uncountAttempt,
} from "./due-renditions.queries.ts";
import { prepareProduct } from "./images.ts";

const EVERY_MS = 2_000;
/** After this time another process takes over the picture of one that died. */
const LEASE_MS = 2 * 60_000;
/**
 * After this many attempts the renditions are made only on request, as for any other picture.
 * Outages do not count.
 */
const ATTEMPTS_MAX = 3;

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now">;

/**
 * Returns the jobs that make the renditions of newly published products in advance, so that nobody
 * has to wait for them.
 */
export function renditionJobs(deps: Deps): Job[] {
  const run = (stopping?: AbortSignal) => makeDueRenditions(deps, stopping);
  return [{ name: "make renditions ahead", everyMs: EVERY_MS, run }];
}

async function makeDueRenditions(deps: Deps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const now = deps.now();
    const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueRenditions(deps.database, { now, leaseEndsAt });
    if (!due) return;
    const { hash, attempts, isForSale } = due;
    try {
      // If not, the product has been withdrawn or has got another picture since.
      if (isForSale) await prepareProduct(deps, due);
    } catch (error) {
      const facts = { err: error, hash, attempts };
      if (isOutage(error)) {
        noteNotKept(deps, facts);
        // In an outage the others would fail too: this one waits until its lease ends.
        return uncountAttempt(deps.database, hash, leaseEndsAt);
      }
      deps.log.warn(facts, "renditions could not be made ahead");
      if (attempts < ATTEMPTS_MAX) continue;
    }
    await deleteDueRenditions(deps.database, hash, leaseEndsAt);
  }
}
