import { type Parser, parse } from "csv-parse";
import { fromCsvCell } from "#domain/csv.ts";
import { IMPORT_ROWS_MAX, REQUIRED_COLUMNS, TABLE_COLUMNS, toColumn } from "#domain/imports.ts";
import { ImportFailure } from "./import-failure.ts";

/** Larger than the texts of a product in all languages. */
const ROW_LENGTH_MAX = 1_000_000;
const COLUMNS_MAX = 200;

export type Table = {
  /** Columns of the table that the shop does not know. */
  unknownColumns: string[];
  rows: AsyncGenerator<ReadRow>;
};

export type ReadRow = {
  number: number;
  line: number;
  cells: Map<string, string>;
  /**
   * The first text in a column without a name, and that column's number: its row has a separator
   * too many.
   */
  unnamed: { column: number; text: string } | null;
};

/**
 * Parses an untrusted CSV row by row: UTF-8 with or without a byte order mark, separated by commas,
 * semicolons or tabs, as named by a first line `sep=;` if there is one. Keeps at most one row in
 * memory. Throws ImportFailure, including while iterating.
 */
export async function readTable(bytes: AsyncIterable<Uint8Array>): Promise<Table> {
  const texts = decode(bytes);
  const { start, delimiter, linesBefore } = await readStart(texts);
  const parser = parse({
    ...{ delimiter, bom: true, info: true, skip_empty_lines: true, relax_column_count: true },
    max_record_size: ROW_LENGTH_MAX,
  });
  void feed(parser, start, texts);
  const records = readRecords(parser, linesBefore);
  const { value: head } = await records.next();
  if (!head) throw new ImportFailure("import_empty");
  const columns = head.cells.slice(0, COLUMNS_MAX).map(toColumn);
  if (REQUIRED_COLUMNS.some((column) => !columns.includes(column))) {
    throw new ImportFailure("import_columns_missing");
  }
  const isTwice = (column: string, index: number) => columns.indexOf(column) !== index;
  if (columns.filter(isTwice).some((column) => TABLE_COLUMNS.includes(column))) {
    throw new ImportFailure("import_column_twice");
  }
  const unknownColumns = columns.filter((one) => one !== "" && !TABLE_COLUMNS.includes(one));
  return { unknownColumns, rows: toRows(records, columns, head.cells) };
}

async function* toRows(
  records: AsyncGenerator<{ line: number; cells: string[] }>,
  columns: string[],
  head: string[],
): AsyncGenerator<ReadRow> {
  const isUnnamed = (cell: string, index: number) =>
    cell.trim() !== "" && (head[index] ?? "").trim() === "";
  let number = 0;
  for await (const { line, cells } of records) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    number += 1;
    if (number > IMPORT_ROWS_MAX) throw new ImportFailure("import_too_long");
    const named = columns.map(
      (column, index) => [column, fromCsvCell(cells[index] ?? "")] as const,
    );
    const index = cells.findIndex(isUnnamed);
    const unnamed = index === -1 ? null : { column: index + 1, text: cells[index] ?? "" };
    yield { number, line, cells: new Map(named), unnamed };
  }
}

/** Yields records with the line on which each begins. */
async function* readRecords(parser: Parser, linesBefore: number) {
  // The parser counts both characters of a Windows line break within quotes.
  let countedTwice = 0;
  try {
    for await (const { record, info } of parser) {
      if (!Array.isArray(record)) continue;
      const cells = record.map(String);
      // Including the line break after the record, half of which may be in its last cell.
      const text = `${cells.join(" ")}\n`;
      const breaks = count(text, /[\r\n]/g) - 1;
      yield { line: linesBefore + Number(info.lines) - countedTwice - breaks, cells };
      countedTwice += breaks - (count(text, /\r\n?|\n/g) - 1);
    }
  } catch (error) {
    if (error instanceof ImportFailure) throw error;
    // The library's own errors are all about quotes and sizes.
    throw new ImportFailure("import_not_csv", { cause: error });
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const toText = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new ImportFailure("import_not_utf8", { cause: error });
    }
  };
  for await (const chunk of bytes) yield toText(chunk);
  yield toText();
}

/** A line that names the separator for spreadsheets; it is not part of the table. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([,;\t])"?(?:\r\n?|\n)/i;

/**
 * Reads the start of the table and determines its separator: the one that the first line names, or
 * the candidate that occurs most often in it.
 */
async function readStart(texts: AsyncGenerator<string>) {
  let start = "";
  while (!start.includes("\n") && start.length < ROW_LENGTH_MAX) {
    const { value, done } = await texts.next();
    if (done) break;
    start += value;
  }
  const [named, separator] = SEPARATOR_LINE.exec(start) ?? [];
  if (named && separator) {
    return { start: start.slice(named.length), delimiter: separator, linesBefore: 1 };
  }
  const [line = ""] = start.split("\n", 1);
  const columns = (character: string) => line.split(character).length;
  const delimiter = [",", ";", "\t"].reduce((best, one) =>
    columns(one) > columns(best) ? one : best,
  );
  return { start, delimiter, linesBefore: 0 };
}

async function feed(parser: Parser, start: string, texts: AsyncGenerator<string>): Promise<void> {
  try {
    parser.write(start);
    for await (const text of texts) {
      if (parser.destroyed) return;
      if (!parser.write(text)) {
        await new Promise<void>((resolve) => {
          const resume = () => {
            parser.off("drain", resume).off("close", resume);
            resolve();
          };
          parser.on("drain", resume).on("close", resume);
        });
      }
    }
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
