/** Product tables, as read by imports and written by exports (spec §3 Product). */

import { isProductSlug } from "./catalog.ts";
import { LOCALES } from "./locales.ts";
import { createMessage, type Message } from "./messages.ts";
import { toDecimal } from "./money.ts";
import { ONE_LINE, trimLine } from "./one-line.ts";
import {
  GENERATION_TEXT_LENGTH_MAX,
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_LICENCE_LENGTH_MAX,
  PRODUCT_MOTIFS_MAX,
  PRODUCT_PROMPT_LENGTH_MAX,
  PRODUCT_STATUSES,
  PRODUCT_STYLES_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  type ProductStatus,
} from "./products.ts";
import { parseTypedAmount } from "./typed-amounts.ts";

export const IMPORT_STATUSES = [
  "checking",
  "checked",
  "writing",
  "written",
  "undoing",
  "undone",
  "failed",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
/** Statuses of an import that a job is processing. */
export const IMPORTS_UNDERWAY: readonly ImportStatus[] = ["checking", "writing", "undoing"];

/** Our limits; the spec gives none. */
export const IMPORT_MB_MAX = 1024;
export const IMPORT_BYTES_MAX = IMPORT_MB_MAX * 1024 * 1024;
export const IMPORT_ROWS_MAX = 100_000;
/** Enough for a gigabyte over a slow connection. */
export const IMPORT_UPLOAD_TIMEOUT_MS = 30 * 60_000;

const TEXT_COLUMNS = ["title", "description", "motifs"] as const;
/** Columns of the table in export order. */
export const TABLE_COLUMNS: readonly string[] = [
  ...["slug", "status", "category", "styles", "price", "picture", "prompt", "licence"],
  ...["model", "seed"],
  ...LOCALES.flatMap((locale) => TEXT_COLUMNS.map((name) => `${name}_${locale}`)),
];
/** Columns that a table must have. */
export const REQUIRED_COLUMNS = ["title_en", "category", "price"] as const;

/** An error in a cell, with the beginning of its content (`toShownValue`). */
export type CellProblem = Message & { column: string; value?: string };

/** Maximum number of characters of a cell that are shown with its error. */
export const IMPORT_VALUE_LENGTH_MAX = 40;

/** The beginning of a cell on one line, in a form that can be stored and shown. */
export function toShownValue(cell: string): string {
  // A cell may be a megabyte long; the slice may cut a character in half.
  const start = cell.trimStart().slice(0, 10 * IMPORT_VALUE_LENGTH_MAX);
  const line = start
    .replace(/\p{Cs}|\0/gu, "\ufffd")
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...line];
  if (letters.length <= IMPORT_VALUE_LENGTH_MAX) return line;
  return `${letters.slice(0, IMPORT_VALUE_LENGTH_MAX).join("")}…`;
}

/** A row's cells by column name; columns missing from the table are absent. */
export type TableRow = ReadonlyMap<string, string>;

/** A row as a product: categories, styles and the image by their names in the table. */
export type TableProduct = {
  slug: string;
  status: ProductStatus;
  category: string;
  styles: string[];
  priceCents: number;
  picture: string;
  prompt: string;
  licence: string;
  model: string;
  seed: string;
  titles: Record<string, string>;
  descriptions: Record<string, string>;
  motifs: Record<string, string[]>;
};

/**
 * Normalizes a column name: "Title EN" is title_en, as is "title". A NUL, which the database cannot
 * store, is shown as U+FFFD.
 */
export function toColumn(name: string): string {
  const column = name
    .replaceAll("\0", "\ufffd")
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return TEXT_COLUMNS.some((one) => one === column) ? `${column}_en` : column;
}

/**
 * Parses a row into a product, with the errors of its cells. Does not check whether the shop has
 * its category, styles and image, or whether the image contains the prompt.
 */
export function parseTableRow(row: TableRow): { product: TableProduct; problems: CellProblem[] } {
  const cells = openRow(row);
  const product = {
    slug: readSlug(cells),
    status: readStatus(cells),
    priceCents: readPriceCents(cells),
    styles: readStyles(cells),
    category: readCategory(cells),
    titles: readTitles(cells),
    motifs: readMotifs(cells),
    picture: cells.read("picture"),
    prompt: cells.read("prompt", PRODUCT_PROMPT_LENGTH_MAX),
    licence: cells.readLine("licence", PRODUCT_LICENCE_LENGTH_MAX),
    model: cells.readLine("model", GENERATION_TEXT_LENGTH_MAX),
    seed: cells.readLine("seed", GENERATION_TEXT_LENGTH_MAX),
    descriptions: Object.fromEntries(cells.readTexts("description")),
  };
  return { product, problems: cells.problems };
}

