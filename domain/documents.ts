/**
 * Financial documents (spec §1 Deposits, Purchase, Selling; Directive 2006/112/EC Art. 217 to 240):
 * their kinds and numbering.
 */

import { directionOf } from "./locales.ts";

export const DOCUMENT_KINDS = [
  "order_confirmation",
  "invoice",
  "credit_note",
  "deposit_receipt",
  "deposit_refund",
  "refund_correction",
  "self_billing",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/**
 * The number series required by tax law, each without gaps within a year (Art. 226(2)). Other
 * documents use their subject's number.
 */
const DOCUMENT_SERIES = { invoice: "INV", credit_note: "CN", self_billing: "SB" } as const;
export type SeriesKind = keyof typeof DOCUMENT_SERIES;
/** All of them; `keys` loses their type. */
export const SERIES_KINDS = Object.keys(DOCUMENT_SERIES) as SeriesKind[];

const SOURCE_PREFIXES = {
  order_confirmation: "ORDER",
  deposit_receipt: "DEPOSIT",
  deposit_refund: "REFUND",
  refund_correction: "REFUND-CORRECTION",
} as const;

/** Digits of a sequence number: up to a million a year, the numbers sort correctly as text. */
const SEQUENCE_DIGITS = 6;

export function isSeriesKind(kind: DocumentKind): kind is SeriesKind {
  return kind in DOCUMENT_SERIES;
}

/** "INV-2026-000017". */
export function seriesNumber(kind: SeriesKind, year: number, sequence: number): string {
  const digits = String(sequence).padStart(SEQUENCE_DIGITS, "0");
  return `${DOCUMENT_SERIES[kind]}-${year}-${digits}`;
}

/** "ORDER-17", "DEPOSIT-4", "REFUND-9". */
export function sourceNumber(kind: Exclude<DocumentKind, SeriesKind>, sourceId: number): string {
  return `${SOURCE_PREFIXES[kind]}-${sourceId}`;
}

/** The year whose number series a document belongs to: the year of its day ("2026-11-22"). */
export function documentYear(issuedOn: string): number {
  return Number(issuedOn.slice(0, 4));
}

/** File name of a document: "inv-2026-000017.pdf". */
export function documentFileName(number: string): string {
  return `${number.toLowerCase()}.pdf`;
}

/**
 * Titles on one line, separated by the semicolon of the language's script because they may contain
 * commas.
 */
export function joinTitles(titles: readonly string[], locale: string): string {
  return titles.join(directionOf(locale) === "rtl" ? "؛ " : "; ");
}

/** A name on an invoice; also the limit of the form. */
export const COMPANY_NAME_LENGTH_MAX = 120;
/** The longest VAT ID has 14 characters; people add spaces and dots. */
export const VAT_ID_LENGTH_MAX = 24;

/**
 * The part of an invoice (EUR cents) that the next refund of its price reverses: the value of all
 * refunds so far, minus what credit notes have already reversed. `refundedCents` is the total
 * refunded including this refund (internal cents). The part is 0 for a refund worth less than half
 * a cent, which a later one makes up for. The parts of a fully refunded price add up to the invoice
 * exactly, whatever the rate was.
 */
export function nextCreditCents(
  invoice: { grossCents: number; priceCents: number },
  creditedCents: number,
  refundedCents: number,
): number {
  const price = BigInt(invoice.priceCents);
  const upTo = (2n * BigInt(invoice.grossCents) * BigInt(refundedCents) + price) / (2n * price);
  return Math.max(0, Number(upTo) - creditedCents);
}
