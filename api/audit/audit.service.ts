import type { Sql } from "../db/client.ts";
import { insertAction } from "./audit.queries.ts";

/**
 * One thing that the staff did, or one look at private data. `before`, `after` and `reason` hold
 * personal data only where the subject is that person (kind "user"): it goes with the account.
 */
export type StaffAction = {
  /** Null for the operator's command. */
  actorId: number | null;
  /** "product.update": the noun and what was done; a look is "user.view". */
  action: string;
  subject: { kind: string; id: string | number };
  before?: unknown;
  after?: unknown;
  reason?: string;
  /** Of a write that may be repeated: it is logged once. Unique among all actions. */
  operationId?: string;
};

/** Logs it in the transaction of the write, so that neither is there without the other. */
export function recordAction(sql: Sql, action: StaffAction): Promise<void> {
  return insertAction(sql, action);
}
