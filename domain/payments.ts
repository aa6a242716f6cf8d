/** The payment history (spec §2 Payment History): its kinds of lines. */

export const PAYMENT_KINDS = [
  "deposit",
  "purchase",
  "credit",
  "adjustment",
  "refund",
  "withdrawal",
  "payout",
  "dispute",
  "other",
] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/**
 * Why a wallet cannot be spent from (I17): the bank of a payer disputes a payment and has not decided,
 * whatever is owed meanwhile; or a payment was taken back for good, and its credit had been spent.
 */
export const HOLDS = ["dispute", "debt"] as const;
export type Hold = (typeof HOLDS)[number];

export const PAYMENTS_PER_PAGE = 20;
/** The longest page, for programs and for files. */
export const PAYMENTS_PER_PAGE_MAX = 1_000;

/** True for a kind of line that we know; another server may have others. */
export function isPaymentKind(kind: unknown): kind is PaymentKind {
  return PAYMENT_KINDS.some((known) => known === kind);
}
