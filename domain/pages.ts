/** Static pages edited by staff (spec §3 Static page). */

export const PAGE_TITLE_LENGTH_MAX = 120;
export const PAGE_CONTENT_LENGTH_MAX = 100_000;
/** Same as the database's constraint: characters allowed in a slug. */
export const PAGE_SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const PAGE_SLUG_LENGTH_MAX = 80;
