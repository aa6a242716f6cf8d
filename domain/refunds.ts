/** Refunds and disputes of payments (spec §3, §4; docs/decisions/0035). */

/** `wallet`: credited there. `source`: as far as possible, to the original payment methods. */
export const REFUND_DESTINATIONS = ["wallet", "source"] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/**
 * `requested`: debited, not yet sent to the provider. `unknown`: sent, but the outcome is unknown,
 * which is not the same as failed: it is not paid again without evidence (I16).
 */
export const REFUND_STATUSES = ["requested", "unknown", "pending", "succeeded", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A provider's outcome for a refund. */
export const REFUND_OUTCOMES = ["pending", "succeeded", "failed"] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

/** Marks that staff may set on a refund if the provider does not report the outcome. */
export const REFUND_MARKS = ["succeeded", "failed"] as const;

export const REFUND_REASON_LENGTH_MAX = 500;
export const REFUNDS_PER_PAGE = 20;

/**
 * A bank may return money even after it has arrived. A failed refund is credited again, so it is
 * final.
 */
const NEXT_STATUS: Record<RefundStatus, Partial<Record<RefundOutcome, RefundStatus>>> = {
  requested: { pending: "pending", succeeded: "succeeded", failed: "failed" },
  unknown: { pending: "pending", succeeded: "succeeded", failed: "failed" },
  pending: { succeeded: "succeeded", failed: "failed" },
  succeeded: { failed: "failed" },
  failed: {},
};

/** The status after a provider's report; null if the report changes nothing. */
export function nextRefundStatus(
  status: RefundStatus,
  outcome: RefundOutcome,
): RefundStatus | null {
  return NEXT_STATUS[status][outcome] ?? null;
}

/**
 * The prefix of the idempotency keys of a refund's parts, followed by the id of the deposit whose
 * source the part goes to. `operationId` is the key of the whole refund.
 */
export function sourceOperationPrefix(operationId: string): string {
  return `${operationId} deposit `;
}

/** The idempotency key of the part of a refund that goes to this deposit's source. */
export function sourceOperationId(operationId: string, depositId: number): string {
  return `${sourceOperationPrefix(operationId)}${depositId}`;
}

export const DISPUTE_OUTCOMES = ["opened", "won", "lost"] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];
export const DISPUTE_STATUSES = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Two amounts of one deposit: the money paid, and its value in the wallet. */
export type Converted = { moneyCents: number; internalCents: number };

/**
 * The money for the next `partCents` of a deposit in the internal currency, after `taken`. The
 * parts never sum to more than the whole, and the last one completes it exactly, whichever earlier
 * ones failed. 0 for a part that is worth less than a cent. Throws RangeError beyond the deposit.
 */
export function moneyOfPart(deposit: Converted, taken: Converted, partCents: number): number {
  const upTo = share(deposit.moneyCents, deposit.internalCents, taken.internalCents, partCents);
  return Math.max(0, upTo - taken.moneyCents);
}

/** The same in the other direction: the wallet value of a part of the money. */
export function internalOfPart(deposit: Converted, taken: Converted, partCents: number): number {
  const upTo = share(deposit.internalCents, deposit.moneyCents, taken.moneyCents, partCents);
  return Math.max(0, upTo - taken.internalCents);
}

/** The share of the whole that corresponds to `before + part` of its base. */
function share(whole: number, base: number, before: number, part: number): number {
  if (part <= 0 || before < 0 || before + part > base) throw new RangeError("not a part of it");
  return Number((BigInt(whole) * BigInt(before + part)) / BigInt(base));
}
