import { NEWSLETTER_CONFIRM_SECONDS } from "#domain/site.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import { deleteUnconfirmed } from "./newsletter.queries.ts";

const CLEAN_EVERY_MS = 60 * 60_000;

/** Background work of the newsletter. */
export function newsletterJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "delete unconfirmed subscribers",
      everyMs: CLEAN_EVERY_MS,
      run: async () => {
        const mailedBefore = new Date(deps.now().getTime() - NEWSLETTER_CONFIRM_SECONDS * 1000);
        await deleteUnconfirmed(deps.database, mailedBefore);
      },
    },
  ];
}
