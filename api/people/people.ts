import { DAY_MS } from "#domain/dates.ts";
import { retentionJob } from "../db/retention-job.ts";
import type { Noun } from "../noun.ts";
import { rejectAdjustmentsOfDeleted } from "./adjust-balance.ts";
import { eraseAdjustmentReasons, eraseAdjustmentsOf } from "./balance.queries.ts";
import { ownCorrectionsData } from "./own-data.queries.ts";
import { personViewRoutes } from "./person-view.routes.ts";

/** People as staff see them: their data, and changes to their accounts. */
export const people: Noun = {
  name: "people",
  routes: [{ at: "/api", routes: personViewRoutes }],
  jobs: (deps) => [
    {
      name: "reject balance changes of deleted accounts",
      everyMs: DAY_MS,
      run: () => rejectAdjustmentsOfDeleted(deps),
    },
    retentionJob(deps, "forget why balances were corrected long ago", eraseAdjustmentReasons),
  ],
  accountDeletion: {
    erase: ({ deps, sql, user }) => eraseAdjustmentsOf(sql, user.id, deps.now()),
  },
  ownData: { lists: ownCorrectionsData },
};
