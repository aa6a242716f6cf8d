import {
  couldWithdraw,
  type DeliverableOrder,
  findHold,
  type WithdrawableOrder,
  withdrawableSince,
} from "#domain/withdrawal.ts";
import { isUnambiguous, type StatedText } from "#domain/withdrawal-statements.ts";
import type { Sql } from "../db/client.ts";
import { deliveredColumn } from "./downloads.queries.ts";

/**
 * `namedAt` and `describedAt` of order rows (domain/withdrawal.ts). A statement that only describes
 * a purchase counts once its sender is proven to be the buyer: anybody can send one, and it would
 * hold all orders. One minute is the clock skew of `lastSubjectAt`. Has no bound parameters.
 */
export const statedColumns = (sql: Sql) => sql`
  (SELECT min(w.received_at) FROM withdrawals w
    WHERE w.status = 'review' AND w.order_ids @> ARRAY[orders.id]) AS "namedAt",
  (SELECT min(w.received_at) FROM withdrawals w
    WHERE w.user_id = orders.user_id AND w.status = 'review' AND w.subject = 'order'
      AND w.order_ids IS NULL AND w.confirmed_at IS NOT NULL
      AND w.received_at >= orders.created_at - interval '1 minute') AS "describedAt"`;

/** The orders of one member, or of all, whose delivery a statement holds. */
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

type Statement = { userId: number; receivedAt: Date } & StatedText;

/**
 * Locks the order that a statement certainly means and was in time for. Null if there is none, or
 * it was refunded or delivered.
 */
export async function lockUnambiguousOrder(sql: Sql, statement: Statement): Promise<number | null> {
  if (!isUnambiguous(statement)) return null;
  const { userId, orderIds, receivedAt } = statement;
  const [order] = await sql<{ id: number }[]>`
    SELECT id FROM orders
    WHERE id = ANY(${sql.array([...(orderIds ?? [])])}::bigint[]) AND user_id = ${userId}
      AND refunded_at IS NULL AND consented_at IS NULL AND NOT predates_consent
      AND created_at >= ${withdrawableSince(receivedAt)}
    FOR UPDATE`;
  if (!order) return null;
  const [row] = await sql<{ isDelivered: boolean }[]>`
    SELECT ${deliveredColumn(sql)} FROM orders WHERE id = ${order.id}`;
  return row?.isDelivered ? null : order.id;
}

/**
 * Those of the given statements that can only mean the order they name. A number alone can name an
 * order in any state (migration 0086): if that order could not be withdrawn from at the time, the
 * sender may mean another one.
 */
export async function listUnambiguousStatements(
  sql: Sql,
  withdrawalIds: number[],
): Promise<ReadonlySet<number>> {
  type Row = StatedText & WithdrawableOrder & { id: number; receivedAt: Date };
  const rows = await sql<(Row & { refundedAt: Date | null })[]>`
    SELECT w.id, contract, order_ids AS "orderIds", received_at AS "receivedAt",
      o.created_at AS "createdAt", consented_at AS "consentedAt", refunded_at AS "refundedAt",
      predates_consent AS "predatesConsent"
    FROM withdrawals w JOIN orders o ON o.id = ANY (order_ids)
    WHERE w.id = ANY(${sql.array(withdrawalIds)}::bigint[])`;
  const unambiguous = rows.filter(
    (row) => isUnambiguous(row) && couldWithdraw(row, row.receivedAt),
  );
  return new Set(unambiguous.map(({ id }) => id));
}

/** An order that an undecided statement may be about. */
export type CandidateOrder = DeliverableOrder & {
  id: number;
  withdrawalId: number;
  isDelivered: boolean;
  /** Version of the text the buyer agreed to; null before that. */
  consentVersion: string | null;
};

/**
 * The orders that may be meant by those of the given statements that are undecided: all unrefunded
 * orders of their senders that could be withdrawn from at the time, or are newer. No period is
 * longer than 21 days.
 */
export async function listCandidateOrders(
  sql: Sql,
  withdrawalIds: number[],
): Promise<CandidateOrder[]> {
  return sql<CandidateOrder[]>`
    SELECT orders.id, meant.id AS "withdrawalId", created_at AS "createdAt",
      consented_at AS "consentedAt", consent_version AS "consentVersion",
      predates_consent AS "predatesConsent", ${deliveredColumn(sql)}, ${statedColumns(sql)}
    FROM withdrawals meant JOIN orders ON orders.user_id = meant.user_id
    WHERE meant.id = ANY(${sql.array(withdrawalIds)}::bigint[]) AND meant.status = 'review'
      AND meant.subject = 'order' AND refunded_at IS NULL AND NOT predates_consent
      AND created_at > received_at - interval '21 days'
    ORDER BY orders.id`;
}
