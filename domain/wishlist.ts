/** A list of favourites, not a copy of the catalogue: every page reads all of it. */
export const WISHLIST_SIZE_MAX = 500;
