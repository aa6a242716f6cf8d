import { toDecimal } from "#domain/money.ts";

/**
 * An amount for staff as a provider reported it, such as "9.00 EUR". Takes minor units, including
 * fractions: staff also see an amount that cannot have been paid.
 */
export function describeReported(amountCents: number, currency: string): string {
  const amount = Number.isSafeInteger(amountCents)
    ? toDecimal(amountCents)
    : String(amountCents / 100);
  return `${amount} ${currency}`;
}
