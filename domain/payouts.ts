/** Payouts for accepted offers, to a bank account or a card (spec §1, §4 Other, §9). EUR cents. */

import { PAYOUT_TYPES, type PayoutType } from "./offers.ts";

/** Duration of a bank transfer in business days (spec §4, §9). */
export const BANK_PAYOUT_BUSINESS_DAYS = 5;
/** Duration of a transfer to a card: 3-5. */
export const CARD_PAYOUT_BUSINESS_DAYS = { min: 3, max: 5 } as const;

/**
 * Payout methods available to sellers: those in the settings, defaulting to bank transfers (spec §4
 * Approve). Cards are only included if a provider pays to them.
 */
export function listPayoutMethods(
  configured: readonly string[] | null | undefined,
  isCardPossible = true,
): PayoutType[] {
  // Bank transfers first: every seller has an account.
  const methods = PAYOUT_TYPES.filter(
    (type) => (configured ?? ["sepa"]).includes(type) && (type === "sepa" || isCardPossible),
  ).reverse();
  return methods.length > 0 ? methods : ["sepa"];
}

/** Maximum transfers per file; the rest go into the next file. */
export const BATCH_PAYOUTS_MAX = 500;
export const STAFF_PAYOUTS_PER_PAGE = 20;
export const EVIDENCE_LENGTH_MAX = 500;

/**
 * Period in days over which the money that a seller, or a bank account or card, gets without a
 * second person's approval is added up, and compared with the limit in the settings.
 */
export const APPROVAL_WINDOW_DAYS = 30;

/**
 * `awaiting_verification`: the owner has no approved verification yet (spec §4 Other). `exported`:
 * in a file for the bank. `sending`: card payout handed to the provider. `unknown`: the outcome at
 * the bank or provider is unknown, which is not the same as failed: it is never paid again without
 * evidence (I16). `written_off`: came back after its owner's account was deleted; no longer owed.
 */
