/**
 * Banks' business days as dates (spec §4, §9): the days on which TARGET settles SEPA transfers, in
 * Frankfurt's time zone.
 */

import { addDays } from "./business-days.ts";
import { companyDay } from "./company-days.ts";
import type { PayoutType } from "./offers.ts";
import { BANK_PAYOUT_BUSINESS_DAYS, CARD_PAYOUT_BUSINESS_DAYS } from "./payouts.ts";
import { isTargetDay } from "./working-days.ts";

/**
 * The date ("2026-11-24") after the given number of business days, not counting the day of `from`.
 */
export function addBankDays(from: Date, days: number): string {
  return addDays(Date.parse(companyDay(from, "DE")), days, isTargetDay);
}

/** The date ("2026-11-30") by which the money of a payout made at `madeAt` arrives. */
export function payoutArrivesBy(madeAt: Date, type: PayoutType): string {
  const days = type === "card" ? CARD_PAYOUT_BUSINESS_DAYS.max : BANK_PAYOUT_BUSINESS_DAYS;
  return addBankDays(madeAt, days);
}
