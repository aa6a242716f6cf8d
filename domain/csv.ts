const BOM = "\ufeff";
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180) for spreadsheets, in as many pieces as there are lists of rows: UTF-8 with a
 * byte order mark. Numbers keep the decimal point in every language, so that programs read them; a
 * text that would be a formula is quoted with an apostrophe.
 */
export async function* toCsv(
  pieces: Iterable<readonly string[][]> | AsyncIterable<readonly string[][]>,
): AsyncGenerator<string> {
  yield BOM;
  for await (const rows of pieces) {
    yield rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
  }
}

function toCell(value: string): string {
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
