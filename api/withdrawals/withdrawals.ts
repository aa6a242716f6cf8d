import { retentionJob } from "../db/retention-job.ts";
import type { Noun } from "../noun.ts";
import { ownWithdrawalsData } from "./own-data.queries.ts";
import { WITHDRAWAL_MAIL } from "./withdrawals.mails.ts";
import { anonymizeWithdrawers, redactWithdrawals } from "./withdrawals.queries.ts";
import { withdrawalsLimit, withdrawalsRoutes } from "./withdrawals.routes.ts";
import { withdrawalReceiptsLimit } from "./withdrawals.service.ts";

/** Statements of withdrawal from a contract (Directive 2011/83/EU Art. 11a). */
export const withdrawals: Noun = {
  name: "withdrawals",
  routes: [{ at: "/api", routes: withdrawalsRoutes }],
  jobs: (deps) => [retentionJob(deps, "forget who withdrew long ago", anonymizeWithdrawers)],
  mails: [WITHDRAWAL_MAIL],
  limits: [withdrawalsLimit, withdrawalReceiptsLimit],
  accountDeletion: { erase: ({ sql, user }) => redactWithdrawals(sql, user.id) },
  ownData: { lists: ownWithdrawalsData },
};
