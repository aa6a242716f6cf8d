import type { Noun } from "../noun.ts";
import { eraseRequestsOf } from "../wallet/credit-requests.queries.ts";
import { depositJobs } from "./deposits.jobs.ts";
import { DEPOSIT_MAILS } from "./deposits.mails.ts";
import { hasPendingDeposit, lockDeposits } from "./deposits.queries.ts";
import { checkoutsLimit, depositsRoutes, paymentPageRoutes } from "./deposits.routes.ts";
import { openPagesRoutes } from "./open-pages.routes.ts";
import { ownDepositsData } from "./own-data.queries.ts";
import { redactContacts } from "./payer-data.queries.ts";
import { providerQueriesLimit } from "./provider-queries.ts";

/** Deposits to the wallet (spec §4 Deposits, §7). */
export const deposits: Noun = {
  name: "deposits",
  routes: [
    { at: "/api", routes: depositsRoutes },
    { at: "/api", routes: openPagesRoutes },
    { at: "/api", routes: paymentPageRoutes },
  ],
  limits: [checkoutsLimit, providerQueriesLimit],
  jobs: depositJobs,
  mails: DEPOSIT_MAILS.map((kind) => `mail.deposit.${kind}`),
  accountDeletion: {
    lock: lockDeposits,
    findBlocker: async (sql, userId) =>
      (await hasPendingDeposit(sql, userId)) ? "deposit_pending" : null,
    erase: async ({ sql, user }) => {
      await redactContacts(sql, user.id);
      await eraseRequestsOf(sql, user.id);
    },
  },
  ownData: { lists: ownDepositsData },
};
