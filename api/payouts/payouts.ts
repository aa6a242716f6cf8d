import type { Noun } from "../noun.ts";
import { ownPayoutsData } from "./own-data.queries.ts";
import { eraseCardsOf } from "./payout-cards.service.ts";
import { payoutJobs } from "./payouts.jobs.ts";
import { PAYOUT_MAILS } from "./payouts.mails.ts";
import { hasOpenPayout } from "./payouts.queries.ts";
import { statementUpload } from "./statements/statement-upload.ts";
import { cardPageRoutes, payoutWebhookRoutes } from "./webhook.routes.ts";

/** Payouts to members for accepted offers (spec §1, §4). */
export const payouts: Noun = {
  name: "payouts",
  routes: [
    { at: "/api", routes: cardPageRoutes },
    { at: "/", routes: payoutWebhookRoutes },
  ],
  jobs: payoutJobs,
  uploads: [statementUpload],
  mails: PAYOUT_MAILS.map((kind) => `mail.payout.${kind}`),
  accountDeletion: {
    findBlocker: async (sql, userId) => ((await hasOpenPayout(sql, userId)) ? "payout_open" : null),
    erase: eraseCardsOf,
  },
  ownData: { lists: ownPayoutsData },
};
