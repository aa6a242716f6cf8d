import type { OwnPage } from "../noun.ts";
import type { Sql } from "./client.ts";

/**
 * The condition, order and limit for a page of a person's own data: rows after a key, in key order.
 */
export function ownPage(sql: Sql, key: ReturnType<Sql>, { after, limit }: OwnPage) {
  return sql`AND ${key} > ${after} ORDER BY ${key} LIMIT ${limit}`;
}
