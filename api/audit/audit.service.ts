import type { Readable } from "node:stream";
import { toMoments, toUnixSeconds } from "#domain/dates.ts";
import type { HistoryMeta } from "../contract/history.ts";
import type { AuditEntry, AuditFilter, AuditQuery } from "../contract/staff/audit.ts";
import type { Sql } from "../db/client.ts";
import { type HistoryPage, type HistoryRows, readHistoryPage } from "../db/history.queries.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { openCsv } from "../http/send-stream.ts";
import { assertSameOperation } from "../operations.ts";
import {
  type AuditRange,
  type AuditRow,
  getActionOfOperation,
  insertAction,
  listActions,
  listSubjectKinds,
} from "./audit.queries.ts";

/** Rows that an export holds in memory at a time. */
export const EXPORT_BATCH = 500;

/**
 * One staff action or one view of private data. `before`, `after` and `reason` hold personal data
 * only if the subject is that person (kind "user"): they are erased with the account.
 */
export type StaffAction = {
  /** Null for the operator's command. */
  actorId: number | null;
  /** Noun and action, such as "product.update"; a view is "user.view". */
  action: string;
  subject: { kind: string; id: string | number };
  before?: unknown;
  after?: unknown;
  reason?: string;
  /** Makes a repeatable write be logged only once. Unique among all actions. */
  operationId?: string;
};

/** Logs the action in the transaction of the write, so that neither exists without the other. */
export function recordAction(sql: Sql, action: StaffAction): Promise<void> {
  return insertAction(sql, action);
}

/**
 * Checks that a repeated write matches the logged one: by the same person, about the same subject,
 * for the same reason, and with the same `content`, which is all or part of what was logged as
 * `after`. Throws operation_conflict.
 */
export async function assertSameAction(
  sql: Sql,
  repeated: Omit<StaffAction, "before" | "after"> & {
    operationId: string;
    content: Record<string, unknown>;
  },
): Promise<void> {
  const { actorId, action, subject, reason = null, content, operationId } = repeated;
  const known = await getActionOfOperation(sql, operationId);
  const about = { subjectKind: subject.kind, subjectId: String(subject.id) };
  assertSameOperation(known, { actorId, action, reason, ...about });
  assertSameOperation(known.after, content);
}

/** Returns a page of the log, newest first, and all kinds of subjects. */
export async function listAuditLog(
  deps: ApiDeps,
  query: AuditQuery,
): Promise<{ payload: AuditEntry[]; meta: HistoryMeta; kinds: string[] }> {
  const page = readHistoryPage(query);
  const { rows, ...meta } = await listActions(deps.database, toRange(query), page);
  return { payload: rows.map(toEntry), meta, kinds: await listSubjectKinds(deps.database) };
}

/** Streams all matching rows as CSV, newest first; the export itself is logged. */
export async function exportAuditLog(
  deps: ApiDeps,
  viewer: SessionUser,
  filter: AuditFilter,
): Promise<Readable> {
  const { q, ...kept } = filter;
  await recordAction(deps.database, {
    actorId: viewer.id,
    action: "audit.export",
    subject: { kind: "audit", id: "log" },
    // The search text may be somebody's address, which must not be kept in the log.
    after: { isSearch: q !== undefined, ...kept },
  });
  return openCsv(exportPages(deps.database, toRange(filter)));
}

async function* exportPages(sql: Sql, range: AuditRange): AsyncGenerator<string[][]> {
  yield [["id", "at", "actor", "action", "subject", "subject_id", "before", "after", "reason"]];
  for (let before: number | null = null; ; ) {
    const page: HistoryPage = { limit: EXPORT_BATCH, before, after: null };
    const { rows, older }: HistoryRows<AuditRow> = await listActions(sql, range, page);
    yield rows.map(toCells);
    if (older === null) return;
    before = older;
  }
}

function toCells(row: AuditRow): string[] {
  const json = (value: unknown) => (value === null ? "" : JSON.stringify(value));
  const { id, at, actorEmail, action, subjectKind, subjectId, before, after, reason } = row;
  const who = actorEmail ?? "";
  const facts = [String(id), at.toISOString(), who, action, subjectKind, subjectId];
  return [...facts, json(before), json(after), reason ?? ""];
}

function toRange({ q, kind, from, to }: AuditFilter): AuditRange {
  return {
    q: q?.trim().toLowerCase() || null,
    kind: kind || null,
    ...toMoments({ from, to }),
  };
}

function toEntry(row: AuditRow): AuditEntry {
  const { id, action, before, after, reason, actorId, actorEmail } = row;
  return {
    id,
    at: toUnixSeconds(row.at),
    actor: actorId === null ? null : { id: actorId, email: actorEmail ?? "" },
    action,
    subject: { kind: row.subjectKind, id: row.subjectId },
    before,
    after,
    reason,
  };
}
