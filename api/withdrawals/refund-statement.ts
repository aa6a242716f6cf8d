import { canWithdraw, WITHDRAWAL_DAYS } from "#domain/withdrawal.ts";
import { readOrderNumber } from "#domain/withdrawal-statements.ts";
import type { Sql } from "../db/client.ts";
import { lockDeposits } from "../deposits/deposits.queries.ts";
import type { ApiDeps } from "../http/context.ts";
import { lockOrder } from "../purchases/purchases.queries.ts";
import { listRefundable, type RefundRow } from "../refunds/refunds.queries.ts";
import { leftOf, refundDeposit, refundOrder } from "../refunds/refunds.service.ts";
import { getWallet } from "../wallet/wallet.queries.ts";
import { lockBalance } from "../wallet/wallet.service.ts";
import { changeWithdrawal, type WithdrawalRow } from "./withdrawals.queries.ts";

const DAY_MS = 86_400_000;

/**
 * Refunds what a statement is about in the caller's transaction, where that is certain: an order of
 * its sender's that is not open yet, or what is unspent. Returns the refunds; none leaves the
 * statement to the staff. Only for a sender who is known to be the member.
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

async function refundOrderOf(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
  orderId: number | null,
): Promise<RefundRow[]> {
  const { userId } = statement;
  if (orderId === null) return [];
  // In the order of LOCK_ORDER; then the order, against a consent at the same time.
  await lockDeposits(sql, userId);
  await lockBalance(sql, userId);
  const order = await lockOrder(sql, userId, orderId);
  if (!order || order.refundedAt !== null || !canWithdraw(order, deps.now())) return [];
  const cause = { ...causeOf(statement), orderId, destination: statement.destination };
  return refundOrder(deps, sql, cause);
}

async function refundUnspent(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
): Promise<RefundRow[]> {
  await lockDeposits(sql, statement.userId);
  const made: RefundRow[] = [];
  for (const part of await listUnspent(deps, sql, statement.userId)) {
    const operationId = `withdrawal ${statement.number} deposit ${part.depositId}`;
    made.push(await refundDeposit(deps, sql, { ...causeOf(statement), operationId, ...part }));
  }
  return made;
}

/** The unspent part of each deposit of the last 14 days, the newest first. */
export async function listUnspent(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  userId: number,
): Promise<{ depositId: number; amountCents: number }[]> {
  const since = deps.now().getTime() - WITHDRAWAL_DAYS * DAY_MS;
  let openCents = (await getWallet(sql, userId))?.balanceCents ?? 0;
  const parts: { depositId: number; amountCents: number }[] = [];
  for (const deposit of await listRefundable(sql, userId)) {
    const amountCents = Math.min(openCents, leftOf(deposit));
    if (deposit.createdAt.getTime() < since || amountCents === 0) continue;
    parts.push({ depositId: deposit.id, amountCents });
    openCents -= amountCents;
  }
  return parts;
}

const causeOf = ({ number }: WithdrawalRow) => ({
  operationId: `withdrawal ${number}`,
  amountCents: null,
  reason: `Withdrawal ${number}`,
  actorId: null,
});
