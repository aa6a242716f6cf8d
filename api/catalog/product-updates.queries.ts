import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../db/client.ts";

/** Notes that a product, which the caller has locked, changed for visitors. */
export function noteUpdate(sql: Sql, id: number, now: Date): Promise<void> {
  return noteUpdates(sql, sql`SELECT ${id}::bigint AS id`, now);
}

/**
 * Notes that products changed for visitors. `changed` returns their ids and is mostly the UPDATE
 * itself: each product is locked before its note, in the order of all who write both.
 */
export async function noteUpdates(
  sql: Sql,
  changed: PendingQuery<Row[]>,
  now: Date,
): Promise<void> {
  await sql`
    WITH changed AS (${changed})
    INSERT INTO product_updates (product_id, updated_at) SELECT id, ${now} FROM changed
    ON CONFLICT (product_id) DO UPDATE SET updated_at = EXCLUDED.updated_at`;
}
