import { DAY_MS } from "#domain/dates.ts";
import { retentionJob } from "../db/retention-job.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_OFTEN_MS, type Job } from "../noun.ts";
import { encryptPlainOriginal } from "./offer-files.ts";
import { anonymizeSellers, listOfferFiles } from "./offers.queries.ts";
import { removeDueFiles } from "./unowned-files.ts";

const BATCH = 100;
const NEVER = new AbortController().signal;

/** Background jobs of offers. */
export function offerJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "encrypt the originals of offers",
      everyMs: DAY_MS,
      run: () => encryptOldOriginals(deps),
    },
    {
      name: "remove files that no offer owns",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER) => removeDueFiles(deps, stopping),
    },
    retentionJob(deps, "forget who sold old designs", anonymizeSellers),
  ];
}

/** Encrypts files stored in plain text by earlier versions or restored from their backups. */
async function encryptOldOriginals(deps: ApiDeps): Promise<void> {
  for (let afterId = 0; ; ) {
    const batch = await listOfferFiles(deps.database, { afterId, limit: BATCH });
    for (const { id, key, format } of batch) {
      afterId = id;
      try {
        await encryptPlainOriginal(deps, key, format);
      } catch (error) {
        // One unreadable file must not keep the others unencrypted.
        deps.log.error({ err: error, offerId: id }, "an original could not be encrypted");
      }
    }
    if (batch.length < BATCH) return;
  }
}
