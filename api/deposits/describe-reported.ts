import { toDecimal } from "#domain/money.ts";

/**
 * Formats an amount as a provider reported it, for staff, such as "9.00 EUR". Takes minor units,
 * including fractions: staff also see an amount that cannot have been paid.
 */
export function describeReported(amountCents: number, currency: string): string {
  const amount = Number.isSafeInteger(amountCents)
    ? toDecimal(amountCents)
    : String(amountCents / 100);
  return `${amount} ${currency}`;
}
