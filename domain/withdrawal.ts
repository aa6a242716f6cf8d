/**
 * The right of withdrawal for a prompt, and when its delivery opens (Directive 2011/83/EU Art. 9
 * and 16(m); spec §1 Purchase). The one ends when the other begins, unless a statement is
 * undecided.
 */

import { DAY_MS, HOUR_MS, toDayText } from "./dates.ts";
import { workingDayFrom } from "./working-days.ts";

/**
 * The version of the text that buyers agree to now; texts of all versions: api/purchases/consents.
 */
export const CONSENT_VERSION = "2026-11";

/**
 * The same for an order held by an undecided statement, whose period may be over: the consent takes
 * the statement back (docs/decisions/0045).
 */
export const HELD_CONSENT_VERSION = "2026-11-held";

/** Withdrawal period without consent (Art. 9). */
export const WITHDRAWAL_DAYS = 14;

/** The largest offset from UTC in the EU: Réunion is this far ahead, Martinique this far behind. */
const FROM_UTC_MS = 4 * HOUR_MS;

export type WithdrawableOrder = {
  createdAt: Date;
  /** When the buyer agreed to immediate delivery; null if not yet. */
  consentedAt: Date | null;
  /** Made before consent was requested: delivered immediately. */
  predatesConsent: boolean;
};

export type DeliverableOrder = WithdrawableOrder & {
  /**
   * When the first undecided statement of withdrawal that names it was received; null if there is
   * none.
   */
  namedAt: Date | null;
  /** The same for statements that only describe what was bought, and so may concern it. */
  describedAt: Date | null;
};

/**
 * The last day on which a buyer can withdraw from an order without consent ("2026-11-16"). The law
 * counts whole days after that of the order, on the buyer's calendar, and extends the period to a
 * working day (Regulation 1182/71 Art. 3). The buyer's location cannot be proven, so this is the
 * latest such day anywhere in the EU.
 */
export function lastWithdrawalDay({ createdAt }: Pick<WithdrawableOrder, "createdAt">): string {
  return toDayText(new Date(lastDayMs(createdAt)));
}

/**
 * The moment from which withdrawal is no longer possible: that day is over everywhere in the EU.
 */
export function withdrawalEndsAt({ createdAt }: Pick<WithdrawableOrder, "createdAt">): Date {
  return new Date(lastDayMs(createdAt) + DAY_MS + FROM_UTC_MS);
}

/**
 * At `now`, withdrawal is possible from orders without consent that were made since this moment.
 */
export function withdrawableSince(now: Date): Date {
  const lastMs = startOfDay(now.getTime() - FROM_UTC_MS);
  let orderedMs = lastMs - WITHDRAWAL_DAYS * DAY_MS;
  while (periodFrom(orderedMs - DAY_MS) >= lastMs) orderedMs -= DAY_MS;
  return new Date(orderedMs - FROM_UTC_MS);
}

const startOfDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** The last day of the period of an order made on the given day; each day is its start in UTC. */
const periodFrom = (orderedMs: number) => workingDayFrom(orderedMs + WITHDRAWAL_DAYS * DAY_MS);

const lastDayMs = (createdAt: Date) => periodFrom(startOfDay(createdAt.getTime() + FROM_UTC_MS));

/**
 * True while the buyer may withdraw without giving a reason: delivery has not begun, and the period
 * is not over.
 */
export function canWithdraw(order: WithdrawableOrder, now: Date): boolean {
  if (order.predatesConsent || order.consentedAt !== null) return false;
  return now < withdrawalEndsAt(order);
}

/**
 * Whether withdrawal from the order was possible at `then`, regardless of what has happened since.
 */
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
 * True if the prompt, download and new images of the order are available, so that withdrawal is
 * excluded. A statement received in time keeps them closed until it is decided or the buyer
 * consents (docs/decisions/0045).
 */
export function isDeliveryOpen(order: DeliverableOrder, now: Date): boolean {
  return !canWithdraw(order, now) && findHold(order) === null;
}

/**
 * When a delivery that is not yet open will open automatically; null while a statement holds it.
 */
export function deliveryOpensAt(order: DeliverableOrder): Date | null {
  return findHold(order) === null ? withdrawalEndsAt(order) : null;
}

/** How an undecided statement received in time holds the order; null if none does. */
export function findHold(order: DeliverableOrder): "named" | "described" | null {
  const { namedAt, describedAt } = order;
  if (namedAt !== null && canWithdraw(order, namedAt)) return "named";
  return describedAt !== null && canWithdraw(order, describedAt) ? "described" : null;
}
