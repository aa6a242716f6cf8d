import { HISTORY_LIMIT_MAX, type HistoryPageQuery } from "../contract/history.ts";
import type { Sql } from "./client.ts";

/** One page of a list that is read newest first, found by the key of an entry beside it. */
export type HistoryPage = { limit: number; before: number | null; after: number | null };

/** A page with the keys that the pages beside it start from; null where there is nothing. */
export type HistoryRows<Row> = { rows: Row[]; newer: number | null; older: number | null };

/** The page that a request asks for. `before` counts when both are given. */
export function readHistoryPage(query: HistoryPageQuery): HistoryPage {
  const before = query.before === undefined ? null : Number(query.before);
  const after = before !== null || query.after === undefined ? null : Number(query.after);
  return { limit: Number(query.limit ?? HISTORY_LIMIT_MAX), before, after };
}

/**
 * The end of a statement: condition, order and limit of a page; put behind a WHERE. One row more than
 * requested is read: it shows whether there is another page.
 */
export function pageByKey(sql: Sql, key: ReturnType<Sql>, { limit, before, after }: HistoryPage) {
  if (after !== null) return sql`AND ${key} > ${after} ORDER BY ${key} LIMIT ${limit + 1}`;
  const older = before === null ? sql`` : sql`AND ${key} < ${before}`;
  return sql`${older} ORDER BY ${key} DESC LIMIT ${limit + 1}`;
}

/** What a list is ordered by: a column without nulls, and the id where it is equal. */
export type ListOrder = {
  table: string;
  /** The table's name in the statement, where it has another. */
  as?: string;
  column: string;
  isDescending: boolean;
};

/**
 * `pageByKey` for a list in another order than newest first. `before` is the id of the row that the
 * page comes behind, as in a history, and `after` of the one that it stands in front of.
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

/** The rows of such a statement as a page, in the list's order. */
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
