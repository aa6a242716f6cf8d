/** A list for one's favorites, not a copy of the catalogue: every page reads it as a whole. */
export const WISHLIST_SIZE_MAX = 500;

/** True for what can be a product's id: a number with us, a uuid perhaps with another server. */
export function isProductId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}
