/** A list for one's favorites, not a copy of the catalogue: every page reads it as a whole. */
export const WISHLIST_SIZE_MAX = 500;
