/** Payouts: what accepted offers pay, to a bank account or a card (spec §1, §4 Other, §9). EUR cents. */

import { WITHDRAWAL_TYPES, type WithdrawalType } from "./offers.ts";

/** A bank transfer takes this many business days (spec §4, §9). */
export const BANK_PAYOUT_BUSINESS_DAYS = 5;
/** And a transfer to a card so many: 3-5. */
export const CARD_PAYOUT_BUSINESS_DAYS = { min: 3, max: 5 } as const;

/** The business days by which the money is there, at the latest. */
export function payoutBusinessDays(type: WithdrawalType): number {
  return type === "card" ? CARD_PAYOUT_BUSINESS_DAYS.max : BANK_PAYOUT_BUSINESS_DAYS;
}

/**
 * The ways to be paid that sellers may choose from: those of the settings, bank transfers where they
 * name none (spec §4 Approve), and cards only where something pays to cards.
 */
export function listPayoutMethods(
  configured: readonly string[] | null | undefined,
  isCardPossible = true,
): WithdrawalType[] {
  // Bank transfers first: they are what every seller has.
  const methods = WITHDRAWAL_TYPES.filter(
    (type) => (configured ?? ["sepa"]).includes(type) && (type === "sepa" || isCardPossible),
  ).reverse();
  return methods.length > 0 ? methods : ["sepa"];
}

/** The most transfers in one file; the rest go with the next. */
export const BATCH_PAYOUTS_MAX = 500;
export const STAFF_PAYOUTS_PER_PAGE = 20;
export const EVIDENCE_LENGTH_MAX = 500;

/**
 * `awaiting_verification`: the owner has no approved verification yet (spec §4 Other).
 * `exported`: in a file for the bank. `sending`: to a card, handed to the payout provider.
 * `unknown`: nobody can say what the bank or the provider did; never the same as failed, so it is
 * never paid again without evidence (I16).
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
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What the staff may note about a payout, always with evidence. */
export const PAYOUT_MARKS = ["sent", "settled", "returned", "unknown"] as const;
export type PayoutMark = (typeof PAYOUT_MARKS)[number];

/** Every change there is. A bank may send money back even after it arrived. */
const NEXT_STATUSES: Record<PayoutStatus, readonly PayoutStatus[]> = {
  awaiting_verification: ["ready"],
  ready: ["exported", "sending"],
  exported: ["sent", "returned", "unknown"],
  sending: ["sent", "settled", "returned", "unknown"],
  sent: ["settled", "returned", "unknown"],
  settled: ["returned"],
  returned: [],
  unknown: ["sending", "sent", "settled", "returned"],
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

/** What a payout provider says about a transfer to a card. */
export const TRANSFER_OUTCOMES = ["pending", "sent", "settled", "failed", "returned"] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

/**
 * The status of a payout to a card after a report of its provider, in whatever order reports come;
 * null when it changes nothing. What failed is owed anew like what came back.
 */
export function nextPayoutStatus(
  status: PayoutStatus,
  outcome: TransferOutcome,
): PayoutStatus | null {
  if (outcome === "pending") return status === "unknown" ? "sending" : null;
  const next = outcome === "failed" ? "returned" : outcome;
  const isHanded = status !== "ready" && status !== "awaiting_verification";
  return isHanded && mayBecome(status, next) ? next : null;
}

/** True when money that we take for returned has been paid all the same: a person must look. */
export function isPaidAfterReturn(status: PayoutStatus, outcome: TransferOutcome): boolean {
  return status === "returned" && (outcome === "sent" || outcome === "settled");
}

/** Why a payout to a card failed, stored with it. A provider's own reason is `card_payout_failed`. */
export const CARD_PAYOUT_FAILURES = ["card_payout_failed", "card_payout_declined"] as const;
export type CardPayoutFailure = (typeof CARD_PAYOUT_FAILURES)[number];

/** Card brands by the names that people know; another one is shown as its provider names it. */
const BRAND_NAMES: Record<string, string> = { visa: "Visa", mastercard: "Mastercard" };

/** A card as screens, mails and papers show it: "Visa •••• 4242". */
export function formatCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${BRAND_NAMES[brand] ?? brand} •••• ${last4}`.trim();
}

/** A payout's name in the bank's files and statements: unique, and the same in each (I15). */
export function endToEndId(payoutId: number): string {
  return `PAYOUT-${payoutId}`;
}

/** The payout of an end-to-end id; null for an id that is none of ours. */
export function readEndToEndId(text: string): number | null {
  const [, id] = /^PAYOUT-([1-9]\d{0,14})$/.exec(text) ?? [];
  return id === undefined ? null : Number(id);
}
