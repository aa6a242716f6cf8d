/** Deposits to the wallet (spec §4 Deposits, facts of money I6 to I9). */

/**
 * The smallest deposit in EUR cents, within the limits, that covers a shortfall of the wallet at a
 * rate in basis points (domain/money.ts).
 */
export function depositForMissing(
  missingInternalCents: number,
  rateBasisPoints: number,
  limits: { minCents: number },
): number {
  const neededCents = Math.ceil((missingInternalCents * 10_000) / rateBasisPoints);
  return Math.max(neededCents, limits.minCents);
}

/**
 * The smallest deposit in EUR cents that the checkout accepts: the configured minimum, or more if
 * the rate, in basis points, would credit nothing for it.
 */
export function smallestDepositCents(minCents: number, rateBasisPoints: number): number {
  return depositForMissing(1, rateBasisPoints, { minCents });
}

/** Polling interval of the status page (spec §4, §9). */
export const STATUS_POLL_MS = 5_000;
/**
 * After this many polls (two minutes) polling stops, and the page says that the money is on its
 * way.
 */
export const STATUS_POLLS_MAX = 24;

export const PAYMENT_METHODS = ["card", "sepa"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** True for a valid payment method. */
export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return PAYMENT_METHODS.some((method) => method === value);
}

export const DEPOSIT_STATUSES = ["pending", "success", "failed", "expired"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Outcomes that a payment provider may report for a checkout. */
export const PAYMENT_OUTCOMES = ["paid", "pending", "failed", "expired", "canceled"] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/**
 * State transitions by report. `success` is final: a late "failed" never takes money back (I8).
 * Money that arrives after "expired" or "failed" is real and is credited.
 */
const NEXT_STATUS: Record<DepositStatus, Partial<Record<PaymentOutcome, DepositStatus>>> = {
  pending: { paid: "success", failed: "failed", canceled: "failed", expired: "expired" },
  failed: { paid: "success" },
  expired: { paid: "success" },
  success: {},
};

/** The status after a provider's report; null if the report changes nothing. */
export function nextDepositStatus(
  status: DepositStatus,
  outcome: PaymentOutcome,
): DepositStatus | null {
  return NEXT_STATUS[status][outcome] ?? null;
}

export type StatusColour = "green" | "orange" | "red" | "grey";

/** Status colours of spec §4, in any letter case; any other status of a server is grey. */
export function depositStatusColour(status: string): StatusColour {
  switch (status.toLowerCase()) {
    case "success":
    case "completed":
      return "green";
    case "pending":
      return "orange";
    case "failed":
    case "error":
      return "red";
    default:
      return "grey";
  }
}

/** True for a deposit that was credited (spec §4). */
export function hasDepositSucceeded(status: string): boolean {
  return depositStatusColour(status) === "green";
}

/**
 * Other servers' names for a payment that will not arrive, in addition to the red ones of spec §4.
 */
const GIVEN_UP = ["cancelled", "canceled", "expired"];

/** True for a deposit that has failed, in the terms of spec §4 or of another server. */
export function hasDepositFailed(status: string): boolean {
  return depositStatusColour(status) === "red" || GIVEN_UP.includes(status.toLowerCase());
}

const MINUTE_MS = 60_000;
/** The longest pause between two polls of a pending deposit. */
export const POLL_PAUSE_MS_MAX = 60 * MINUTE_MS;

/** The pause between polls for a pending deposit of this age. */
export function pollPauseMs(ageMs: number): number {
  if (ageMs < 15 * MINUTE_MS) return MINUTE_MS;
  return ageMs < 120 * MINUTE_MS ? 5 * MINUTE_MS : POLL_PAUSE_MS_MAX;
}
