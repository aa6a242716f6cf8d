import { retentionJob } from "../db/retention-job.ts";
import type { Noun } from "../noun.ts";
import { eraseAdjustmentsOf, forgetAdjustmentReasons } from "./balance.queries.ts";
import { ownCorrectionsData } from "./own-data.queries.ts";
import { personViewRoutes } from "./person-view.routes.ts";

/** People as the staff sees them: what is known of them, and changes of their accounts. */
export const people: Noun = {
  name: "people",
  routes: [{ at: "/api", routes: personViewRoutes }],
  jobs: (deps) => [
    retentionJob(deps, "forget why balances were corrected long ago", forgetAdjustmentReasons),
  ],
  accountDeletion: { erase: ({ sql, user }) => eraseAdjustmentsOf(sql, user.id) },
  ownData: { lists: ownCorrectionsData },
};
