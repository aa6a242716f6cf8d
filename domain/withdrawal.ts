/**
 * The right of withdrawal for a prompt, and when its delivery opens (Directive 2011/83/EU Art. 9
 * and 16(m); spec §1 Purchase). One ends where the other begins, unless a statement is undecided.
 */

import { DAY_MS, HOUR_MS, toDayText } from "./dates.ts";
import { workingDayFrom } from "./working-days.ts";

/** The version of the text that a buyer agrees to now; texts of all versions: api/purchases/consents. */
export const CONSENT_VERSION = "2026-11";

/**
 * The same for an order that an undecided statement holds, whose period may be over: the consent
 * takes the statement back (docs/decisions/0045).
 */
export const HELD_CONSENT_VERSION = "2026-11-held";

/** Withdrawal period without consent (Art. 9). */
export const WITHDRAWAL_DAYS = 14;

/** The largest difference from UTC in the EU: Réunion is ahead by this much, Martinique behind. */
const FROM_UTC_MS = 4 * HOUR_MS;

export type WithdrawableOrder = {
  createdAt: Date;
  /** When the buyer agreed to immediate delivery; null until then. */
  consentedAt: Date | null;
  /** Made before consent was requested: delivered immediately. */
  predatesConsent: boolean;
};

export type DeliverableOrder = WithdrawableOrder & {
  /** When the first undecided statement of withdrawal that names it was received; null for none. */
  namedAt: Date | null;
  /** The same for those that only describe what was bought: they may be about it. */
  describedAt: Date | null;
};

/**
 * The last day on which an order without consent can be withdrawn from ("2026-11-16"). The law
 * counts whole days after that of the order, on the buyer's calendar, to a working day (Regulation
 * 1182/71 Art. 3). Where the buyer is cannot be proven: the day is the latest one anywhere in the EU.
 */
export function lastWithdrawalDay({ createdAt }: Pick<WithdrawableOrder, "createdAt">): string {
  return toDayText(new Date(lastDayMs(createdAt)));
}

/** The moment from which it can no longer be withdrawn from: that day is over in all of the EU. */
export function withdrawalEndsAt({ createdAt }: Pick<WithdrawableOrder, "createdAt">): Date {
  return new Date(lastDayMs(createdAt) + DAY_MS + FROM_UTC_MS);
}

/** Orders without consent that were made since this moment can be withdrawn from at `now`. */
export function withdrawableSince(now: Date): Date {
  const lastMs = startOfDay(now.getTime() - FROM_UTC_MS);
  let orderedMs = lastMs - WITHDRAWAL_DAYS * DAY_MS;
  while (periodFrom(orderedMs - DAY_MS) >= lastMs) orderedMs -= DAY_MS;
  return new Date(orderedMs - FROM_UTC_MS);
}

const startOfDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** From the day of an order to the last one of its period, each as the start of that day in UTC. */
const periodFrom = (orderedMs: number) => workingDayFrom(orderedMs + WITHDRAWAL_DAYS * DAY_MS);

const lastDayMs = (createdAt: Date) => periodFrom(startOfDay(createdAt.getTime() + FROM_UTC_MS));

/**
 * True while the buyer may withdraw without giving a reason: the delivery has not begun, and the
 * period is not over.
 */
export function canWithdraw(order: WithdrawableOrder, now: Date): boolean {
  if (order.predatesConsent || order.consentedAt !== null) return false;
  return now < withdrawalEndsAt(order);
}

/** Whether the order could be withdrawn from at `then`, regardless of what happened since. */
export function couldWithdraw(
  order: WithdrawableOrder & { refundedAt: Date | null },
  then: Date,
): boolean {
  const { consentedAt, refundedAt } = order;
  if (refundedAt !== null && refundedAt < then) return false;
  const isOpenedLater = consentedAt !== null && consentedAt > then;
  return canWithdraw(isOpenedLater ? { ...order, consentedAt: null } : order, then);
}

/**
 * True when prompt, download and new images of the order are available, so that withdrawal is
 * excluded. A statement that was received in time keeps them closed until it is decided, or the
 * buyer consents (docs/decisions/0045).
 */
export function isDeliveryOpen(order: DeliverableOrder, now: Date): boolean {
  return !canWithdraw(order, now) && findHold(order) === null;
}

/** When a delivery that is not open opens by itself; null while a statement holds it. */
export function deliveryOpensAt(order: DeliverableOrder): Date | null {
  return findHold(order) === null ? withdrawalEndsAt(order) : null;
}

/** How an undecided statement that was received in time holds the order; null if none does. */
export function findHold(order: DeliverableOrder): "named" | "described" | null {
  const { namedAt, describedAt } = order;
  if (namedAt !== null && canWithdraw(order, namedAt)) return "named";
  return describedAt !== null && canWithdraw(order, describedAt) ? "described" : null;
}
