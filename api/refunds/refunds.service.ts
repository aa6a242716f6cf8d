import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { type RefundDestination, sourceOperationId } from "#domain/refunds.ts";
import type { Sql } from "../db/client.ts";
import { lockDeposits } from "../deposits/deposits.queries.ts";
import { issueDocument } from "../documents/issue-document.ts";
import { assertSameOperation } from "../operations.ts";
import { assertNotOwn } from "../own-records.ts";
import { lockBalance, post, takeBack } from "../wallet/wallet.service.ts";
import { moneyOf, planOrderSources, type RefundSource } from "./plan-sources.ts";
import { type MailDeps, queueRefundMail } from "./refunds.mails.ts";
import {
  getOrderOwner,
  getRefundOfOperation,
  insertRefund,
  leftOf,
  lockRefundableDeposit,
  lockRefundableOrder,
  type NewRefund,
  type RefundableDeposit,
  type RefundableOrder,
  type RefundRow,
  setOrderRefunded,
} from "./refunds.queries.ts";
import { getHolder, type MoneyHolder } from "./suspense/holders.queries.ts";
import { keepRefund } from "./suspense/left-behind.ts";

export type RefundCause = {
  /** Idempotency key: repeating it returns the same refund. */
  operationId: string;
  /** In the internal currency; null for the full remaining amount. */
  amountCents: number | null;
  reason: string;
  /** The staff member who makes the refund; null for a user's withdrawal. */
  actorId: number | null;
};

/**
 * Refunds an order, fully or partially, in the caller's transaction: to the wallet and, with
 * `destination`, on to the payment methods of its deposits. What no deposit can cover stays in the
 * wallet; a deleted account has none, so it stays with us. A full refund closes the order. Returns
 * all refunds created, the order's first; pass them to `sendRefunds` after the commit. Throws
 * order_not_found, forbidden for one's own order, order_refunded, refund_too_large (params.amount:
 * the remaining amount), operation_conflict, and for a deposit of the plan what `refundDeposit`
 * throws.
 */
export async function refundOrder(
  deps: MailDeps,
  sql: Sql,
  cause: RefundCause & { orderId: number; destination: RefundDestination },
): Promise<[RefundRow, ...RefundRow[]]> {
  const userId = await getOrderOwner(sql, cause.orderId);
  if (userId === null) throw new DomainError("order_not_found");
  assertNotOwn(cause.actorId, userId);
  // In the order of LOCK_ORDER: deposits and wallet, then the order.
  if (cause.destination === "source") await lockDeposits(sql, userId);
  await lockBalance(sql, userId);
  const order = await lockRefundableOrder(sql, cause.orderId);
  if (!order) throw new Error(`order ${cause.orderId} is missing`);
  const known = await findKnown(sql, cause, { orderId: order.id });
  if (known) return [known];
  const { amountCents, leftCents } = requireOrderAmount(order, cause.amountCents);
  const plan = await planOrderSources(sql, order, amountCents);
  const { refund, documentIds } = await makeRefund(deps, sql, cause, {
    userId,
    orderId: order.id,
    depositId: null,
    amountCents,
    moneyCents: null,
    status: "succeeded",
  });
  await post(sql, {
    kind: "refund",
    sourceId: String(refund.id),
    from: { platform: "revenue" },
    to: plan.isOwned ? { wallet: userId } : { platform: "suspense" },
    amountCents,
  });
  if (!plan.isOwned) await keepRefund(sql, refund);
  if (amountCents === leftCents) await setOrderRefunded(sql, order.id, deps.now());
  const sources = cause.destination === "wallet" ? [] : plan.sources;
  const onward = sources.length > 0 ? sumOf(sources) : undefined;
  await queueRefundMail(deps, sql, refund, { documentIds, onward });
  return [refund, ...(await refundToSources(deps, sql, cause, sources))];
}

/** Refunds the planned parts to the user's deposits. */
async function refundToSources(
  deps: MailDeps,
  sql: Sql,
  cause: RefundCause,
  sources: readonly RefundSource[],
): Promise<RefundRow[]> {
  const refunds: RefundRow[] = [];
  for (const { deposit, amountCents } of sources) {
    const operationId = sourceOperationId(cause.operationId, deposit.id);
    const given = { ...cause, operationId, amountCents, depositId: deposit.id };
    refunds.push(await refundDeposit(deps, sql, given));
  }
  return refunds;
}

function sumOf(sources: readonly RefundSource[]): { amountCents: number; moneyCents: number } {
  return {
    amountCents: sources.reduce((sum, { amountCents }) => sum + amountCents, 0),
    moneyCents: sources.reduce((sum, { moneyCents }) => sum + moneyCents, 0),
  };
}

/**
 * Refunds a deposit to the payment's source, fully or partially, in the caller's transaction:
 * debits the wallet, but never below zero. Pass the result to `sendRefunds` after the commit.
 * Throws deposit_not_found, forbidden for one's own, deposit_disputed, refund_impossible (not paid,
 * or nothing left of it or in the wallet), refund_too_large (params.amount: the maximum),
 * operation_conflict.
 */
