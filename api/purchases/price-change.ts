import { DomainError } from "#domain/errors.ts";
import { formatRate, toDecimal } from "#domain/money.ts";
import type { Price, PriceChange } from "#domain/purchases.ts";

/** The error for a changed price, with the current price in its details. */
export function toPriceError(code: PriceChange, now: Price): DomainError {
  const details: Record<string, string> =
    code === "price_changed"
      ? { price: toDecimal(now.priceCents) }
      : { rate: formatRate(now.rateBasisPoints) };
  return new DomainError(code, { details });
}
