import { retentionJob } from "../db/retention-job.ts";
import type { Noun } from "../noun.ts";
import { eraseActionsOn, forgetActionDetails } from "./audit.queries.ts";
import { ownAuditData } from "./own-data.queries.ts";

/** The log of what the staff did and looked at; append-only (spec §6, design §4). */
export const audit: Noun = {
  name: "audit",
  jobs: (deps) => [retentionJob(deps, "forget what old actions were about", forgetActionDetails)],
  accountDeletion: { erase: ({ sql, user }) => eraseActionsOn(sql, user.id) },
  ownData: { lists: ownAuditData },
};