export async function refundDeposit(
  deps: MailDeps,
  sql: Sql,
  cause: RefundCause & { depositId: number },
): Promise<RefundRow> {
  const deposit = await lockRefundableDeposit(sql, cause.depositId);
  if (!deposit) throw new DomainError("deposit_not_found");
  const { userId } = deposit;
  assertNotOwn(cause.actorId, userId);
  const balanceCents = await lockBalance(sql, userId);
  const known = await findKnown(sql, cause, { depositId: deposit.id });
  if (known) return known;
  const holder = await getHolder(sql, deposit);
  const wallet = { holder, balanceCents };
  const { amountCents, moneyCents } = requireDepositAmount(deposit, wallet, cause.amountCents);
  const { refund } = await makeRefund(deps, sql, cause, {
    userId,
    orderId: null,
    depositId: deposit.id,
    amountCents,
    moneyCents,
    status: "requested",
  });
  const movement = { kind: "refund", sourceId: String(refund.id), amountCents } as const;
  const to = "provider_clearing";
  if (holder === "user") await takeBack(sql, { ...movement, userId, to });
  else await post(sql, { ...movement, from: { platform: holder }, to: { platform: to } });
  return refund;
}

/**
 * The only place where a refund is created: its row and, for one to the wallet, its credit note. A
 * refund to the payment's source is mailed once its provider has accepted it.
 */
async function makeRefund(
  deps: MailDeps,
  sql: Sql,
  cause: RefundCause,
  refund: Omit<NewRefund, "operationId" | "reason" | "actorId" | "now">,
): Promise<{ refund: RefundRow; documentIds: number[] }> {
  const { operationId, reason, actorId } = cause;
  const made = await insertRefund(sql, {
    ...refund,
    operationId,
    reason,
    actorId,
    now: deps.now(),
  });
  const { id: refundId, orderId, amountCents } = made;
  if (orderId === null) return { refund: made, documentIds: [] };
  const event = { type: "refund", refundId, orderId, amountCents } as const;
  const documents = await issueDocument(deps, sql, event);
  return { refund: made, documentIds: documents.map(({ id }) => id) };
}

/**
 * The refund this operation created, if any. Throws operation_conflict if it was for another order,
 * deposit or amount.
 */
async function findKnown(
  sql: Sql,
  cause: RefundCause,
  target: { orderId?: number; depositId?: number },
): Promise<RefundRow | null> {
  const known = await getRefundOfOperation(sql, cause.operationId);
  if (!known) return null;
  const { orderId = null, depositId = null } = target;
  const { amountCents } = cause;
  assertSameOperation(known, { orderId, depositId, ...(amountCents !== null && { amountCents }) });
  return known;
}

/**
 * The amount to refund and the refundable maximum, in the internal currency. `requestedCents` is
 * null for the maximum. Throws order_refunded, refund_too_large (params.amount: the maximum).
 */
export function requireOrderAmount(
  order: Pick<RefundableOrder, "priceCents" | "refundedCents">,
  requestedCents: number | null,
): { amountCents: number; leftCents: number } {
  const leftCents = order.priceCents - order.refundedCents;
  if (leftCents === 0) throw new DomainError("order_refunded");
  return { amountCents: requireAtMost(requestedCents ?? leftCents, leftCents), leftCents };
}

/**
 * The amount of a deposit to refund and the maximum, in the internal currency, and the amount in
 * the deposit's currency. The user's wallet limits it, because a refund never overdraws it.
 * `requestedCents` is null for the maximum. Throws deposit_disputed, refund_impossible (not paid,
 * or nothing left of it or in the wallet), refund_too_large (params.amount: the maximum).
 */
export function requireDepositAmount(
  deposit: RefundableDeposit,
  wallet: { holder: MoneyHolder; balanceCents: number },
  requestedCents: number | null,
): { amountCents: number; mostCents: number; moneyCents: number } {
  if (deposit.status !== "success") throw new DomainError("refund_impossible");
  if (deposit.isDisputeOpen) throw new DomainError("deposit_disputed");
  const leftCents = leftOf(deposit);
  const mostCents = wallet.holder === "user" ? Math.min(leftCents, wallet.balanceCents) : leftCents;
  if (mostCents === 0) throw new DomainError("refund_impossible");
  const amountCents = requireAtMost(requestedCents ?? mostCents, mostCents);
  const moneyCents = moneyOf(deposit, amountCents);
  if (moneyCents === 0) throw new DomainError("refund_impossible");
  return { amountCents, mostCents, moneyCents };
}

function requireAtMost(amountCents: number, mostCents: number): number {
  if (amountCents <= mostCents) return amountCents;
  throw new DomainError("refund_too_large", { params: { amount: toDecimal(mostCents) } });
}
