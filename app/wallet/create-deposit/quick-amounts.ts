import { AMOUNT_CENTS_MAX, eurToInternal, parseAmount } from "#domain/money.ts";
import { parseTypedAmount, toTypedAmount } from "#domain/typed-amounts.ts";

/** Common deposit amounts; those outside the limits are not shown. */
const QUICK_CENTS = [1_000, 2_000, 5_000, 10_000] as const;

type Limits = { minCents: number; maxCents: number };
/** The limits assumed if the server publishes none. */
const ANY: Limits = { minCents: 1, maxCents: AMOUNT_CENTS_MAX };

export function listQuickAmounts(limits: Limits | null): number[] {
  const { minCents, maxCents } = limits ?? ANY;
  return QUICK_CENTS.filter((cents) => cents >= minCents && cents <= maxCents);
}

/** "20", or "12,50" in German: the format in the field and in `?amount=`. */
export function toFieldAmount(cents: number, locale: string): string {
  return toTypedAmount(cents, locale).replace(/\D00$/, "");
}

/** The amount of a link in the field's format; "" if invalid. */
export function readRequestedAmount(text: string | null, locale: string): string {
  const cents = parseAmount(text);
  return cents === null || cents === 0 ? "" : toFieldAmount(cents, locale);
}

/** The internal cents that a typed amount buys; null while it is invalid. */
export function previewCredit(
  typed: string,
  limits: Limits | null,
  rateBasisPoints: number,
  locale: string,
): number | null {
  const cents = parseTypedAmount(typed, locale);
  const { minCents, maxCents } = limits ?? ANY;
  if (cents === null || cents < minCents || cents > maxCents) return null;
  return eurToInternal(cents, rateBasisPoints);
}
