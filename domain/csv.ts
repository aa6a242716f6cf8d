const BOM = "\ufeff";
/** What spreadsheets take for the beginning of a formula, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark. Numbers keep the decimal
 * point in every language, so that programs read them; a text that would be a formula is quoted with
 * an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BOM + toLines(rows);
}

/** The same of rows that come in lists, such as the pages of a long history: a piece for each. */
export async function* streamCsv(
  pages: Iterable<readonly string[][]> | AsyncIterable<readonly string[][]>,
): AsyncGenerator<string> {
  yield BOM;
  for await (const rows of pages) yield toLines(rows);
}

function toLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: string): string {
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell's text as it was before `toCsv` quoted it with an apostrophe. */
export function fromCsvCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
