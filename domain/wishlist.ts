import { ERRORS } from "./errors.ts";

/** A list for one's favourites, not a copy of the catalogue: every page reads it as a whole. */
export const WISHLIST_SIZE_MAX = 500;

/** True for what can be a product's id: a number with us, a uuid perhaps with another server. */
export function isProductId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}

const REFUSALS = ["wishlist_full", "product_withdrawn", "product_not_found"] as const;

/** The contract's text for a refusal that a person should read; null for any other failure. */
export function toWishlistRefusal(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  const code = REFUSALS.find((known) => known === error.code);
  return code ? ERRORS[code].message : null;
}
