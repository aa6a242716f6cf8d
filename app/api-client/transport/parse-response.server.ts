import type { z } from "zod";
import { PAGE_MAX } from "#domain/catalog.ts";
import { isRecord } from "#domain/json.ts";
import { parseSum, toDecimal } from "#domain/money.ts";
import { readLeniently } from "./lenient-reader.server.ts";
import { noteSkipped } from "./skipped-data.server.ts";

/**
 * Reads a response by the contract, as leniently as `readLeniently` does. If something required is
 * missing, the server is at fault: the result is a 502 page and the field's path in the log, not a
 * half-rendered screen. For reads only: after a write the screen continues, whatever the response
 * contains.
 */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const result = readLeniently(schema, withEnvelope(body));
  if (!("skips" in result)) throw unreadable(result.failedAt);
  noteSkipped(result.skips.map(({ path }) => path));
  return result.value;
}

/** Thrown for a response in which a part that the screen requires is unreadable. */
class UnreadableField extends Error {
  override readonly name = "UnreadableField";
  // The shape of react-router's `data()`: an error page with this status.
  readonly type = "DataWithResponseInit";
  readonly data: { code: string; field: string };
  readonly init = { status: 502 };

  constructor(where: string) {
    super(`the API's response has no readable ${where}`);
    this.data = { code: "unavailable", field: where };
  }
}

const unreadable = (where: string) => new UnreadableField(where);

/**
 * Maps each row to its view; drops and counts rows with an unreadable amount. Throws a 502 if no
 * row can be read.
 */
export function mapRows<Row, View>(rows: readonly Row[], toView: (row: Row) => View): View[] {
  const views: View[] = [];
  const failed: UnreadableField[] = [];
  for (const row of rows) {
    try {
      views.push(toView(row));
    } catch (error) {
      if (!(error instanceof UnreadableField)) throw error;
      failed.push(error);
    }
  }
  if (views.length === 0 && failed[0]) throw failed[0];
  noteSkipped(failed.map((error) => error.data.field));
  return views;
}

/**
 * The number of a list's pages, at most PAGE_MAX: no URL has a later one, and pagers would
 * otherwise have as many entries as a server claims. A server without paging data has sent
 * everything.
 */
export function readLastPage(meta: { last_page?: number | undefined } | undefined): number {
  return Math.min(meta?.last_page ?? 1, PAGE_MAX);
}

/** The envelopes of spec §3 in servers' variants: without `status` or with another value. */
function withEnvelope(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if ("data" in body && !("payload" in body)) return withMeta(body);
  // A rejection has already been thrown (ApiClient).
  return "payload" in body ? { ...body, status: "OK" } : body;
}

/**
 * Laravel's own paginator puts the paging numbers next to `data`, its resources put them in `meta`.
 */
function withMeta(body: Record<string, unknown>): Record<string, unknown> {
  const isInside = isRecord(body.meta) || !("current_page" in body);
  return isInside ? body : { ...body, meta: body };
}

/** "1,234.56", the format of PHP's number_format: unambiguous because it has both separators. */
const GROUPED = /^-?\d{1,3}(?:,\d{3})+\.\d+$/;
/** Tolerance for floating-point noise: 0.1 + 0.2 is 30 cents, 1.005 is not an amount. */
const FLOAT_NOISE_CENTS = 1e-6;

/**
 * The minor units of a contract amount, number or text; null if it is missing or unreadable, or has
 * fractions of a cent: a price is never guessed.
 */
export function toCents(amount: string | number | null | undefined): number | null {
  if (amount === null || amount === undefined) return null;
  const text = typeof amount === "number" ? withoutNoise(amount) : amount.trim();
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  // "12.5000", from a column with four decimals.
  const short = plain.replace(/^(-?\d+\.\d{2})0+$/, "$1");
  const cents = parseSum(short.replace(/^-/, ""));
  return cents === null ? null : short.startsWith("-") ? 0 - cents : cents;
}

function withoutNoise(amount: number): string {
  const cents = Math.round(amount * 100);
  const isCents = Math.abs(amount * 100 - cents) < FLOAT_NOISE_CENTS && Number.isSafeInteger(cents);
  return isCents ? toDecimal(cents) : String(amount);
}

/** The minor units of an amount that a screen requires; throws a 502 if it is unreadable. */
export function requireCents(amount: string | number | null | undefined): number {
  const cents = toCents(amount);
  if (cents === null) throw unreadable("amount");
  return cents;
}

/**
 * The same for a balance, rounded down to whole cents: this never shows more than there is, and
 * nothing is charged based on it.
 */
export function requireBalanceCents(balance: string | number): number {
  const text = String(balance).trim();
  const [, whole, fraction] = /^(-?\d{1,13}\.\d{2})(\d+)$/.exec(text) ?? [];
  const cents = toCents(balance) ?? toCents(whole);
  if (cents === null) throw unreadable("balance");
  const isBelowZero = text.startsWith("-") && Number(fraction ?? 0) > 0;
  return isBelowZero && toCents(balance) === null ? cents - 1 : cents;
}
