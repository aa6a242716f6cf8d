import { retentionJob } from "../db/retention-job.ts";
import { CLEAN_EVERY_MS, type Noun } from "../noun.ts";
import { ownWithdrawalsData } from "./own-data.queries.ts";
import { WITHDRAWAL_MAIL } from "./withdrawals.mails.ts";
import {
  anonymizeWithdrawers,
  redactWithdrawals,
  redactWithdrawalsOfDeleted,
} from "./withdrawals.queries.ts";
import { withdrawalsLimit, withdrawalsRoutes } from "./withdrawals.routes.ts";
import { withdrawalReceiptsLimit } from "./withdrawals.service.ts";

/** Statements of withdrawal from a contract (Directive 2011/83/EU Art. 11a). */
export const withdrawals: Noun = {
  name: "withdrawals",
  routes: [{ at: "/api", routes: withdrawalsRoutes }],
  jobs: (deps) => [
    retentionJob(deps, "forget who withdrew long ago", anonymizeWithdrawers),
    {
      name: "redact withdrawals of deleted accounts",
      everyMs: CLEAN_EVERY_MS,
      run: () => redactWithdrawalsOfDeleted(deps.database),
    },
  ],
  mails: [WITHDRAWAL_MAIL],
  limits: [withdrawalsLimit, withdrawalReceiptsLimit],
  accountDeletion: { erase: ({ sql, user }) => redactWithdrawals(sql, user.id) },
  ownData: { lists: ownWithdrawalsData },
};