export const PAYOUT_STATUSES = [
  "awaiting_verification",
  "ready",
  "exported",
  "sending",
  "sent",
  "settled",
  "returned",
  "unknown",
  "written_off",
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/**
 * Why a payout is held back for now: a disabled account, the owner's wallet (I17), or a card payout
 * without a second person's approval that, together with what its seller or card got recently,
 * exceeds the limit in the settings.
 */
export const PAYOUT_HOLDS = ["disabled", "dispute", "debt", "approval"] as const;
export type PayoutHold = (typeof PAYOUT_HOLDS)[number];

/** Statuses in which a hold applies; in later ones the money may have left already. */
export const HELD_PAYOUT_STATUSES = ["awaiting_verification", "ready"] as const;

/** What a bank or provider did with transfers, as marked by staff, always with evidence. */
export const TRANSFER_MARKS = ["sent", "settled", "returned", "unknown"] as const;
/** Marks that staff may set on a single payout, including writing it off. */
export const PAYOUT_MARKS = [...TRANSFER_MARKS, "written_off"] as const;
export type PayoutMark = (typeof PAYOUT_MARKS)[number];

/** Completed payouts: after the retention period their names and accounts are erased. */
export const ENDED_PAYOUT_STATUSES = ["settled", "returned", "written_off"] as const;

/** All state transitions. A bank may return money even after it has arrived. */
const NEXT_STATUSES: Record<PayoutStatus, readonly PayoutStatus[]> = {
  awaiting_verification: ["ready"],
  ready: ["exported", "sending"],
  exported: ["sent", "returned", "unknown"],
  sending: ["sent", "settled", "returned", "unknown"],
  sent: ["settled", "returned", "unknown"],
  settled: ["returned"],
  returned: ["written_off"],
  unknown: ["sending", "sent", "settled", "returned"],
  written_off: [],
};

/** True if a payout in the first status may change to the second. */
export function mayPayoutBecome(status: PayoutStatus, next: PayoutStatus): boolean {
  return NEXT_STATUSES[status].includes(next);
}

/**
 * The marks allowed for a payout in this status. Returned money remains the seller's until they
 * give another account; only money that nobody is left to claim may be written off. Staff cannot
 * mark their own payout as returned, because they could then claim it again: only a colleague may.
 */
export function listMarks(
  status: PayoutStatus,
  { isUnclaimable, isOwn = false }: { isUnclaimable: boolean; isOwn?: boolean },
): PayoutMark[] {
  return PAYOUT_MARKS.filter(
    (mark) =>
      mayPayoutBecome(status, mark) &&
      (mark !== "written_off" || isUnclaimable) &&
      (mark !== "returned" || !isOwn),
  );
}

/**
 * Why somebody may not approve a payout: it is their own, or for a reason of `validateApprover`.
 */
export const APPROVER_PROBLEMS = [
  "forbidden",
  "payout_approval_priced",
  "payout_approval_returned",
] as const;
export type ApproverProblem = (typeof APPROVER_PROBLEMS)[number];

/**
 * Why this person may not approve a payout above the limit, as an error code; null if they may. The
 * approver must be somebody who neither gets the money, nor set its price, nor marked an earlier
 * payout of the offer as returned, which alone lets its seller claim it again.
 */
export function validateApprover(
  payout: { userId: number; pricedBy: number | null; returnedBy: readonly number[] },
  approverId: number,
): ApproverProblem | null {
  if (payout.userId === approverId) return "forbidden";
  if (payout.pricedBy === approverId) return "payout_approval_priced";
  return payout.returnedBy.includes(approverId) ? "payout_approval_returned" : null;
}

/** True if the money came back, whatever happened to it afterwards. */
export function isReturned(status: PayoutStatus): boolean {
  return status === "returned" || status === "written_off";
}

/**
 * Days after which a bank transfer that was sent counts as settled. Banks report returns but rarely
 * arrivals: a bank that cannot credit a SEPA transfer must return it within 3 banking days. 14 days
 * allow for holidays, and for the time until staff see the statement.
 */
export const SENT_SETTLES_AFTER_DAYS = 14;

/**
 * True if the payout still counts. Returned money is owed again; every other status blocks paying
 * an offer twice (I15).
 */
export function isLive(status: PayoutStatus): boolean {
  return status !== "returned";
}

/** True if the bank has debited our account, as far as is known. */
export function isPaidOut(status: PayoutStatus): boolean {
  return status === "sent" || status === "settled";
}

/**
 * The initial status of a payout: below the threshold, an unverified owner's payout waits (spec §4
 * Other).
 */
export function firstPayoutStatus(isVerified: boolean): PayoutStatus {
  return isVerified ? "ready" : "awaiting_verification";
}

/** A payout provider's outcome for a transfer to a card. */
export const TRANSFER_OUTCOMES = ["pending", "sent", "settled", "failed", "returned"] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

/**
 * The status of a card payout after a report from its provider, in whatever order reports arrive;
 * null if it does not change. A failed payout is owed again, like a returned one.
 */
export function nextPayoutStatus(
  status: PayoutStatus,
  outcome: TransferOutcome,
): PayoutStatus | null {
  if (outcome === "pending") return status === "unknown" ? "sending" : null;
  const next = outcome === "failed" ? "returned" : outcome;
  const isHanded = status !== "ready" && status !== "awaiting_verification";
  return isHanded && mayPayoutBecome(status, next) ? next : null;
}

/** True if money recorded as returned has been paid after all: a person must review it. */
export function isPaidAfterReturn(status: PayoutStatus, outcome: TransferOutcome): boolean {
  return isReturned(status) && (outcome === "sent" || outcome === "settled");
}

/**
 * Why a card payout failed, stored with it. `card_payout_failed` stands for a provider's own
 * reason.
 */
export const CARD_PAYOUT_FAILURES = ["card_payout_failed", "card_payout_declined"] as const;
export type CardPayoutFailure = (typeof CARD_PAYOUT_FAILURES)[number];

/** Display names of card brands; an unknown brand is shown under its provider's name for it. */
const BRAND_NAMES: Record<string, string> = { visa: "Visa", mastercard: "Mastercard" };

/** A card as displayed on screens and in mails and documents: "Visa •••• 4242". */
export function formatCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${BRAND_NAMES[brand] ?? brand} •••• ${last4}`.trim();
}

/** How staff refer to a payout in a file: by its id, or by its end-to-end id. */
export const PAYOUT_NAME_PATTERN = /^(?:[1-9]\d{0,14}|PAYOUT-[1-9]\d{0,14}(?:-[0-9A-F]{8})?)$/;

/**
 * Whether a payout has this name. A name that contains the beginning of another payout's key does
 * not match.
 */
export function isPayoutName(name: string, payout: { id: number; endToEndId: string }): boolean {
  return [String(payout.id), payout.endToEndId].includes(name);
}

/**
 * The payout id in an end-to-end id of bank files and statements: "PAYOUT-12", or with the
 * beginning of its key, "PAYOUT-12-4F7A9C1B" (I15). The caller must compare it with the payout's
 * own end-to-end id, because ids are reused after a restore. Null for an id that is not ours.
 */
export function readEndToEndId(text: string): number | null {
  const [, id] = /^PAYOUT-([1-9]\d{0,14})(?:-[0-9A-F]{8})?$/.exec(text) ?? [];
  return id === undefined ? null : Number(id);
}
