/** Refunds and disputes of payments (spec §3, §4; docs/decisions/0035). */

/** `wallet`: credited there. `source`: as far as it can, back to what the deposits were paid with. */
export const REFUND_DESTINATIONS = ["wallet", "source"] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/**
 * `requested`: debited, the provider has not been asked. `unknown`: asked, and nobody can say what it
 * did; never the same as failed, so it is not paid again without evidence (I16).
 */
export const REFUND_STATUSES = ["requested", "unknown", "pending", "succeeded", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** What a provider says about a refund. */
export const REFUND_OUTCOMES = ["pending", "succeeded", "failed"] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

/** What the staff may note about a refund whose outcome the provider does not tell. */
export const REFUND_MARKS = ["succeeded", "failed"] as const;

export const REFUND_REASON_LENGTH_MAX = 500;
export const REFUNDS_PER_PAGE = 20;

/** A bank may send back even what has arrived. What failed is credited again, so it is the end. */
const NEXT_STATUS: Record<RefundStatus, Partial<Record<RefundOutcome, RefundStatus>>> = {
  requested: { pending: "pending", succeeded: "succeeded", failed: "failed" },
  unknown: { pending: "pending", succeeded: "succeeded", failed: "failed" },
  pending: { succeeded: "succeeded", failed: "failed" },
  succeeded: { failed: "failed" },
  failed: {},
};

/** The status after a provider's report, or null when the report changes nothing. */
export function nextRefundStatus(
  status: RefundStatus,
  outcome: RefundOutcome,
): RefundStatus | null {
  return NEXT_STATUS[status][outcome] ?? null;
}

export const DISPUTE_OUTCOMES = ["opened", "won", "lost"] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];
export const DISPUTE_STATUSES = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Two amounts of one deposit: what was paid in money, and what it was worth in the wallet. */
export type Converted = { moneyCents: number; internalCents: number };

/**
 * The money of the next `partCents` of a deposit in the internal currency, after `beforeCents` of it
 * went back. Parts never sum to more than the whole, and the last one makes it whole.
 * Throws RangeError beyond the deposit.
 */
export function moneyOfPart(deposit: Converted, beforeCents: number, partCents: number): number {
  const { moneyCents, internalCents } = deposit;
  return cutPart(moneyCents, internalCents, beforeCents, partCents);
}

/** The same in the other direction: what a part of the money is worth in the wallet. */
export function internalOfPart(deposit: Converted, beforeCents: number, partCents: number): number {
  const { moneyCents, internalCents } = deposit;
  return cutPart(internalCents, moneyCents, beforeCents, partCents);
}

function cutPart(whole: number, base: number, before: number, part: number): number {
  if (part <= 0 || before < 0 || before + part > base) throw new RangeError("not a part of it");
  const upTo = (cents: number) => Number((BigInt(whole) * BigInt(cents)) / BigInt(base));
  return upTo(before + part) - upTo(before);
}
