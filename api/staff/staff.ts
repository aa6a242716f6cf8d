import type { Noun } from "../noun.ts";
import { staffAuditRoutes } from "./staff-audit.routes.ts";
import { staffOffersRoutes } from "./staff-offers.routes.ts";
import { staffPayoutsRoutes } from "./staff-payouts.routes.ts";
import { staffRefundsRoutes } from "./staff-refunds.routes.ts";
import { staffVerificationsRoutes } from "./staff-verifications.routes.ts";
import { staffWithdrawalsRoutes } from "./staff-withdrawals.routes.ts";

/** The routes below /staff (design §4). The rules and the SQL are those of the noun reviewed. */
export const staff: Noun = {
  name: "staff",
  routes: [
    { at: "/api", routes: staffAuditRoutes },
    { at: "/api", routes: staffOffersRoutes },
    { at: "/api", routes: staffPayoutsRoutes },
    { at: "/api", routes: staffRefundsRoutes },
    { at: "/api", routes: staffVerificationsRoutes },
    { at: "/api", routes: staffWithdrawalsRoutes },
  ],
};
