import { HISTORY_LIMIT_MAX, type HistoryPageQuery } from "../contract/history.ts";
import type { Sql } from "./client.ts";

/** Keyset pagination of a newest-first list: a page is located by the key of an adjacent entry. */
export type HistoryPage = { limit: number; before: number | null; after: number | null };

/** A page with the keys for the adjacent pages; null where there is none. */
export type HistoryRows<Row> = { rows: Row[]; newer: number | null; older: number | null };

/** The requested page. `before` takes precedence if both are given. */
export function readHistoryPage(query: HistoryPageQuery): HistoryPage {
  const before = query.before === undefined ? null : Number(query.before);
  const after = before !== null || query.after === undefined ? null : Number(query.after);
  return { limit: Number(query.limit ?? HISTORY_LIMIT_MAX), before, after };
}

/**
 * The condition, order and limit of a page, to be placed after a WHERE condition. Reads one row
 * more than requested, to detect whether there is another page.
 */
export function pageByKey(sql: Sql, key: ReturnType<Sql>, { limit, before, after }: HistoryPage) {
  if (after !== null) return sql`AND ${key} > ${after} ORDER BY ${key} LIMIT ${limit + 1}`;
  const older = before === null ? sql`` : sql`AND ${key} < ${before}`;
  return sql`${older} ORDER BY ${key} DESC LIMIT ${limit + 1}`;
}

/** The sort column, which has no nulls; ties are broken by id. */
export type ListOrder = {
  table: string;
  /** The table's alias in the statement, if it has one. */
  as?: string;
  column: string;
  isDescending: boolean;
};

/**
 * `pageByKey` for other orders than newest first. As in a history, `before` is the id of the row
 * that precedes the page, and `after` that of the row that follows it.
 */
export function pageByOrder(sql: Sql, order: ListOrder, { limit, before, after }: HistoryPage) {
  const isDown = order.isDescending === (after === null);
  const direction = isDown ? sql`DESC` : sql``;
  const name = order.as ?? order.table;
  const [key, id] = [sql(`${name}.${order.column}`), sql(`${name}.id`)];
  const place = after ?? before;
  const beside =
    place === null
      ? sql``
      : sql`AND (${key}, ${id}) ${isDown ? sql`<` : sql`>`} (
          SELECT place.${sql(order.column)}, place.id FROM ${sql(order.table)} AS place
          WHERE place.id = ${place})`;
  return sql`${beside} ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${limit + 1}`;
}

/** The rows that such a statement returns, as a page in list order. */
export function toHistoryRows<Row extends { id: number }>(
  found: readonly Row[],
  { limit, before, after }: HistoryPage,
): HistoryRows<Row> {
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (after !== null) rows.reverse();
  const first = rows[0]?.id ?? null;
  const last = rows.at(-1)?.id ?? null;
  return after === null
    ? { rows, newer: before === null ? null : first, older: hasMore ? last : null }
    : { rows, newer: hasMore ? first : null, older: last };
}
