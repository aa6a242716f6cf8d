import { toDecimal } from "#domain/money.ts";
import { type RefundDestination, sourceOperationId } from "#domain/refunds.ts";
import { withdrawalEndsAt } from "#domain/withdrawal.ts";
import { lastSubjectAt } from "#domain/withdrawal-statements.ts";
import { lockMember } from "../accounts/accounts.queries.ts";
import type { Sql } from "../db/client.ts";
import { lockDeposits } from "../deposits/deposits.queries.ts";
import type { ApiDeps } from "../http/context.ts";
import { lockUnambiguousOrder } from "../purchases/statements.queries.ts";
import {
  planToSources,
  type RefundPosition,
  type RefundSource,
  readRefundPosition,
} from "../refunds/plan-sources.ts";
import type { RefundRow } from "../refunds/refunds.queries.ts";
import { refundDeposit, refundOrder } from "../refunds/refunds.service.ts";
import { getCredited } from "../wallet/wallet.queries.ts";
import { lockBalance } from "../wallet/wallet.service.ts";
import {
  changeWithdrawal,
  getRefundOf,
  goesToSource,
  toRefundOperationId,
  type WithdrawalRow,
} from "./withdrawals.queries.ts";

/**
 * Refunds the subject of a statement in the caller's transaction, if it is certain: one of the
 * sender's orders that is not open yet, or an unspent deposit. Returns the refunds; if there are
 * none, staff must handle the statement. Call it only if the sender is proven to be the member.
 */
export async function refundStatement(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow,
): Promise<RefundRow[]> {
  const { number, subject } = statement;
  const userId = statement.userId === null ? null : await lockOwner(sql, statement.userId);
  const refunds =
    userId === null
      ? []
      : subject === "balance"
        ? await refundUnspent(deps, sql, { ...statement, userId })
        : await refundOrderOf(deps, sql, { ...statement, userId });
  if (refunds.length > 0) {
    await changeWithdrawal(sql, statement.id, { status: "refunded", note: null });
  } else {
    deps.log.warn({ number }, "a withdrawal waits for the staff");
  }
  return refunds;
}

/**
 * Locks what a refund changes, in the order of LOCK_ORDER, and the account last. Null if the
 * account was deleted in the meantime: there is no wallet to refund to (docs/decisions/0013).
 */
async function lockOwner(sql: Sql, userId: number): Promise<number | null> {
  await lockDeposits(sql, userId);
  await lockBalance(sql, userId);
  return lockMember(sql, userId);
}

/**
 * Where a statement's money is: a refund may be in the wallet entirely, because there was no
 * payment to send it back to. For a statement that staff must handle, the requested destination.
 */
export async function readDestination(
  sql: Sql,
  statement: WithdrawalRow,
): Promise<RefundDestination> {
  if (statement.status !== "refunded") return statement.destination;
  return (await goesToSource(sql, statement)) ? "source" : "wallet";
}

/**
 * The part of a refunded order that paid its buyer's debt and the part in the balance, as amounts
 * of the response; both are zero for an unspent balance. Empty for a statement that was not
 * refunded.
 */
export async function readParts(
  sql: Sql,
  statement: WithdrawalRow,
): Promise<{ to_debt?: string; to_wallet?: string }> {
  if (statement.status !== "refunded") return {};
  const { refundId, sentCents } = await getRefundOf(sql, statement);
  if (refundId === null) return { to_debt: toDecimal(0), to_wallet: toDecimal(0) };
  const { amountCents, toDebtCents } = await getCredited(sql, "refund", [refundId]);
  const restCents = amountCents - toDebtCents - sentCents;
  return { to_debt: toDecimal(toDebtCents), to_wallet: toDecimal(restCents) };
}

async function refundOrderOf(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
): Promise<RefundRow[]> {
  // Locked after the wallet; guards against a concurrent consent.
  const orderId = await lockUnambiguousOrder(sql, statement);
  if (orderId === null) return [];
  const { destination } = statement;
  return refundOrder(deps, sql, { ...causeOf(statement), orderId, destination });
}

async function refundUnspent(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
): Promise<RefundRow[]> {
  const { userId, receivedAt } = statement;
  const made: RefundRow[] = [];
  // Read under the lock: a concurrent purchase would leave less than was planned.
  const position = await readRefundPosition(sql, userId);
  for (const { deposit, amountCents } of planUnspent(position, receivedAt)) {
    const depositId = deposit.id;
    const whole = causeOf(statement);
    const operationId = sourceOperationId(whole.operationId, depositId);
    const cause = { ...whole, operationId, depositId, amountCents };
    made.push(await refundDeposit(deps, sql, cause));
  }
  return made;
}

/**
 * The unspent part of each deposit that could be withdrawn from at `moment`, newest first, assuming
 * that the latest deposits are spent last.
 */
export function planUnspent(position: RefundPosition, moment: Date): RefundSource[] {
  const lastAt = lastSubjectAt(moment);
  return planToSources(position, position.balanceCents).filter(
    ({ deposit }) => deposit.createdAt <= lastAt && moment < withdrawalEndsAt(deposit),
  );
}

const causeOf = (statement: WithdrawalRow) => ({
  operationId: toRefundOperationId(statement),
  amountCents: null,
  reason: `Withdrawal ${statement.number}`,
  actorId: null,
});
