/**
 * The right of withdrawal for a prompt, and when its delivery opens (Directive 2011/83/EU Art. 9
 * and 16(m); spec §1 Purchase). One ends where the other begins.
 */

import { DAY_MS } from "./dates.ts";

/** The version of the text that a buyer agrees to now; texts of all versions: api/purchases/consents. */
export const CONSENT_VERSION = "2026-11";

/** Withdrawal period without consent (Art. 9). */
export const WITHDRAWAL_DAYS = 14;

export type WithdrawableOrder = {
  createdAt: Date;
  /** When the buyer agreed to immediate delivery; null until then. */
  consentedAt: Date | null;
  /** Made before consent was requested: delivered immediately. */
  predatesConsent: boolean;
};

/**
 * The moment from which an order without consent can no longer be withdrawn from. The period is
 * counted in whole days and ends with the last one (Regulation 1182/71 Art. 3), here in UTC.
 */
export function withdrawalEndsAt({ createdAt }: Pick<WithdrawableOrder, "createdAt">): Date {
  const fullPeriodEndsAt = createdAt.getTime() + WITHDRAWAL_DAYS * DAY_MS;
  return new Date(Math.ceil(fullPeriodEndsAt / DAY_MS) * DAY_MS);
}

/**
 * True while the buyer may withdraw without giving a reason: the delivery has not begun, and the
 * period is not over.
 */
export function canWithdraw(order: WithdrawableOrder, now: Date): boolean {
  if (order.predatesConsent || order.consentedAt !== null) return false;
  return now < withdrawalEndsAt(order);
}

/**
 * True when prompt, download and new images of the order are available, so that withdrawal is
 * excluded.
 */
export function isDeliveryOpen(order: WithdrawableOrder, now: Date): boolean {
  return !canWithdraw(order, now);
}
