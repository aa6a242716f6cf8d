import type { Noun } from "../noun.ts";
import { INTENT_MAILS } from "./intent-mails.ts";
import { ORDER_MAILS } from "./order-mails.ts";
import { ownPurchasesData } from "./own-data.queries.ts";
import { purchaseJobs } from "./purchases.jobs.ts";
import { purchasesRoutes } from "./purchases.routes.ts";

/** Purchases, orders and downloads (spec §7). */
export const purchases: Noun = {
  name: "purchases",
  routes: [{ at: "/api", routes: purchasesRoutes }],
  jobs: purchaseJobs,
  mails: [
    ...ORDER_MAILS.map((kind) => `mail.order.${kind}`),
    ...INTENT_MAILS.map((kind) => `mail.purchase.${kind}`),
  ],
  ownData: { lists: ownPurchasesData },
};
