/** The kinds of lines in the payment history (spec §2 Payment History). */

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
 * Why a wallet is blocked (I17): a payment is under an undecided dispute, with or without a debt;
 * or a payment was reversed after its credit had been spent.
 */
export const HOLDS = ["dispute", "debt"] as const;
export type Hold = (typeof HOLDS)[number];

export const PAYMENTS_PER_PAGE = 20;
/** Maximum page size, for programs and exports. */
export const PAYMENTS_PER_PAGE_MAX = 1_000;

/** True for a known kind of line; other servers may have others. */
export function isPaymentKind(kind: unknown): kind is PaymentKind {
  return PAYMENT_KINDS.some((known) => known === kind);
}
