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

// Money that a deleted account left behind (docs/decisions/0013): with nobody left to ask, it
// belongs to the shop, or waits in suspense for a person's decision.

/** The review reason of a deposit whose refund came back after its account was deleted. */
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
 * Moves from suspense to the shop what an order's refund put there, because there is no wallet for
 * it. Idempotent.
 */
export async function keepRefund(
  sql: Sql,
  refund: { id: number; amountCents: number },
): Promise<void> {
  await keep(sql, `refund ${refund.id}`, refund.amountCents);
}

/**
 * Moves a locked deposit's sum from suspense to the shop; if disputes took more than was there, the
 * shop bears the difference. Returns the sum. Throws when this was done before: the money would
 * stay where it is.
 */
export async function keepDeposit(sql: Sql, depositId: number): Promise<number> {
  const heldCents = await getHeldCents(sql, depositId);
  if (await keep(sql, `deposit ${depositId}`, heldCents)) return heldCents;
  throw new Error(`deposit ${depositId} was kept before`);
}

/** False, without any effect, when this was done before. */
async function keep(sql: Sql, sourceId: string, heldCents: number): Promise<boolean> {
  if (heldCents === 0) return true;
  const movement = { kind: "kept", sourceId, amountCents: Math.abs(heldCents) } as const;
  const [suspense, revenue] = [{ platform: "suspense" }, { platform: "revenue" }] as const;
  const ends = heldCents > 0 ? { from: suspense, to: revenue } : { from: revenue, to: suspense };
  return post(sql, { ...movement, ...ends });
}

/** Who bears a dispute: suspense if it holds that much of this deposit's money, else the shop. */
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
 * Keeps a locked deposit under review while money of it is in suspense, or while a refund of it has
 * failed whose payer cannot be notified, and no longer once all of it has gone back. A review for
 * another reason stays until a person ends it. Once no dispute is open, the shop bears what
 * disputes took beyond the sum in suspense, as happened in the previous release.
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
