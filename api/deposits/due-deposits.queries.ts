import type { Sql } from "../db/client.ts";
import { beyondPauses, type DueBy, isDue } from "../db/due-times.ts";
import type { DepositRow } from "./deposits.queries.ts";

// Pending deposits that the jobs ask their providers about, or end.

/**
 * Lists a batch of pending deposits after `afterId` that have a provider page and are due for
 * polling, because a report may have been lost. A deposit dated in the future, by a clock that was
 * ahead, counts as old enough.
 */
export async function listPending(
  sql: Sql,
  filter: DueBy & { provider: string; olderThan: Date; afterId: number; limit: number },
): Promise<{ id: number; providerRef: string; createdAt: Date }[]> {
  return sql<{ id: number; providerRef: string; createdAt: Date }[]>`
    SELECT id, provider_ref AS "providerRef", created_at AS "createdAt" FROM deposits
    WHERE status = 'pending' AND provider = ${filter.provider} AND provider_ref IS NOT NULL
      AND (created_at < ${filter.olderThan} OR created_at > ${beyondPauses(filter)})
      AND (ask_at IS NULL OR ${isDue(sql, sql`ask_at`, filter)})
      AND id > ${filter.afterId}
    ORDER BY id LIMIT ${filter.limit}`;
}

/** Schedules the next poll of a pending deposit. */
export async function postponeQuery(sql: Sql, depositId: number, until: Date): Promise<void> {
  await sql`UPDATE deposits SET ask_at = ${until} WHERE id = ${depositId} AND status = 'pending'`;
}

/**
 * Lists a batch of pending deposits after `afterId` that never got a page: the process died or the
 * provider failed before it was stored.
 */
export async function listUnopened(
  sql: Sql,
  filter: DueBy & { provider: string; dueAt: Date; afterId: number; limit: number },
): Promise<Pick<DepositRow, "id" | "providerKey" | "createdAt">[]> {
  return sql<Pick<DepositRow, "id" | "providerKey" | "createdAt">[]>`
    SELECT id, provider_key AS "providerKey", created_at AS "createdAt" FROM deposits
    WHERE status = 'pending' AND provider = ${filter.provider} AND provider_ref IS NULL
      AND ${isDue(sql, sql`created_at`, filter)} AND id > ${filter.afterId}
    ORDER BY id LIMIT ${filter.limit}`;
}

/** Ends a pending deposit without a page; returns false if it now has one or has ended. */
export async function expireUnopened(sql: Sql, id: number, reason: string): Promise<boolean> {
  const result = await sql`
    UPDATE deposits SET status = 'expired', error_message = ${reason}
    WHERE id = ${id} AND status = 'pending' AND provider_ref IS NULL`;
  return result.count === 1;
}

/**
 * Ends pending deposits without a page whose provider is not among `providers`; returns their ids.
 */
export async function expireUnopenedOrphans(
  sql: Sql,
  filter: DueBy & { providers: readonly string[]; dueAt: Date; reason: string },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    UPDATE deposits SET status = 'expired', error_message = ${filter.reason}
    WHERE status = 'pending' AND provider_ref IS NULL AND ${isDue(sql, sql`created_at`, filter)}
      AND provider <> ALL(${sql.array([...filter.providers])})
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/**
 * Ends pending deposits with a page whose provider is not among `providers`, and flags them for
 * review; an existing flag is kept.
 */
export async function expireOrphans(
  sql: Sql,
  filter: DueBy & { providers: readonly string[]; dueAt: Date; review: string },
): Promise<{ id: number; provider: string }[]> {
  return sql<{ id: number; provider: string }[]>`
    UPDATE deposits SET status = 'expired', error_message = 'payment_expired',
      needs_review = coalesce(needs_review, ${filter.review})
    WHERE status = 'pending' AND provider_ref IS NOT NULL
      AND ${isDue(sql, sql`created_at`, filter)}
      AND provider <> ALL(${sql.array([...filter.providers])})
    RETURNING id, provider`;
}

/**
 * Lists a batch of a provider's deposits after `afterId` that expired while it was not configured.
 */
export async function listOrphans(
  sql: Sql,
  filter: { provider: string; review: string; afterId: number; limit: number },
): Promise<{ id: number; providerRef: string }[]> {
  return sql<{ id: number; providerRef: string }[]>`
    SELECT id, provider_ref AS "providerRef" FROM deposits
    WHERE provider = ${filter.provider} AND status = 'expired' AND provider_ref IS NOT NULL
      AND needs_review = ${filter.review} AND id > ${filter.afterId}
    ORDER BY id LIMIT ${filter.limit}`;
}
