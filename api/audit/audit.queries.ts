import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";
import type { StaffAction } from "./audit.service.ts";

/** Adds a row to the log; one of an operation that is logged already adds none. */
export async function insertAction(sql: Sql, action: StaffAction): Promise<void> {
  const { subject } = action;
  await sql`
    INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, before, after, reason,
      operation_id)
    VALUES (${action.actorId}, ${action.action}, ${subject.kind}, ${String(subject.id)},
      ${toJson(action.before)}::text::jsonb, ${toJson(action.after)}::text::jsonb,
      ${action.reason ?? null}, ${action.operationId ?? null})
    ON CONFLICT (operation_id) DO NOTHING`;
}

/** What the log says of a person; that something was done, by whom and when, stays. */
export async function eraseActionsOn(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE audit_log SET before = NULL, after = NULL, reason = NULL
    WHERE subject_kind = 'user' AND subject_id = ${String(userId)}`;
}

/** What the log says of everything that was done before. */
export async function forgetActionDetails(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE audit_log SET before = NULL, after = NULL, reason = NULL
    WHERE at < ${before} AND num_nonnulls(before, after, reason) > 0`;
}

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

export type AuditRow = {
  id: number;
  at: Date;
  actorId: number | null;
  actorEmail: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  before: unknown;
  after: unknown;
  reason: string | null;
};

/** `before` is the moment after the last one asked for. */
export type AuditRange = {
  q: string | null;
  kind: string | null;
  from: Date | null;
  before: Date | null;
};

/** A page of the log, newest first. */
export async function listActions(
  sql: Sql,
  range: AuditRange,
  page: HistoryPage,
): Promise<HistoryRows<AuditRow>> {
  const { q, kind, from, before } = range;
  const begin = q === null ? null : `${escapeLike(q)}%`;
  const rows = await sql<AuditRow[]>`
    SELECT log.id, log.at, log.actor_id AS "actorId", actor.email AS "actorEmail", log.action,
      log.subject_kind AS "subjectKind", log.subject_id AS "subjectId", log.before, log.after,
      log.reason
    FROM audit_log log LEFT JOIN users actor ON actor.id = log.actor_id
    WHERE (${q}::text IS NULL OR log.subject_id = ${q} OR log.action LIKE ${begin}
        OR actor.email LIKE ${begin} OR log.reason ILIKE ${q === null ? null : `%${escapeLike(q)}%`})
      AND (${kind}::text IS NULL OR log.subject_kind = ${kind})
      AND (${from}::timestamptz IS NULL OR log.at >= ${from})
      AND (${before}::timestamptz IS NULL OR log.at < ${before})
      ${pageByKey(sql, sql`log.id`, page)}`;
  return toHistoryRows(rows, page);
}

/** Every kind of subject; one step of the index for each of them. */
export async function listSubjectKinds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`
    WITH RECURSIVE kinds AS (
      (SELECT subject_kind AS kind FROM audit_log ORDER BY subject_kind LIMIT 1)
      UNION ALL
      SELECT (SELECT subject_kind FROM audit_log WHERE subject_kind > kinds.kind
        ORDER BY subject_kind LIMIT 1)
      FROM kinds WHERE kinds.kind IS NOT NULL
    )
    SELECT kind FROM kinds WHERE kind IS NOT NULL`;
  return rows.map(({ kind }) => kind);
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
