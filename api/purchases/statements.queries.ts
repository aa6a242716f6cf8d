import { type DeliverableOrder, findHold, withdrawableSince } from "#domain/withdrawal.ts";
import { isCertain, lastSubjectAt, type StatedText } from "#domain/withdrawal-statements.ts";
import type { Sql } from "../db/client.ts";

/**
 * `namedAt` and `describedAt` of rows of orders (domain/withdrawal.ts). Anybody can send a statement
 * that describes something bought, and it would hold all orders: only once the sender was proven to
 * be the buyer. The minute is that of `lastSubjectAt`. Without bound values.
 */
export const statedColumns = (sql: Sql) => sql`
  (SELECT min(w.received_at) FROM withdrawals w
    WHERE w.status = 'review' AND w.order_ids @> ARRAY[orders.id]) AS "namedAt",
  (SELECT min(w.received_at) FROM withdrawals w
    WHERE w.user_id = orders.user_id AND w.status = 'review' AND w.subject = 'order'
      AND w.order_ids IS NULL AND w.confirmed_at IS NOT NULL
      AND w.received_at >= orders.created_at - interval '1 minute') AS "describedAt"`;

/** The orders whose delivery a statement holds: of a member, or of all. */
export async function listHeldOrders(sql: Sql, userId: number | null): Promise<number[]> {
  const rows = await sql<(DeliverableOrder & { id: number })[]>`
    SELECT id, created_at AS "createdAt", consented_at AS "consentedAt",
      predates_consent AS "predatesConsent", ${statedColumns(sql)}
    FROM orders
    WHERE refunded_at IS NULL AND consented_at IS NULL AND NOT predates_consent
      AND user_id IN (SELECT user_id FROM withdrawals
        WHERE status = 'review' AND subject = 'order'
          AND (${userId}::bigint IS NULL OR user_id = ${userId}::bigint))`;
  return rows.filter((row) => findHold(row) !== null).map(({ id }) => id);
}

export type MeantOrder = { id: number; createdAt: Date; consentedAt: Date | null };

/**
 * Locks the orders that a statement may be about and was in time for, if they are not refunded:
 * those it names; and all that its sender had then, unless it is a number alone.
 */
export async function lockMeantOrders(
  sql: Sql,
  statement: { userId: number; receivedAt: Date } & StatedText,
): Promise<MeantOrder[]> {
  const { userId, orderIds, receivedAt } = statement;
  return sql<MeantOrder[]>`
    SELECT id, created_at AS "createdAt", consented_at AS "consentedAt" FROM orders
    WHERE user_id = ${userId} AND refunded_at IS NULL AND NOT predates_consent
      AND created_at >= ${withdrawableSince(receivedAt)}
      AND (id = ANY(${sql.array([...(orderIds ?? [])])}::bigint[])
        OR ${!isCertain(statement)} AND created_at <= ${lastSubjectAt(receivedAt)})
    ORDER BY id FOR UPDATE`;
}
