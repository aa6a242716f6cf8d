import type { RefundStatus } from "#domain/refunds.ts";
import type { Sql } from "../../db/client.ts";
import { isDue } from "../../db/due-times.ts";
import { idsWaitedFor } from "../../wallet/credit-requests.queries.ts";
import { KEYS_KEPT_MAX_MS } from "../due-refunds.queries.ts";

// Refunds that need a person's attention.

/** A refund requested longer ago than this is blocked: the job sends refunds within a minute. */
const UNSENT_AFTER_MS = 10 * 60_000;

/**
 * Whether a refund needs a person: its outcome is unknown and the shop no longer sends it again, or
 * it is requested and its provider has not accepted it. Excludes refunds that are still sent again:
 * if somebody also paid one at the provider, it would be paid twice.
 */
const waitsForPerson = (sql: Sql, now: Date) => sql`
  ((refunds.status = 'unknown' AND (repeat_until IS NULL
      OR ${isDue(sql, sql`repeat_until`, { now, longestMs: KEYS_KEPT_MAX_MS })}))
    OR (refunds.status = 'requested' AND (attempts > 0
      OR refunds.created_at < ${new Date(now.getTime() - UNSENT_AFTER_MS)})))`;

/** The ids of those refunds, and of refunds in any status whose mark needs a second person. */
export const idsForPerson = (sql: Sql, now: Date) => sql`
  SELECT refunds.id FROM refunds
  WHERE refunds.status IN ('requested', 'unknown') AND ${waitsForPerson(sql, now)}
  UNION ${idsWaitedFor(sql, "refund")}`;

export type WaitingRefund = {
  id: number;
  status: Exclude<RefundStatus, "failed">;
  depositId: number;
  userId: number;
  moneyCents: number;
  currency: string;
  provider: string;
  createdAt: Date;
  /** When it was last sent; null if never. */
  triedAt: Date | null;
  lastError: string | null;
};

/** The refunds that wait for a person, oldest first. */
export async function listWaitingRefunds(
  sql: Sql,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingRefund[]> {
  return sql<WaitingRefund[]>`
    SELECT refunds.id, refunds.status, deposit_id AS "depositId", refunds.user_id AS "userId",
      money_cents AS "moneyCents", currency, provider, refunds.created_at AS "createdAt",
      CASE WHEN attempts > 0 THEN changed_at END AS "triedAt", last_error AS "lastError"
    FROM refunds JOIN deposits ON deposits.id = deposit_id
    WHERE refunds.id IN (${idsForPerson(sql, now)})
    ORDER BY refunds.id LIMIT ${limit}`;
}

/** True for a refund that was sent at least once, whether or not its provider accepted it. */
export async function hasBeenTried(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM refunds WHERE id = ${id} AND attempts > 0`;
  return rows.length > 0;
}

/** The number of refunds that wait for a person. */
export async function countWaitingRefunds(sql: Sql, now: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (${idsForPerson(sql, now)}) AS waiting`;
  return row?.count ?? 0;
}
