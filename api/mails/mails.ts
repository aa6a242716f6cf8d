import type { Noun } from "../noun.ts";
import { mailJobs } from "./mails.jobs.ts";
import { deleteMailsOfAccount } from "./mails.queries.ts";
import { ownMailsData } from "./own-data.queries.ts";
import { unprovenMailsLimit } from "./unproven-mails.ts";

/** The outbox: mails are queued in the transaction that causes them, and sent by a job. */
export const mails: Noun = {
  name: "mails",
  jobs: mailJobs,
  limits: [unprovenMailsLimit],
  accountDeletion: { erase: ({ sql, user }) => deleteMailsOfAccount(sql, user.id) },
  ownData: { lists: ownMailsData },
};
