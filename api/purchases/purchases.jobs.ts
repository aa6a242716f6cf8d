import type { ApiDeps } from "../http/context.ts";
import { type Job, NEVER_ABORTED } from "../noun.ts";
import { DOWNLOADS_FOLDER } from "../providers/files/file-keys.ts";
import { trimFolder } from "../providers/files/files.ts";
import { DOWNLOADS_BYTES_MAX } from "./download.ts";
import { processWaitingIntents } from "./intents.ts";
import { refreshSalesCounts } from "./purchases.queries.ts";

const SALES_EVERY_MS = 60_000;
const INTENTS_EVERY_MS = 30_000;
const TRIM_EVERY_MS = 10 * 60_000;

/** Background jobs of purchases. */
export function purchaseJobs(deps: ApiDeps): Job[] {
  const failed = new Set<string>();
  return [
    {
      name: "count sales",
      everyMs: SALES_EVERY_MS,
      run: () => refreshSalesCounts(deps.database),
    },
    {
      name: "buy what deposits were for",
      everyMs: INTENTS_EVERY_MS,
      run: (stopping) => processWaitingIntents(deps, stopping),
    },
    {
      name: "trim cached downloads",
      everyMs: TRIM_EVERY_MS,
      run: async (stopping = NEVER_ABORTED) => {
        const options = { stopping, failed };
        await trimFolder(deps.files, DOWNLOADS_FOLDER, DOWNLOADS_BYTES_MAX, options);
      },
    },
  ];
}
