const BOM = "\ufeff";
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark. Numbers keep the decimal
 * point in every language, so that programs read them; a text that would be a formula is quoted with
 * an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: string): string {
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
