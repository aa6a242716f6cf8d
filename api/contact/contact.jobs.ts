import { CONTACT_KEPT_DAYS } from "#domain/site.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import { deleteMessagesBefore } from "./contact.queries.ts";

const CLEAN_EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Background work of messages: they are deleted when the privacy policy says so. */
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
