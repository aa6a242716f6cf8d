import { parseAmount, toDecimal } from "./money.ts";
import { toPlainNumber } from "./typed-text.ts";

/** Thousands separators: spaces of all widths, apostrophes, and the Arabic separator. */
const GROUP_SEPARATORS = /(?<=\d)[\s\u2009\u202f\u00a0'’\u066c](?=\d{3}(?!\d))/gu;
/** Digits before groups of three with the same separator, optionally followed by the other one. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/;

/**
 * Parses an amount as people type it, in any of our scripts: including "1,000.00", "1.000,00", "1
 * 000,50" and "١٢٫٥٠". An ambiguous "1,000" (a thousand, or one with three decimals) is a thousand
 * only if the reader's language uses that one for grouping; otherwise, or if the language is not
 * known, it is rejected rather than misread. Returns cents, or null.
 */
export function parseTypedAmount(typed: string, locale: string | null): number | null {
  const text = toPlainNumber(typed).trim().replaceAll("\u066b", ".");
  const plain = text.replace(GROUP_SEPARATORS, "");
  const [, separator] = GROUPED.exec(plain) ?? [];
  const isGroupedZero = plain !== text && plain.startsWith("0");
  if (separator === undefined) return isGroupedZero ? null : parseAmount(plain);
  // If spaces separate groups, either may be the decimal one.
  if (plain !== text) return null;
  const separators = plain.match(/[.,]/g) ?? [];
  const group = locale === null ? null : separatorOf("group", locale);
  if (separators.length === 1 && group !== separator) return null;
  return parseAmount(plain.replaceAll(separator, ""));
}

/**
 * An amount in a field, written as in the reader's language but in Western digits: "9,90" in
 * German.
 */
export function toTypedAmount(cents: number, locale: string): string {
  return toTypedDecimal(toDecimal(cents), locale);
}

/**
 * A decimal of the contract, such as an amount or a rate, in the same format: "1.255" becomes
 * "1,255".
 */
export function toTypedDecimal(decimal: string, locale: string): string {
  return decimal.replace(".", separatorOf("decimal", locale) ?? ".");
}

function separatorOf(part: "group" | "decimal", locale: string): string | undefined {
  // Not `toFormattingTag`: in Portugal people still type dots, although print uses spaces.
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: "latn",
    minimumFractionDigits: 2,
  });
  return format.formatToParts(1_000_000).find(({ type }) => type === part)?.value;
}
