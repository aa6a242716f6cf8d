import type { Noun } from "../noun.ts";
import { eraseAdjustmentsOf } from "./balance.queries.ts";

/** People as the staff sees them: what is known of them, and changes of their accounts. */
export const people: Noun = {
  name: "people",
  accountDeletion: { erase: ({ sql, user }) => eraseAdjustmentsOf(sql, user.id) },
};
