/** The id of a row of this API: only as many digits as a number can hold exactly. */
export const ROW_ID = /^\d{1,15}$/;

/** True for the text of a row's id. */
export function isRowId(value: unknown): value is string {
  return typeof value === "string" && ROW_ID.test(value);
}

/**
 * True for a possible id of the API behind the web app: a number with our own, a uuid with others.
 */
export function isApiId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}
