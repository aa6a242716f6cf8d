import type { OwnPage } from "../noun.ts";
import type { Sql } from "./client.ts";

/** The end of a query for a page of a person's own data: beyond a place, in the order of the key. */
export function ownPage(sql: Sql, key: ReturnType<Sql>, { after, limit }: OwnPage) {
  return sql`AND ${key} > ${after} ORDER BY ${key} LIMIT ${limit}`;
}
