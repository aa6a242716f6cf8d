/**
 * Retention period of accounting records, as stated in the privacy policy (Estonian Accounting Act
 * § 12).
 */
export const RECORDS_KEPT_YEARS = 7;

/**
 * The earliest moment whose records still keep names: seven years after the end of the year they
 * belong to.
 */
export function recordsKeptFrom(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - RECORDS_KEPT_YEARS, 0, 1));
}
