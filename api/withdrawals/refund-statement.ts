import { type RefundDestination, sourceOperationId } from "#domain/refunds.ts";
import { canWithdraw, withdrawalEndsAt } from "#domain/withdrawal.ts";
import { readOrderNumber } from "#domain/withdrawal-statements.ts";
import type { Sql } from "../db/client.ts";
import { lockDeposits } from "../deposits/deposits.queries.ts";
import type { ApiDeps } from "../http/context.ts";
import { isDelivered } from "../purchases/downloads.queries.ts";
import { lockOrder, type OrderRow } from "../purchases/purchases.queries.ts";
import type { RefundRow } from "../refunds/refunds.queries.ts";
import {
  planToSources,
  type RefundPosition,
  type RefundSource,
  readRefundPosition,
  refundDeposit,
  refundOrder,
} from "../refunds/refunds.service.ts";
import { lockBalance } from "../wallet/wallet.service.ts";
import {
  changeWithdrawal,
  goesToSource,
  toRefundOperationId,
  type WithdrawalRow,
} from "./withdrawals.queries.ts";

/**
 * Refunds the subject of a statement in the caller's transaction, if that is certain: one of the
 * sender's orders that is not open yet, or an unspent deposit. Returns the refunds; if empty, staff
 * must handle the statement. Only for a sender proven to be the member.
 */
export async function refundStatement(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow,
): Promise<RefundRow[]> {
  const { userId, number, subject, contract } = statement;
  const refunds =
    userId === null
      ? []
      : subject === "balance"
        ? await refundUnspent(deps, sql, { ...statement, userId })
        : await refundOrderOf(deps, sql, { ...statement, userId }, readOrderNumber(contract ?? ""));
  if (refunds.length > 0) {
    await changeWithdrawal(sql, statement.id, { status: "refunded", note: null });
  } else {
    deps.log.warn({ number }, "a withdrawal waits for the staff");
  }
  return refunds;
}

/**
 * Where the money of a statement is: that of a refunded one may all be in the wallet, because there
 * was no payment to send it back to. Of one that staff must handle, the stated destination.
 */
export async function readDestination(
  sql: Sql,
  statement: WithdrawalRow,
): Promise<RefundDestination> {
  if (statement.status !== "refunded") return statement.destination;
  return (await goesToSource(sql, statement)) ? "source" : "wallet";
}

async function refundOrderOf(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
  orderId: number | null,
): Promise<RefundRow[]> {
  const { userId } = statement;
  if (orderId === null) return [];
  // In the order of LOCK_ORDER; then the order, against a concurrent consent.
  await lockDeposits(sql, userId);
  await lockBalance(sql, userId);
  const order = await lockOrder(sql, userId, orderId);
  if (!order || order.refundedAt !== null) return [];
  // The time of the statement counts: what was undecided was held meanwhile.
  if (!canWithdraw({ ...order, consentedAt: null }, statement.receivedAt)) return [];
  const note = await noteDelivery(sql, order, statement.receivedAt);
  if (note !== null) await changeWithdrawal(sql, statement.id, { status: "review", note });
  if (note !== null || order.consentedAt !== null) return [];
  const cause = { ...causeOf(statement), orderId, destination: statement.destination };
  return refundOrder(deps, sql, cause);
}

/**
 * The note for staff on a statement that was sent in time, if the order was delivered afterwards:
 * whether that takes it back is not certain. Null if it was not.
 */
async function noteDelivery(sql: Sql, order: OrderRow, receivedAt: Date): Promise<string | null> {
  const { id, consentedAt } = order;
  if (consentedAt !== null) {
    if (consentedAt <= receivedAt) return null;
    const at = consentedAt.toISOString();
    return `Sent in time; the buyer agreed to delivery afterwards, ${at}.`;
  }
  const isLate = await isDelivered(sql, id);
  return isLate ? "Sent in time; the order was delivered afterwards, without consent." : null;
}

async function refundUnspent(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
): Promise<RefundRow[]> {
  const { userId, receivedAt } = statement;
  // In the order of LOCK_ORDER; the balance is read under the lock, or a purchase in flight would
  // leave less than was planned.
  await lockDeposits(sql, userId);
  await lockBalance(sql, userId);
  const made: RefundRow[] = [];
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

/** The unspent part of each deposit that could be withdrawn from at `moment`, newest first. */
export function planUnspent(position: RefundPosition, moment: Date): RefundSource[] {
  const deposits = position.deposits.filter((deposit) => moment < withdrawalEndsAt(deposit));
  return planToSources({ ...position, deposits }, position.balanceCents);
}

const causeOf = (statement: WithdrawalRow) => ({
  operationId: toRefundOperationId(statement),
  amountCents: null,
  reason: `Withdrawal ${statement.number}`,
  actorId: null,
});
