import type { Noun } from "../noun.ts";
import { PAYOUT_MAILS } from "./payouts.mails.ts";
import { hasOpenPayout } from "./payouts.service.ts";

/** Paying members for offers that they accepted (spec §1, §4). */
export const payouts: Noun = {
  name: "payouts",
  mails: PAYOUT_MAILS.map((kind) => `mail.payout.${kind}`),
  accountDeletion: {
    findBlocker: async (sql, userId) => ((await hasOpenPayout(sql, userId)) ? "payout_open" : null),
  },
};
