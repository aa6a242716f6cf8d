import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { NEVER_ABORTED } from "../../noun.ts";
import { lockBalance } from "../../wallet/wallet.service.ts";
import { leftOf, lockRefundableDeposit } from "../refunds.queries.ts";
import {
  getHeldCents,
  getHolder,
  listInconsistentDeposits,
  listUnkeptRefunds,
} from "./holders.queries.ts";
import { followReview, keepDeposit, keepRefund } from "./left-behind.ts";

type Deps = Pick<ApiDeps, "database" | "log">;

/**
 * Corrects what releases before the transaction kind `kept` left in suspense, and what the previous
 * release still posts there while it runs alongside this one (decision 0035). Idempotent; each
 * refund and deposit has its own transaction. What cannot be corrected is logged and left to a
 * person.
 */
export async function repairSuspense(deps: Deps, stopping = NEVER_ABORTED): Promise<void> {
  for (const refund of await listUnkeptRefunds(deps.database)) {
    if (stopping.aborted) return;
    await attempt(deps, { refundId: refund.id }, (sql) => keepRefund(sql, refund));
  }
  for (const depositId of await listInconsistentDeposits(deps.database)) {
    if (stopping.aborted) return;
    await attempt(deps, { depositId }, (sql) => repairDeposit(sql, depositId));
  }
}

async function attempt(
  { database, log }: Deps,
  subject: { refundId: number } | { depositId: number },
  work: (sql: Sql) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(database, work);
  } catch (error) {
    log.error({ err: error, ...subject }, "what is in suspense could not be put right");
  }
}

/**
 * Money that did not arrive late belongs to the shop, like the account's balance; a person decides
 * on the rest.
 */
async function repairDeposit(sql: Sql, depositId: number): Promise<void> {
  // Deposit, then wallet and ledger: the lock order used everywhere.
  const deposit = await lockRefundableDeposit(sql, depositId);
  if (!deposit) throw new Error(`deposit ${depositId} is missing`);
  await lockBalance(sql, deposit.userId);
  const isOurs = (await getHolder(sql, deposit)) === "revenue";
  if (!isOurs || (await getHeldCents(sql, depositId)) <= 0) return followReview(sql, depositId);
  await keepDeposit(sql, depositId);
  if (leftOf(deposit) > 0) await followReview(sql, depositId, "refund failed");
}
