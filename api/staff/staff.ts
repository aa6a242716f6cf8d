import type { Noun } from "../noun.ts";
import { staffAuditRoutes } from "./staff-audit.routes.ts";
import { staffContactRoutes } from "./staff-contact.routes.ts";
import { staffDepositsRoutes } from "./staff-deposits.routes.ts";
import { staffGroupsRoutes } from "./staff-groups.routes.ts";
import { staffImportsRoutes } from "./staff-imports.routes.ts";
import { staffNewsletterRoutes } from "./staff-newsletter.routes.ts";
import { staffNoticesRoutes } from "./staff-notices.routes.ts";
import { staffOffersRoutes } from "./staff-offers.routes.ts";
import { staffOrdersRoutes } from "./staff-orders.routes.ts";
import { staffOverviewRoutes } from "./staff-overview.routes.ts";
import { staffPagesRoutes } from "./staff-pages.routes.ts";
import { staffPayoutsRoutes } from "./staff-payouts.routes.ts";
import { staffPeopleRoutes } from "./staff-people.routes.ts";
import { staffProductsRoutes } from "./staff-products.routes.ts";
import { staffReasonsRoutes } from "./staff-reasons.routes.ts";
import { staffRefundsRoutes } from "./staff-refunds.routes.ts";
import { staffSettingsRoutes } from "./staff-settings.routes.ts";
import { staffShelvesRoutes } from "./staff-shelves.routes.ts";
import { staffStatementsRoutes } from "./staff-statements.routes.ts";
import { staffTextsRoutes } from "./staff-texts.routes.ts";
import { staffVerificationsRoutes } from "./staff-verifications.routes.ts";
import { staffViewsRoutes } from "./staff-views.routes.ts";
import { staffWithdrawalsRoutes } from "./staff-withdrawals.routes.ts";

/** The routes below /staff (design §4). Rules and SQL belong to the respective noun. */
export const staff: Noun = {
  name: "staff",
  routes: [
    { at: "/api", routes: staffAuditRoutes },
    { at: "/api", routes: staffContactRoutes },
    { at: "/api", routes: staffDepositsRoutes },
    { at: "/api", routes: staffGroupsRoutes },
    { at: "/api", routes: staffImportsRoutes },
    { at: "/api", routes: staffNewsletterRoutes },
    { at: "/api", routes: staffNoticesRoutes },
    { at: "/api", routes: staffOffersRoutes },
    { at: "/api", routes: staffOrdersRoutes },
    { at: "/api", routes: staffOverviewRoutes },
    { at: "/api", routes: staffPagesRoutes },
    { at: "/api", routes: staffPayoutsRoutes },
    { at: "/api", routes: staffPeopleRoutes },
    { at: "/api", routes: staffProductsRoutes },
    { at: "/api", routes: staffReasonsRoutes },
    { at: "/api", routes: staffRefundsRoutes },
    { at: "/api", routes: staffSettingsRoutes },
    { at: "/api", routes: staffShelvesRoutes },
    { at: "/api", routes: staffStatementsRoutes },
    { at: "/api", routes: staffTextsRoutes },
    { at: "/api", routes: staffVerificationsRoutes },
    { at: "/api", routes: staffViewsRoutes },
    { at: "/api", routes: staffWithdrawalsRoutes },
  ],
};