type Cells = ReturnType<typeof openRow>;

/** Reads the cells of a row, and collects their errors. */
function openRow(row: TableRow) {
  const problems: CellProblem[] = [];
  const fail = (column: string, message: Message) => problems.push({ column, ...message });
  const read = (column: string, max = PRODUCT_DESCRIPTION_LENGTH_MAX, trim = trimText) => {
    const cell = row.get(column) ?? "";
    // The database cannot store it, neither in the product nor in the stored row of the import.
    if (cell.includes("\0")) fail(column, createMessage("character_invalid"));
    const text = trim(cell.replaceAll("\0", ""));
    if (text.length <= max) return text;
    fail(column, createMessage("text_too_long", { max }));
    // The row is stored with its errors, but not a megabyte of it; the slice may cut a character in
    // half.
    return text.slice(0, max).replace(/\p{Cs}/gu, "\ufffd");
  };
  const readLine = (column: string, max: number) => {
    const text = read(column, max, trimLine);
    if (!ONE_LINE.test(text)) fail(column, createMessage("character_invalid"));
    return text;
  };
  const readTexts = (
    name: string,
    max = PRODUCT_DESCRIPTION_LENGTH_MAX,
    readOne: typeof readLine = read,
  ) =>
    LOCALES.flatMap((locale) => {
      const text = readOne(`${name}_${locale}`, max);
      return text === "" ? [] : ([[locale, text]] as const);
    });
  return { problems, fail, read, readLine, readTexts };
}

function readSlug({ read, fail }: Cells): string {
  const slug = read("slug");
  if (slug !== "" && !isProductSlug(slug)) fail("slug", createMessage("slug_invalid"));
  return slug;
}

function readStatus({ read, fail }: Cells): ProductStatus {
  const given = read("status").toLowerCase() || "draft";
  const status = PRODUCT_STATUSES.find((one) => one === given);
  if (status) return status;
  fail("status", createMessage("choice_invalid", { choices: PRODUCT_STATUSES.join(", ") }));
  return "draft";
}

function readPriceCents({ read, fail }: Cells): number {
  const price = read("price");
  // A table does not state its language.
  const priceCents = parseTypedAmount(price, null) ?? 0;
  if (price === "") fail("price", createMessage("price_required"));
  else if (priceCents <= 0) fail("price", createMessage("amount_invalid"));
  return priceCents;
}

function readStyles({ read, fail }: Cells): string[] {
  const styles = toList(read("styles"));
  if (styles.length > PRODUCT_STYLES_MAX) fail("styles", createMessage("value_invalid"));
  return styles;
}

function readCategory({ read, fail }: Cells): string {
  const category = read("category");
  if (category === "") fail("category", createMessage("category_required"));
  return category;
}

function readTitles({ readTexts, readLine, fail }: Cells): Record<string, string> {
  const titles = Object.fromEntries(readTexts("title", PRODUCT_TITLE_LENGTH_MAX, readLine));
  if (!titles.en) fail("title_en", createMessage("title_required"));
  return titles;
}

function readMotifs({ readTexts, fail }: Cells): Record<string, string[]> {
  const motifs = readTexts("motifs").map(([locale, text]) => [locale, toList(text)] as const);
  for (const [locale, list] of motifs) {
    const isLong = list.some((one) => one.length > PRODUCT_TITLE_LENGTH_MAX);
    if (isLong || list.length > PRODUCT_MOTIFS_MAX) {
      fail(`motifs_${locale}`, createMessage("value_invalid"));
    }
    if (!list.every((one) => ONE_LINE.test(one))) {
      fail(`motifs_${locale}`, createMessage("character_invalid"));
    }
  }
  return Object.fromEntries(motifs.filter(([, list]) => list.length > 0));
}

const trimText = (text: string) => text.trim();

const toList = (text: string) => [
  ...new Set(text.split(",").flatMap((one) => trimLine(one) || [])),
];

/** A product as a row of the table, in the order of TABLE_COLUMNS; inverse of `parseTableRow`. */
export function toTableRow(product: TableProduct): string[] {
  const { priceCents, styles, titles, descriptions, motifs, ...texts } = product;
  const cells = new Map<string, string>([
    ...Object.entries(texts),
    ["price", toDecimal(priceCents)],
    ["styles", styles.join(", ")],
    ...LOCALES.flatMap((locale): [string, string][] => [
      [`title_${locale}`, titles[locale] ?? ""],
      [`description_${locale}`, descriptions[locale] ?? ""],
      [`motifs_${locale}`, motifs[locale]?.join(", ") ?? ""],
    ]),
  ]);
  return TABLE_COLUMNS.map((column) => cells.get(column) ?? "");
}
