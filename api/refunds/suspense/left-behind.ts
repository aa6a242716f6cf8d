import type { WalletMovement } from "#domain/promotion.ts";
import type { Sql } from "../../db/client.ts";
import { LATE_REVIEW, setNeedsReview } from "../../deposits/deposits.queries.ts";
import { post } from "../../wallet/wallet.service.ts";
import {
  getRefundableDeposit,
  leftOf,
  type RefundableDeposit,
  type RefundableOrder,
} from "../refunds.queries.ts";
import { getHeldCents, getReviewState, type MoneyHolder } from "./holders.queries.ts";

// Money that a deleted account left behind (docs/decisions/0013): it has no owner any more, so it
// belongs to the shop, or waits in suspense for a person's decision.

/** The review reason of a deposit with a refund that failed after the account was deleted. */
export const RETURNED_REVIEW = "a refund failed after the account was deleted";

/**
 * The part of an order's refunds that did not go to the buyer's wallet, in internal cents: what was
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
 * Moves the amount of an order's refund from suspense to the shop; it went to suspense because
 * there is no wallet. Idempotent.
 */
export async function keepRefund(
  sql: Sql,
  refund: { id: number; amountCents: number },
): Promise<void> {
  await keep(sql, `refund ${refund.id}`, refund.amountCents);
}

/**
 * Moves a locked deposit's sum from suspense to the shop; if disputes took more than that, the shop
 * bears the difference. Returns the sum. Throws if this was done before: the money would stay where
 * it is.
 */
export async function keepDeposit(sql: Sql, depositId: number): Promise<number> {
  const heldCents = await getHeldCents(sql, depositId);
  if (await keep(sql, `deposit ${depositId}`, heldCents)) return heldCents;
  throw new Error(`deposit ${depositId} was kept before`);
}

/** False, without any effect, if this was done before. */
async function keep(sql: Sql, sourceId: string, heldCents: number): Promise<boolean> {
  if (heldCents === 0) return true;
  const movement = { kind: "kept", sourceId, amountCents: Math.abs(heldCents) } as const;
  const [suspense, revenue] = [{ platform: "suspense" }, { platform: "revenue" }] as const;
  const ends = heldCents > 0 ? { from: suspense, to: revenue } : { from: revenue, to: suspense };
  return post(sql, { ...movement, ...ends });
}

/** Who bears a dispute: suspense if it holds enough of this deposit's money, otherwise the shop. */
export async function pickLossBearer(
  sql: Sql,
  deposit: RefundableDeposit,
  dispute: { holder: MoneyHolder; amountCents: number },
): Promise<MoneyHolder> {
  const { holder, amountCents } = dispute;
  if (holder !== "suspense") return holder;
  return (await getHeldCents(sql, deposit.id)) < amountCents ? "revenue" : holder;
}

/**
 * Puts a locked deposit under review while some of its money is in suspense, or when a refund of it
 * has failed and its payer cannot be notified; ends that review once everything has been paid back.
 * A review for another reason stays until a person ends it. Once no dispute is open, the shop bears
 * what disputes took beyond the sum in suspense, which the previous release allowed.
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
  // If it was kept before, it stays as it is for check-money to report: this must not fail.
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
