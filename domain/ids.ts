/** The id of a row of this API: digits, no more of them than a number holds exactly. */
export const ROW_ID = /^\d{1,15}$/;

/** True for the text of a row's id. */
export function isRowId(value: unknown): value is string {
  return typeof value === "string" && ROW_ID.test(value);
}

/** True for what can be an id of the API behind the web app: a number with us, a uuid elsewhere. */
export function isApiId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}
