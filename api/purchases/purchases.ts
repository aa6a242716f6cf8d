import type { Noun } from "../noun.ts";
import { purchaseJobs } from "./purchases.jobs.ts";
import { generationsLimit, purchasesRoutes } from "./purchases.routes.ts";

/** Buying prompts, orders, downloads and image generation (spec §7). */
export const purchases: Noun = {
  name: "purchases",
  routes: [{ at: "/api", routes: purchasesRoutes }],
  jobs: purchaseJobs,
  limits: [generationsLimit],
};
