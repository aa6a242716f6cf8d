/** How long the books are kept: the privacy policy says it (Estonian Accounting Act § 12). */
export const RECORDS_KEPT_YEARS = 7;

/**
 * The first moment whose records are still kept with names: seven years after the end of the year that
 * they belong to.
 */
export function recordsKeptFrom(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - RECORDS_KEPT_YEARS, 0, 1));
}
