/** Statements of withdrawal (Directive 2011/83/EU Art. 11a): their subjects and limits. */

import { toLatinDigits } from "./typed-text.ts";

/** An order, or deposits, whose unspent part is refunded. */
export const WITHDRAWAL_SUBJECTS = ["order", "balance"] as const;
export type WithdrawalSubject = (typeof WITHDRAWAL_SUBJECTS)[number];

export const WITHDRAWAL_TEXT_LENGTH_MAX = 200;
/** Per address and minute; a person normally sends one. */
export const WITHDRAWALS_PER_MINUTE_MAX = 5;
/** Per recipient address, for senders who have not proven that it is theirs. */
export const WITHDRAWAL_RECEIPTS_PER_HOUR_MAX = 10;
export const WITHDRAWALS_PER_PAGE = 20;

/**
 * How far clocks may differ: this program's clock stamps a statement, the database's clock stamps
 * the order or deposit that it concerns.
 */
const CLOCK_SKEW_MS = 60_000;

/**
 * The latest time at which an order or deposit was made that a statement received then can concern.
 */
export function lastSubjectAt(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + CLOCK_SKEW_MS);
}

/** Words for an order's number in the languages of the site. */
export const ORDER_NUMBER_WORDS: readonly string[] = [
  ..."n|no|nr|num|núm|id|order|number".split("|"),
  ..."bestellung|bestellnummer|bestellnr|bestell-nr|nummer|auftrag".split("|"),
  ..."bestelling|bestelnummer|ordernummer|pedido|número|compra|encomenda".split("|"),
  ..."commande|numéro|ordine|numero|zamówienie|zamówienia|numer|tellimus|tellimuse".split("|"),
  ..."замовлення|номер|طلب|الطلب|طلبي|رقم".split("|"),
];

/** Spaces, punctuation and invisible marks around these words. */
const PUNCTUATION = `[\\s\\p{Cf}.:#№º°"'(]*`;
const WORD = `(?:${ORDER_NUMBER_WORDS.join("|")})(?!(?!º)\\p{L})`;
/** "número de pedido", "numero d’ordine": only between such words, as it also precedes dates. */
const OF = `(?:d[aeo]\\s|d['’])(?=${WORD})`;
/** The prefix of the order confirmation's own number, "ORDER-17" (`sourceNumber`). */
const CONFIRMATION = "ORDER-";
const ORDER_NUMBER = new RegExp(
  `^${PUNCTUATION}(?:${WORD}${PUNCTUATION}(?:${OF})?){0,3}(?:${CONFIRMATION})?0*\\d{1,15}[\\s\\p{Cf}.,;:!?)"']*$`,
  "iu",
);

/**
 * True for an order number alone, or after words for it ("17", "Order No. 17", "#17", "ORDER-17"),
 * in Western or Arabic digits. False for mixed digits, of which the database would only read a
 * part.
 */
export function isOrderNumber(text: string): boolean {
  const latin = toLatinDigits(text);
  if (latin !== text && /[0-9]/.test(text)) return false;
  return ORDER_NUMBER.test(latin.normalize("NFC"));
}

/** The contract as stated, and the sender's orders that it names; null if none was stated. */
export type StatedText = { contract: string | null; orderIds: readonly number[] | null };

/** False for a number next to other words, which may be a date or a price: staff decide then. */
export function isUnambiguous({ contract, orderIds }: StatedText): boolean {
  return orderIds !== null && isOrderNumber(contract ?? "");
}

/** The mailbox owner's response to a statement with their address: confirmed or rejected. */
export const WITHDRAWAL_DECISIONS = ["confirm", "reject"] as const;
export type WithdrawalDecision = (typeof WITHDRAWAL_DECISIONS)[number];

/** `review`: waits for staff. */
export const WITHDRAWAL_STATUSES = ["review", "refunded", "resolved"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
