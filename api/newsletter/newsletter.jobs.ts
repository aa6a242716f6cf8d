import { NEWSLETTER_CONFIRM_SECONDS } from "#domain/newsletter.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { deliverIssues } from "./deliver-issues.ts";
import { deleteUnconfirmed } from "./newsletter.queries.ts";

const DELIVER_EVERY_MS = 2_000;

/** Returns the background jobs of the newsletter. */
export function newsletterJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "deliver newsletter issues",
      everyMs: DELIVER_EVERY_MS,
      run: () => deliverIssues(deps),
    },
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
