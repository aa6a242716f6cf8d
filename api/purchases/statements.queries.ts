import { canWithdraw, type DeliverableOrder } from "#domain/withdrawal.ts";
import type { Sql } from "../db/client.ts";

/** The order number in a statement, as `readOrderNumber` finds it; NULL for any other text. */
export const orderNumber = (sql: Sql) => sql`
  substring(w.contract FROM '^[^0-9]{0,20}([0-9]{1,15})[^0-9]{0,3}$')::bigint`;

/**
 * True for undecided statements that may be about the order: its buyer's, with its number; or with
 * a description of something bought, once the sender was proven to be the buyer. Anybody can send
 * one with a description, and it would hold all orders.
 */
const isAbout = (sql: Sql) => sql`
  w.user_id = orders.user_id AND w.status = 'review' AND w.subject = 'order'
  AND coalesce(${orderNumber(sql)} = orders.id,
    w.confirmed_at IS NOT NULL AND w.received_at >= orders.created_at)`;

/** `statedAt` of a row of orders (domain/withdrawal.ts). */
export const statedAt = (sql: Sql) => sql`
  (SELECT min(w.received_at) FROM withdrawals w WHERE ${isAbout(sql)})`;

/** The orders whose delivery a statement holds, of all members. */
export async function listHeldOrders(sql: Sql): Promise<number[]> {
  const rows = await sql<(DeliverableOrder & { id: number; statedAt: Date })[]>`
    SELECT orders.id, orders.created_at AS "createdAt", orders.consented_at AS "consentedAt",
      orders.predates_consent AS "predatesConsent", min(w.received_at) AS "statedAt"
    FROM withdrawals w JOIN orders ON ${isAbout(sql)}
    WHERE orders.refunded_at IS NULL GROUP BY orders.id`;
  return rows.filter((row) => canWithdraw(row, row.statedAt)).map(({ id }) => id);
}
