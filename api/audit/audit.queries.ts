import { toLikePart, toLikePrefix } from "#domain/staff-search.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";
import type { StaffAction } from "./audit.service.ts";

/** Adds a row to the log, unless the operation has already been logged. */
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

/** Returns what was logged for an operation; null when nothing was. */
export async function getActionOfOperation(
  sql: Sql,
  operationId: string,
): Promise<LoggedAction | null> {
  const [row] = await sql<LoggedAction[]>`
    SELECT actor_id AS "actorId", action, subject_kind AS "subjectKind", subject_id AS "subjectId",
      reason, after
    FROM audit_log WHERE operation_id = ${operationId}`;
  return row ?? null;
}

type LoggedAction = Pick<
  AuditRow,
  "actorId" | "action" | "subjectKind" | "subjectId" | "reason"
> & { after: Record<string, unknown> | null };

/** Erases what the log says about a person, but keeps who did what and when. */
export async function eraseActionsOn(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE audit_log SET before = NULL, after = NULL, reason = NULL
    WHERE subject_kind = 'user' AND subject_id = ${String(userId)}`;
}

/** Erases the details of everything logged before that time. */
export async function eraseActionDetails(sql: Sql, before: Date): Promise<void> {
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

/** `before` is the exclusive end of the requested period. */
export type AuditRange = {
  q: string | null;
  kind: string | null;
  from: Date | null;
  before: Date | null;
};

/** Lists a page of the log, newest first. */
export async function listActions(
  sql: Sql,
  range: AuditRange,
  page: HistoryPage,
): Promise<HistoryRows<AuditRow>> {
  const { q, kind, from, before } = range;
  const conditions: ReturnType<Sql> = sql`
    ${kind === null ? sql`` : sql`AND log.subject_kind = ${kind}`}
    ${from === null ? sql`` : sql`AND log.at >= ${from}`}
    ${before === null ? sql`` : sql`AND log.at < ${before}`}
    ${pageByKey(sql, sql`log.id`, page)}`;
  const rows = await sql<AuditRow[]>`
    SELECT log.id, log.at, log.actor_id AS "actorId", actor.email AS "actorEmail", log.action,
      log.subject_kind AS "subjectKind", log.subject_id AS "subjectId", log.before, log.after,
      log.reason
    FROM audit_log log LEFT JOIN users actor ON actor.id = log.actor_id
    WHERE true ${q === null ? sql`` : matching(sql, q, conditions)} ${conditions}`;
  return toHistoryRows(rows, page);
}

/**
 * Matches the search text as a subject, action, actor or reason. Each meaning uses its own index
 * and reads no more than a page.
 */
function matching(sql: Sql, q: string, conditions: ReturnType<Sql>) {
  const begin = toLikePrefix(q);
  return sql`AND log.id IN (
    WITH RECURSIVE actions AS (${distinctOf(sql, "action", "actions")}),
      actors AS (${distinctOf(sql, "actor_id", "actors")})
    (SELECT log.id FROM audit_log log WHERE log.subject_id = ${q} ${conditions})
    UNION ALL SELECT found.id FROM actions CROSS JOIN LATERAL (
      SELECT log.id FROM audit_log log WHERE log.action = value ${conditions}) AS found
    WHERE value LIKE ${begin}
    UNION ALL SELECT found.id FROM actors JOIN users ON users.id = value CROSS JOIN LATERAL (
      SELECT log.id FROM audit_log log WHERE log.actor_id = value ${conditions}) AS found
    WHERE users.email LIKE ${begin}
    UNION ALL (SELECT log.id FROM audit_log log
      WHERE log.reason ILIKE ${toLikePart(q)} ${conditions}))`;
}

/**
 * Builds a recursive query for all distinct values of an index's first column, one index lookup
 * each, and a final null.
 */
const distinctOf = (sql: Sql, column: string, name: string) => sql`
  (SELECT ${sql(column)} AS value FROM audit_log ORDER BY ${sql(column)} LIMIT 1)
  UNION ALL
  SELECT (SELECT ${sql(column)} FROM audit_log WHERE ${sql(column)} > one.value
    ORDER BY ${sql(column)} LIMIT 1)
  FROM ${sql(name)} AS one WHERE one.value IS NOT NULL`;

/** Returns all kinds of subjects in the log. */
export async function listSubjectKinds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ value: string }[]>`
    WITH RECURSIVE kinds AS (${distinctOf(sql, "subject_kind", "kinds")})
    SELECT value FROM kinds WHERE value IS NOT NULL`;
  return rows.map(({ value }) => value);
}
