/** Statements of withdrawal (Directive 2011/83/EU Art. 11a): their subjects and limits. */

/** From an order; or from top-ups, whose unspent part goes back. */
export const WITHDRAWAL_SUBJECTS = ["order", "balance"] as const;
export type WithdrawalSubject = (typeof WITHDRAWAL_SUBJECTS)[number];

export const WITHDRAWAL_TEXT_LENGTH_MAX = 200;
/** Per address and minute; a person sends one. */
export const WITHDRAWALS_PER_MINUTE_MAX = 5;
/** To one address, of senders who are not signed in. */
export const WITHDRAWAL_RECEIPTS_PER_HOUR_MAX = 10;
export const WITHDRAWALS_PER_PAGE = 20;

/** The number of a statement, without letters and digits that look alike. */
export const WITHDRAWAL_NUMBER = /^W-[2-9A-HJ-NP-Z]{8}$/;

/** The number of an order as people write it ("17", "No. 17", "#17"); null for any other text. */
export function readOrderNumber(text: string): number | null {
  const [, digits] = /^\D{0,20}(\d{1,15})\D{0,3}$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** What the owner of a mailbox says of a statement that names it: it is theirs, or it is not. */
export const WITHDRAWAL_DECISIONS = ["confirm", "reject"] as const;
export type WithdrawalDecision = (typeof WITHDRAWAL_DECISIONS)[number];

/** `review`: waits for the staff. */
export const WITHDRAWAL_STATUSES = ["review", "refunded", "resolved"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
