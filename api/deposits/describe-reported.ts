import { toDecimal } from "#domain/money.ts";

/**
 * An amount for the staff as a provider reported it, such as "9.00 EUR". Takes it in minor units,
 * also in parts of them: what cannot have been paid is shown as well.
 */
export function describeReported(amountCents: number, currency: string): string {
  const amount = Number.isSafeInteger(amountCents)
    ? toDecimal(amountCents)
    : String(amountCents / 100);
  return `${amount} ${currency}`;
}
