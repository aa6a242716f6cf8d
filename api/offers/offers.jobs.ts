import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { retentionJob } from "../db/retention-job.ts";
import { whileLocked } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, CLEAN_OFTEN_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import { encryptPlainOriginal, isPlainOriginal } from "./offer-files.ts";
import { anonymizeSellers } from "./offers.queries.ts";
import { removeDueFiles } from "./unowned-files.ts";

/** Background jobs of offers. */
export function offerJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "encrypt the originals of offers",
      everyMs: CLEAN_EVERY_MS,
      waitsAtStart: true,
      run: (stopping = NEVER_ABORTED) => encryptOldOriginals(deps, stopping),
    },
    {
      name: "remove files that no offer owns",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER_ABORTED) => removeDueFiles(deps, stopping),
    },
    retentionJob(deps, "forget who sold old designs", anonymizeSellers),
  ];
}

/**
 * Encrypts files that earlier versions stored unencrypted or that were restored from their backups.
 * Lists the names of all files, but reads only these. Does nothing while another process does it.
 */
async function encryptOldOriginals(deps: ApiDeps, stopping: AbortSignal): Promise<void> {
  await whileLocked(deps.database, ADVISORY_LOCKS.offerOriginals, async () => {
    for await (const { key: name } of deps.files.list("offers")) {
      if (stopping.aborted) return;
      if (!isPlainOriginal(name)) continue;
      try {
        await encryptPlainOriginal(deps, name);
      } catch (error) {
        // One unreadable file must not keep the others unencrypted.
        deps.log.error({ err: error, file: name }, "an original could not be encrypted");
      }
    }
  });
}
