import { retentionJob } from "../db/retention-job.ts";
import type { Noun } from "../noun.ts";
import { eraseActionDetails, eraseActionsOn } from "./audit.queries.ts";
import { ownAuditData } from "./own-data.queries.ts";

/** The append-only log of staff actions and views (spec §6, design §4). */
export const audit: Noun = {
  name: "audit",
  jobs: (deps) => [retentionJob(deps, "forget what old actions were about", eraseActionDetails)],
  accountDeletion: { erase: ({ sql, user }) => eraseActionsOn(sql, user.id) },
  ownData: { lists: ownAuditData },
};
