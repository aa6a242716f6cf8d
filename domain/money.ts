/**
 * Money (design: integer minor units internally, decimals only in the contract). Prices and
 * balances are in the internal currency, deposits and offers in EUR; both have 2 decimals.
 */

import { toFormattingTag } from "./locales.ts";

/** €, the default currency of deposits and offers (spec §9). */
export const DEFAULT_CURRENCY = "EUR";

/** 99,999.99: more than any amount the product handles, far below the safe-integer limit. */
export const AMOUNT_CENTS_MAX = 9_999_999;

/** Units of the internal currency per EUR, in basis points: 0.01 to 1,000. */
export const RATE_BASIS_POINTS_MIN = 100;
export const RATE_BASIS_POINTS_MAX = 10_000_000;
const BASIS_POINTS = 10_000;
const RATE = /^(\d{1,4})(?:[.,](\d{1,4}))?$/;

const AMOUNT = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;
/** 13 digits before the decimal point: in cents still a safe integer. */
const SUM = /^(\d{1,13})(?:[.,](\d{1,2}))?$/;

/**
 * Parses a decimal amount as written by people and contracts: "12", "12.5", "12,50" or 12.5.
 * Returns minor units (cents), or null if it is not an amount with at most two decimals or exceeds
 * AMOUNT_CENTS_MAX. Never uses floating point, so 1.005 is rejected instead of rounded.
 */
export function parseAmount(value: unknown): number | null {
  const cents = parseDecimal(value, AMOUNT);
  return cents !== null && cents <= AMOUNT_CENTS_MAX ? cents : null;
}

/** The same for sums of many amounts, such as a wallet's balance: up to 13 digits. */
export function parseSum(value: unknown): number | null {
  return parseDecimal(value, SUM);
}

/**
 * Parses a text that a schema has already checked with `parseAmount`, into cents. Throws for any
 * text that `parseAmount` rejects.
 */
export function toCents(text: string): number {
  const cents = parseAmount(text);
  if (cents === null) throw new Error("an amount was not checked");
  return cents;
}

function parseDecimal(value: unknown, pattern: RegExp): number | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  const match = pattern.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Formats minor units as the contract's decimal string: 1250 -> "12.50", -5 -> "-0.05". */
export function toDecimal(cents: number): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Converts EUR cents to minor units of the internal currency at a rate in basis points (10,000 = 1
 * EUR buys 1.00). Rounds down: the platform never credits more than was paid.
 */
export function eurToInternal(eurCents: number, rateBasisPoints: number): number {
  assertCents(eurCents);
  assertCents(rateBasisPoints);
  return Number((BigInt(eurCents) * BigInt(rateBasisPoints)) / BigInt(BASIS_POINTS));
}

/** The EUR value of an internal amount, for display next to a price. Rounds to the nearest cent. */
export function internalToEur(internalCents: number, rateBasisPoints: number): number {
  assertCents(internalCents);
  if (rateBasisPoints <= 0) throw new RangeError("the rate must be positive");
  return Math.round((internalCents * BASIS_POINTS) / rateBasisPoints);
}

/**
 * The EUR value of a price, as on its invoice: at least one cent, even if a credit is worth less.
 */
export function priceInEur(internalCents: number, rateBasisPoints: number): number {
  return Math.max(Math.sign(internalCents), internalToEur(internalCents, rateBasisPoints));
}

/**
 * Parses a rate as people enter it ("1.255", "1,255") into basis points. Null for anything with
 * more than four decimals, or a rate at which nothing could be bought or sold.
 */
export function parseRate(text: string): number | null {
  const match = RATE.exec(text.trim());
  if (!match) return null;
  const basisPoints = Number(match[1]) * BASIS_POINTS + Number((match[2] ?? "").padEnd(4, "0"));
  const isInRange = basisPoints >= RATE_BASIS_POINTS_MIN && basisPoints <= RATE_BASIS_POINTS_MAX;
  return isInRange ? basisPoints : null;
}

/** A rate in the contract's format: 12,550 basis points are "1.255". */
export function formatRate(basisPoints: number): string {
  return String(basisPoints / BASIS_POINTS);
}

/** Throws RangeError for anything but a safe integer of minor units. */
export function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole minor units: ${cents}`);
}

/** Formats EUR in the given language, with Western digits as banks use them. */
export function formatEuro(cents: number, locale: string): string {
  const format = new Intl.NumberFormat(toFormattingTag(locale), {
    style: "currency",
    currency: DEFAULT_CURRENCY,
    currencyDisplay: "narrowSymbol",
    numberingSystem: "latn",
  });
  return format.format(cents / 100);
}

/** Default name of the internal currency; the texts have its plural forms. */
export const DEFAULT_CURRENCY_NAME = "Credits";
/**
 * The prefix of the texts that contain its name: `currency.name_few` with "3.00 credits",
 * `currency.plural` alone.
 */
export const CURRENCY_TEXTS = "currency.";

/**
 * Formats amounts of the internal currency in a language: minor units -> "12.50 credits", in the
 * right plural form. A currency with another name (an order keeps its original one) or without
 * texts is formatted with its plain name.
 */
export function createCreditsFormat(
  locale: string,
  texts: Readonly<Record<string, string>>,
  currencyName: string,
): (cents: number, name?: string) => string {
  const format = createAmountFormat(locale, texts, 2);
  return (cents, name = currencyName) => format(cents / 100, name, name === currencyName);
}

/**
 * Formats what one euro buys, from a rate in basis points: 12,550 -> "1.255 credits". Exact for
 * every rate, unlike the price of one unit of the internal currency, which may be less than a cent.
 */
export function createRateFormat(
  locale: string,
  texts: Readonly<Record<string, string>>,
  currencyName: string,
): (rateBasisPoints: number) => string {
  const format = createAmountFormat(locale, texts, 4);
  return (rateBasisPoints) => format(rateBasisPoints / BASIS_POINTS, currencyName, true);
}

/**
 * Formats an amount with two or more decimals and the currency's name, in its plural form if it has
 * texts.
 */
function createAmountFormat(
  locale: string,
  texts: Readonly<Record<string, string>>,
  maximumFractionDigits: number,
): (amount: number, name: string, hasForms: boolean) => string {
  const tag = toFormattingTag(locale);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits };
  const decimals = new Intl.NumberFormat(tag, digits);
  const rules = new Intl.PluralRules(tag, digits);
  return (amount, name, hasForms) => {
    const form = texts[`${CURRENCY_TEXTS}name_${rules.select(amount)}`];
    return `${decimals.format(amount)}\u00a0${(hasForms && form) || name}`;
  };
}
