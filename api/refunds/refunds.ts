import type { Noun } from "../noun.ts";
import { ownRefundsData } from "./own-data.queries.ts";
import { refundJobs } from "./refunds.jobs.ts";
import { DISPUTE_MAILS, REFUND_MAILS } from "./refunds.mails.ts";
import { hasOpenRefund } from "./refunds.queries.ts";
import { webhookRoutes } from "./webhook.routes.ts";

/**
 * Refunds of orders and deposits, disputes, and the providers' payment reports, including unmatched
 * ones (decision 0035). It depends on deposits; deposits do not depend on it.
 */
export const refunds: Noun = {
  name: "refunds",
  routes: [{ at: "/", routes: webhookRoutes }],
  jobs: refundJobs,
  mails: [
    ...REFUND_MAILS.map((kind) => `mail.refund.${kind}`),
    ...DISPUTE_MAILS.map((kind) => `mail.dispute.${kind}`),
  ],
  accountDeletion: {
    findBlocker: async (sql, userId) => ((await hasOpenRefund(sql, userId)) ? "refund_open" : null),
  },
  ownData: { lists: ownRefundsData },
};
