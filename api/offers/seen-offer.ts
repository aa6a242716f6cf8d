import { DomainError, fieldError } from "#domain/errors.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import type { SeenOffer } from "#domain/offers.ts";

/**
 * The version and price that the seller saw, from the request. Throws validation_failed on
 * `service_price` for an invalid amount.
 */
export function readSeen(body: { version?: number; service_price?: string | number }): SeenOffer {
  const version = body.version ?? null;
  if (body.service_price === undefined) return { version, servicePriceCents: null };
  const servicePriceCents = parseAmount(body.service_price);
  if (servicePriceCents === null) throw fieldError("service_price", "amount_invalid");
  return { version, servicePriceCents };
}

/**
 * The error for a decision on an outdated price or version: offer_changed with the current ones.
 */
export function offerChanged(offer: {
  version: number;
  servicePriceCents: number | null;
}): DomainError {
  const details = { service_price: toDecimal(offer.servicePriceCents ?? 0) };
  return new DomainError("offer_changed", { details: { ...details, version: offer.version } });
}
