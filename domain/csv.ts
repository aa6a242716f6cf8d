const BOM = "\ufeff";
/**
 * Characters that spreadsheets interpret as the start of a formula, after any apostrophes: in some
 * languages including the full-width ones.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

type CsvFormat = { separator: "," | ";"; decimalMark: "." | "," };
const POINT_FORMAT: CsvFormat = { separator: ",", decimalMark: "." };
const COMMA_FORMAT: CsvFormat = { separator: ";", decimalMark: "," };

/**
 * Formats batches of rows, such as the pages of a long history, as CSV (RFC 4180) for spreadsheets:
 * UTF-8 with a byte order mark, one piece per batch. A text that would be a formula is escaped with
 * an apostrophe. Numbers have a decimal point, so that programs can parse them. With a language the
 * text is meant for people: in languages with a decimal comma, spreadsheets expect semicolons as
 * separators, and would read "12.50" as a date in December.
 */
export async function* streamCsv(
  pages: Iterable<readonly string[][]> | AsyncIterable<readonly string[][]>,
  locale = "en",
): AsyncGenerator<string> {
  const format = hasDecimalComma(locale) ? COMMA_FORMAT : POINT_FORMAT;
  yield BOM;
  for await (const rows of pages) yield toLines(rows, format);
}

function hasDecimalComma(locale: string): boolean {
  const format = new Intl.NumberFormat(locale, { numberingSystem: "latn" });
  return format.formatToParts(1.5).some(({ type, value }) => type === "decimal" && value === ",");
}

function toLines(rows: readonly (readonly string[])[], format: CsvFormat): string {
  const { separator, decimalMark } = format;
  const toLine = (row: readonly string[]) =>
    row.map((cell) => toCell(cell, decimalMark)).join(separator);
  return rows.map((row) => `${toLine(row)}\r\n`).join("");
}

function toCell(value: string, decimalMark: string): string {
  if (NUMBER.test(value)) return value.replace(".", decimalMark);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the apostrophe with which `streamCsv` escaped a cell. */
export function fromCsvCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
