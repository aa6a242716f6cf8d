import type { Noun } from "../noun.ts";
import { ORDER_MAILS } from "./order-mails.ts";
import { ownPurchasesData } from "./own-data.queries.ts";
import { purchaseJobs } from "./purchases.jobs.ts";
import { generationsLimit, purchasesRoutes } from "./purchases.routes.ts";

/** Buying prompts, orders, downloads and image generation (spec §7). */
export const purchases: Noun = {
  name: "purchases",
  routes: [{ at: "/api", routes: purchasesRoutes }],
  jobs: purchaseJobs,
  mails: ORDER_MAILS.map((kind) => `mail.order.${kind}`),
  limits: [generationsLimit],
  ownData: { lists: ownPurchasesData },
};
