/** Payouts: what accepted offers pay by bank transfer (spec §1, §4 Other, §9). Amounts: EUR cents. */

/** A bank transfer takes this many business days (spec §4, §9). Payouts to cards are not offered. */
export const BANK_PAYOUT_BUSINESS_DAYS = 5;

/** The most transfers in one file; the rest go with the next. */
export const BATCH_PAYOUTS_MAX = 500;
export const STAFF_PAYOUTS_PER_PAGE = 20;
export const EVIDENCE_LENGTH_MAX = 500;

/**
 * `awaiting_verification`: the owner has no approved verification yet (spec §4 Other).
 * `exported`: in a file for the bank. `unknown`: nobody can say what the bank did; never the same
 * as failed, so it is never paid again without evidence (I16).
 */
export const PAYOUT_STATUSES = [
  "awaiting_verification",
  "ready",
  "exported",
  "sent",
  "settled",
  "returned",
  "unknown",
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What the staff may note about a payout, always with evidence. */
export const PAYOUT_MARKS = ["sent", "settled", "returned", "unknown"] as const;
export type PayoutMark = (typeof PAYOUT_MARKS)[number];

/** Every change there is. A bank may send money back even after it arrived. */
const NEXT_STATUSES: Record<PayoutStatus, readonly PayoutStatus[]> = {
  awaiting_verification: ["ready"],
  ready: ["exported"],
  exported: ["sent", "returned", "unknown"],
  sent: ["settled", "returned", "unknown"],
  settled: ["returned"],
  returned: [],
  unknown: ["sent", "settled", "returned"],
};

/** True when a payout in the first status may get the second one. */
export function mayBecome(status: PayoutStatus, next: PayoutStatus): boolean {
  return NEXT_STATUSES[status].includes(next);
}

/** The marks that fit a payout in this status. */
export function listMarks(status: PayoutStatus): PayoutMark[] {
  return PAYOUT_MARKS.filter((mark) => mayBecome(status, mark));
}

/** Money that came back is owed anew: everything else counts against paying an offer twice (I15). */
export function isLive(status: PayoutStatus): boolean {
  return status !== "returned";
}

/** The bank has taken the money from our account, as far as anybody knows. */
export function isPaidOut(status: PayoutStatus): boolean {
  return status === "sent" || status === "settled";
}

/** How a payout begins: below the threshold an unverified owner's waits (spec §4 Other). */
export function firstPayoutStatus(isVerified: boolean): PayoutStatus {
  return isVerified ? "ready" : "awaiting_verification";
}

/** A payout's name in the bank's files and statements: unique, and the same in each (I15). */
export function endToEndId(payoutId: number): string {
  return `PAYOUT-${payoutId}`;
}
