import { DAY_MS } from "#domain/dates.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { deleteGivenUpMails } from "./mails.queries.ts";
import { sendDueMails } from "./mails.service.ts";

const SEND_EVERY_MS = 2_000;
/** Time for the operator to find the cause; after that the mails are only other people's words. */
const KEEP_GIVEN_UP_MS = 30 * DAY_MS;

/** Returns the background jobs of the outbox. */
export function mailJobs(deps: ApiDeps): Job[] {
  return [
    { name: "send mails", everyMs: SEND_EVERY_MS, run: (stopping) => sendDueMails(deps, stopping) },
    {
      name: "delete undeliverable mails",
      everyMs: CLEAN_EVERY_MS,
      run: async () => {
        const before = new Date(deps.now().getTime() - KEEP_GIVEN_UP_MS);
        await deleteGivenUpMails(deps.database, before);
      },
    },
  ];
}
