import { CONTACT_KEPT_DAYS } from "#domain/contact.ts";
import { DAY_MS } from "#domain/dates.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { deleteMessagesBefore } from "./contact.queries.ts";

/** Returns the background jobs of messages: they are deleted when the privacy policy says so. */
export function contactJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "delete old messages",
      everyMs: CLEAN_EVERY_MS,
      run: async () => {
        const before = new Date(deps.now().getTime() - CONTACT_KEPT_DAYS * DAY_MS);
        await deleteMessagesBefore(deps.database, before);
      },
    },
  ];
}
