import { promotionLeft, type WalletMovement } from "#domain/promotion.ts";
import { moneyOfPart } from "#domain/refunds.ts";
import type { Sql } from "../db/client.ts";
import { isOwnerDeleted } from "../deposits/deposits.queries.ts";
import { getBalance, getWalletCents, listWalletMovements } from "../wallet/wallet.queries.ts";
import {
  leftOf,
  listRefundable,
  type RefundableDeposit,
  type RefundableOrder,
} from "./refunds.queries.ts";
import { uncreditedOf } from "./suspense/left-behind.ts";

// Plans which payments the money of a refund goes back to; changes nothing.

export type RefundSource = { deposit: RefundableDeposit; amountCents: number; moneyCents: number };

/**
 * How a refunded amount is divided: the part that pays the buyer's debt, and the parts for the
 * payment sources, if requested. `isOwned` is false for a deleted account.
 */
export async function planOrderSources(sql: Sql, order: RefundableOrder, amountCents: number) {
  const isOwned = !(await isOwnerDeleted(sql, order.userId));
  const position = await readRefundPosition(sql, order.userId);
  const plan = isOwned
    ? planOnward(position, { orderId: order.id, amountCents })
    : { toDebtCents: 0, sources: planLeftBehind(position, order, amountCents) };
  return { isOwned, ...plan };
}

/** The facts that decide where the money of a refunded order goes. */
export type RefundPosition = {
  deposits: readonly RefundableDeposit[];
  balanceCents: number;
  debtCents: number;
  movements: readonly WalletMovement[];
};

/** A member's refundable deposits, balance and debt in minor units, and the wallet's movements. */
export async function readRefundPosition(sql: Sql, userId: number): Promise<RefundPosition> {
  const [deposits, { debtCents }, balanceCents, movements] = await Promise.all([
    listRefundable(sql, userId),
    getBalance(sql, userId),
    getWalletCents(sql, userId),
    listWalletMovements(sql, userId),
  ]);
  return { deposits, debtCents, balanceCents, movements };
}

/**
 * Plans a refund to the payment sources: the part that pays a debt first, and the parts that go to
 * deposits, at most `mostCents` in total.
 */
export function planOnward(
  position: RefundPosition,
  { orderId, amountCents }: { orderId: number; amountCents: number },
  mostCents = amountCents,
) {
  const { deposits, balanceCents, debtCents, movements } = position;
  const toDebtCents = Math.min(debtCents, amountCents);
  const plain = { isPromotion: false, orderId: null, takenBy: null, debtCents: 0 };
  const credited = {
    deposits,
    balanceCents: balanceCents + amountCents - toDebtCents,
    movements: [
      ...movements,
      { ...plain, cents: amountCents, orderId },
      { ...plain, cents: -toDebtCents, debtCents: -toDebtCents },
    ],
  };
  return { toDebtCents, sources: planToSources(credited, mostCents) };
}

/**
 * The part of a deleted account's order that goes to the deposits that paid for it: as much as if
 * the account still had its balance. The shop keeps the rest.
 */
function planLeftBehind(
  position: RefundPosition,
  order: Pick<RefundableOrder, "id" | "refundedCents">,
  amountCents: number,
): RefundSource[] {
  const creditedCents = uncreditedOf(order, position.movements) + amountCents;
  const credited = { orderId: order.id, amountCents: creditedCents };
  return planOnward(position, credited, amountCents).sources;
}

/**
 * Plans what goes to the payment sources: at most `mostCents`, the newest deposits first, limited
 * by wallet and deposits. Promotional credits stay in the wallet: nobody paid for them.
 */
export function planToSources(
  { deposits, balanceCents, movements }: Omit<RefundPosition, "debtCents">,
  mostCents: number,
): RefundSource[] {
  // A preview reads in parallel, so a purchase may be made between its reads.
  const openCents = Math.max(0, balanceCents - promotionLeft(movements));
  return planSources(deposits, Math.min(mostCents, openCents));
}

/** Spreads an amount over deposits in the given order. Omits parts that round to zero. */
export function planSources(
  deposits: readonly RefundableDeposit[],
  amountCents: number,
): RefundSource[] {
  const parts: RefundSource[] = [];
  let openCents = amountCents;
  for (const deposit of deposits) {
    const partCents = Math.min(openCents, leftOf(deposit));
    const moneyCents = partCents === 0 ? 0 : moneyOf(deposit, partCents);
    if (moneyCents === 0) continue;
    parts.push({ deposit, amountCents: partCents, moneyCents });
    openCents -= partCents;
  }
  return parts;
}

/**
 * Converts the next `partCents` of a deposit to the deposit's currency; 0 for a part worth less
 * than a cent. Throws RangeError for more than is left of the deposit.
 */
export function moneyOf(deposit: RefundableDeposit, partCents: number): number {
  const { amountCents: moneyCents, internalAmountCents: internalCents } = deposit;
  const taken = {
    moneyCents: deposit.refundedMoneyCents + deposit.disputedMoneyCents,
    internalCents: deposit.refundedCents + deposit.disputedCents,
  };
  return moneyOfPart({ moneyCents, internalCents }, taken, partCents);
}
