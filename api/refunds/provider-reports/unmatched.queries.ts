import { ADVISORY_LOCKS } from "../../db/advisory-locks.ts";
import type { Sql } from "../../db/client.ts";
import { type DueBy, isDue } from "../../db/due-times.ts";
import type { ProviderReport } from "../../providers/payments/payments.ts";
import { heldColumn } from "../suspense/holders.queries.ts";

export type UnmatchedRow = {
  id: number;
  provider: string;
  eventId: string;
  report: ProviderReport;
  receivedAt: Date;
  tries: number;
  resolvedAt: Date | null;
  note: string | null;
};

const columns = (sql: Sql) => sql`
  id, provider, event_id AS "eventId", report, received_at AS "receivedAt", tries,
  resolved_at AS "resolvedAt", note`;

/** The provider's reference of what a report is about; null if it has none. */
function referenceOf(report: ProviderReport): string | null {
  // Reports kept by earlier releases lack it.
  if (report.subject === "refund") return report.refundRef ?? null;
  return report.subject === "dispute" ? report.disputeRef : report.providerRef;
}

/**
 * Stores an unmatched report, in the caller's transaction. Idempotent, also for another event with
 * the same content about the same refund, dispute or payment, even if that was resolved: providers
 * send several events per dispute. Events without a reference may be about anything, so each is
 * stored. Serialized until the transaction ends.
 */
export async function insertUnmatched(
  sql: Sql,
  unmatched: { provider: string; report: ProviderReport; now: Date; retryAt: Date },
): Promise<void> {
  const { provider, report, now, retryAt } = unmatched;
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.unmatchedReports})`;
  await sql`
    INSERT INTO unmatched_reports (provider, event_id, report, received_at, retry_at)
    SELECT ${provider}, ${report.eventId}, sent.report, ${now}, ${retryAt}
    FROM (SELECT ${sql.json(report)}::jsonb AS report) AS sent
    WHERE NOT EXISTS (
      SELECT 1 FROM unmatched_reports known
      WHERE ${referenceOf(report) !== null} AND known.provider = ${provider}
        AND known.matched_at IS NULL
        AND known.report - 'eventId' = sent.report - 'eventId')
    ON CONFLICT (event_id, provider) DO NOTHING`;
}

/** Reports due for a retry, longest waiting first. */
export async function listDueUnmatched(sql: Sql, due: DueBy): Promise<UnmatchedRow[]> {
  return sql<UnmatchedRow[]>`
    SELECT ${columns(sql)} FROM unmatched_reports
    WHERE matched_at IS NULL AND resolved_at IS NULL AND ${isDue(sql, sql`retry_at`, due)}
    ORDER BY retry_at, id LIMIT 100`;
}

/** Marks a report as matched: it was processed, and is neither retried nor shown any more. */
export async function setMatched(sql: Sql, id: number, now: Date): Promise<void> {
  await sql`UPDATE unmatched_reports SET matched_at = ${now} WHERE id = ${id}`;
}

/** Counts a failed retry of a report and sets the time of the next one. */
export async function postponeUnmatched(sql: Sql, id: number, retryAt: Date): Promise<void> {
  await sql`
    UPDATE unmatched_reports SET tries = tries + 1, retry_at = ${retryAt} WHERE id = ${id}`;
}

/** Records how staff resolved a report; false if no such report is open. */
export async function resolveUnmatched(
  sql: Sql,
  id: number,
  resolution: { note: string; actorId: number; now: Date },
): Promise<boolean> {
  const result = await sql`
    UPDATE unmatched_reports SET resolved_at = ${resolution.now}, note = ${resolution.note},
      resolved_by = ${resolution.actorId}
    WHERE id = ${id} AND matched_at IS NULL AND resolved_at IS NULL`;
  return result.count === 1;
}

/** An open report that still matches nothing; otherwise null. */
export async function getUnmatched(sql: Sql, id: number): Promise<UnmatchedRow | null> {
  const [row] = await sql<UnmatchedRow[]>`
    SELECT ${columns(sql)} FROM unmatched_reports
    WHERE id = ${id} AND matched_at IS NULL AND resolved_at IS NULL`;
  return row ?? null;
}

/** Records who assigned a report to which deposit; false when it was already resolved. */
export async function setAssigned(
  sql: Sql,
  id: number,
  assignment: { depositId: number; note: string; actorId: number; now: Date },
): Promise<boolean> {
  const result = await sql`
    UPDATE unmatched_reports SET matched_at = ${assignment.now}, note = ${assignment.note},
      deposit_id = ${assignment.depositId}, resolved_by = ${assignment.actorId}
    WHERE id = ${id} AND matched_at IS NULL AND resolved_at IS NULL`;
  return result.count === 1;
}

/** The number of unmatched reports, and of deposits that need review. */
export async function countSuspense(sql: Sql): Promise<{ deposits: number; reports: number }> {
  const [counts] = await sql<{ deposits: number; reports: number }[]>`
    SELECT (SELECT count(*)::int FROM deposits WHERE needs_review IS NOT NULL) AS deposits,
      (SELECT count(*)::int FROM unmatched_reports
        WHERE matched_at IS NULL AND resolved_at IS NULL) AS reports`;
  if (!counts) throw new Error("a count has no row");
  return counts;
}

/** Reports that still match nothing, oldest first. */
export async function listUnmatched(sql: Sql, limit: number): Promise<UnmatchedRow[]> {
  return sql<UnmatchedRow[]>`
    SELECT ${columns(sql)} FROM unmatched_reports
    WHERE matched_at IS NULL AND resolved_at IS NULL ORDER BY id LIMIT ${limit}`;
}

export type DepositInReview = {
  id: number;
  userId: number;
  status: string;
  moneyCents: number;
  currency: string;
  provider: string;
  providerRef: string | null;
  review: string;
  /** In suspense, in the internal currency. */
  heldCents: number;
  createdAt: Date;
};

/** Deposits that need review, including those whose money is in suspense. */
export async function listInReview(sql: Sql, limit: number): Promise<DepositInReview[]> {
  return sql<DepositInReview[]>`
    SELECT id, user_id AS "userId", status, amount_cents AS "moneyCents", currency, provider,
      provider_ref AS "providerRef", needs_review AS review, created_at AS "createdAt",
      ${heldColumn(sql, sql`deposits.id`)} AS "heldCents"
    FROM deposits WHERE needs_review IS NOT NULL ORDER BY id LIMIT ${limit}`;
}

/** Erases provider data (except the outcome) and staff notes of payments resolved before a time. */
export async function eraseUnmatched(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE unmatched_reports SET note = NULL,
      report = jsonb_strip_nulls(jsonb_build_object('outcome', report -> 'outcome'))
    WHERE received_at < ${before} AND num_nonnulls(matched_at, resolved_at) > 0
      AND (report - 'outcome' <> '{}' OR note IS NOT NULL)`;
}
