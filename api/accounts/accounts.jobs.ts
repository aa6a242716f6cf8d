import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { deleteLapsedEmailChanges } from "./email-verification/email-verification.queries.ts";
import { deleteExpiredNetworks } from "./known-networks.queries.ts";
import { deleteExpiredResets } from "./resets.queries.ts";
import { sendResetLinks } from "./resets.service.ts";

const SEND_LINKS_EVERY_MS = 1_000;

/** Returns the background jobs of accounts. */
export function accountJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "mail links to reset passwords",
      everyMs: SEND_LINKS_EVERY_MS,
      run: () => sendResetLinks(deps),
    },
    {
      name: "delete old reset links",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deleteExpiredResets(deps.database, deps.now())),
    },
    {
      name: "delete new addresses that nobody confirmed",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deleteLapsedEmailChanges(deps.database, deps.now())),
    },
    {
      name: "delete old networks",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deleteExpiredNetworks(deps.database, deps.now())),
    },
  ];
}
