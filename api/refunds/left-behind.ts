import type { WalletMovement } from "#domain/promotion.ts";
import type { Sql } from "../db/client.ts";
import { LATE_REVIEW, setNeedsReview } from "../deposits/deposits.queries.ts";
import { post } from "../wallet/wallet.service.ts";
import { getHeldCents, getReviewState, type MoneyHolder } from "./holders.queries.ts";
import {
  getRefundableDeposit,
  leftOf,
  type RefundableDeposit,
  type RefundableOrder,
} from "./refunds.queries.ts";

// What a deleted account left behind (docs/decisions/0013): nobody is there who could be asked, so
// that it is ours, or in suspense where a person decides.

/** Why a deposit is reviewed whose refund came back after there was nobody to give it to. */
export const RETURNED_REVIEW = "a refund failed after the account was deleted";

/**
 * What refunds of an order did not credit to its buyer's wallet, in internal cents: what was
 * refunded after the account was deleted.
 */
export function uncreditedOf(
  order: Pick<RefundableOrder, "id" | "refundedCents">,
  movements: readonly WalletMovement[],
): number {
  const creditedCents = movements
    .filter(({ orderId, cents }) => orderId === order.id && cents > 0)
    .reduce((sum, { cents }) => sum + cents, 0);
  return order.refundedCents - creditedCents;
}

/**
 * Leaves with us what an order's refund moved to suspense, because no wallet may have it.
 * Idempotent.
 */
export async function keepRefund(
  sql: Sql,
  refund: { id: number; amountCents: number },
): Promise<void> {
  await keep(sql, `refund ${refund.id}`, refund.amountCents);
}

/**
 * Leaves with us what of a locked deposit is in suspense; below zero, what disputes took there
 * beyond it is ours to bear. Returns how much that was. Throws when it was kept before: the money
 * would stay where it is.
 */
export async function keepDeposit(sql: Sql, depositId: number): Promise<number> {
  const heldCents = await getHeldCents(sql, depositId);
  if (await keep(sql, `deposit ${depositId}`, heldCents)) return heldCents;
  throw new Error(`deposit ${depositId} was kept before`);
}

/** False, and nothing moves, when the same was kept before. */
async function keep(sql: Sql, sourceId: string, heldCents: number): Promise<boolean> {
  if (heldCents === 0) return true;
  const movement = { kind: "kept", sourceId, amountCents: Math.abs(heldCents) } as const;
  const [suspense, revenue] = [{ platform: "suspense" }, { platform: "revenue" }] as const;
  const ends = heldCents > 0 ? { from: suspense, to: revenue } : { from: revenue, to: suspense };
  return post(sql, { ...movement, ...ends });
}

/** Who bears a dispute: suspense only as far as it holds the money of this deposit. */
export async function pickBearer(
  sql: Sql,
  deposit: RefundableDeposit,
  dispute: { holder: MoneyHolder; amountCents: number },
): Promise<MoneyHolder> {
  const { holder, amountCents } = dispute;
  if (holder !== "suspense") return holder;
  return (await getHeldCents(sql, deposit.id)) < amountCents ? "revenue" : holder;
}

/**
 * Lets a person review a locked deposit as long as money of it is in suspense, or a refund of it
 * failed whose payer cannot be notified; and no longer once all of it went back. A review for
 * another reason stays until a person ends it. What disputes took beyond what was in suspense, as
 * the release before did, is ours to bear once none is open.
 */
export async function followReview(
  sql: Sql,
  depositId: number,
  event?: "refund failed",
): Promise<void> {
  const deposit = await getRefundableDeposit(sql, depositId);
  if (!deposit) throw new Error(`deposit ${depositId} is missing`);
  const { review, heldCents, isRefundOpen } = await getReviewState(sql, depositId);
  const { isDisputeOpen } = deposit;
  // One that was kept before stays as it is, for check-money to report: this must not fail.
  if (heldCents < 0 && !isDisputeOpen) await keep(sql, `deposit ${depositId}`, heldCents);
  if (heldCents > 0) {
    if (review === null) await setNeedsReview(sql, depositId, LATE_REVIEW);
  } else if (event === "refund failed") {
    if (review === null) await setNeedsReview(sql, depositId, RETURNED_REVIEW);
  } else if (review === LATE_REVIEW || review === RETURNED_REVIEW) {
    const isOver = leftOf(deposit) === 0 && !isRefundOpen && !isDisputeOpen;
    if (isOver) await setNeedsReview(sql, depositId, null);
  }
}
