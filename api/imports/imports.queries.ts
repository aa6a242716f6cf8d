import type { ImportStatus } from "#domain/imports.ts";
import type { FieldErrorCode } from "#domain/messages.ts";
import type { Sql } from "../db/client.ts";
import { type DueBy, isDue } from "../db/due-times.ts";

export type ImportRow = {
  id: number;
  status: ImportStatus;
  fileName: string;
  fileKey: string;
  isArchive: boolean;
  failure: string | null;
  unknownColumns: string[];
  rowsTotal: number | null;
  rowsChecked: number;
  wrongCount: number;
  deletedCount: number;
  withdrawnCount: number;
  actor: string | null;
  createdAt: Date;
  /** Attempts since its last progress. */
  attempts: number;
  /** Since when its file has been unreadable; null while it can be read. */
  unavailableSince: Date | null;
};

const columns = (sql: Sql) => sql`
  i.id, i.status, i.file_name AS "fileName", i.file_key AS "fileKey",
  i.is_archive AS "isArchive", i.failure, i.unknown_columns AS "unknownColumns",
  i.rows_total AS "rowsTotal", i.rows_checked AS "rowsChecked",
  (SELECT count(*)::int FROM import_rows WHERE import_id = i.id AND problems <> '[]')
    AS "wrongCount",
  i.deleted_count AS "deletedCount", i.withdrawn_count AS "withdrawnCount",
  (SELECT email FROM users WHERE id = i.created_by) AS actor,
  i.created_at AS "createdAt", i.attempts, i.away_since AS "unavailableSince"`;

type GivenImport = {
  fileName: string;
  fileKey: string;
  isArchive: boolean;
  operationId: string | null;
  sha256: string;
  createdBy: number;
  now: Date;
};

/** Inserts an import, or returns the existing one of the same operation and file. */
export async function insertImport(
  sql: Sql,
  given: GivenImport,
): Promise<{ id: number; isNew: boolean }> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO imports (status, file_name, file_key, is_archive, operation_id, sha256, created_by,
      created_at)
    VALUES ('checking', ${given.fileName}, ${given.fileKey}, ${given.isArchive},
      ${given.operationId}, ${given.sha256}, ${given.createdBy}, ${given.now})
    ON CONFLICT (operation_id, sha256) DO NOTHING RETURNING id`;
  if (row) return { id: row.id, isNew: true };
  const [known] = await sql<[{ id: number }]>`
    SELECT id FROM imports
    WHERE operation_id = ${given.operationId} AND sha256 = ${given.sha256}`;
  return { id: known.id, isNew: false };
}

/** Lists a page of imports, newest first, with their total number. */
export async function listImports(
  sql: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  // Otherwise the wrong rows of all imports before the page would be counted too.
  const rows = await sql<ImportRow[]>`
    SELECT ${columns(sql)} FROM (
      SELECT id FROM imports ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}) AS page
    JOIN imports i ON i.id = page.id ORDER BY i.id DESC`;
  const [{ total }] = await sql<[{ total: number }]>`SELECT count(*)::int AS total FROM imports`;
  return { rows: [...rows], total };
}

export async function getImport(sql: Sql, id: number): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`SELECT ${columns(sql)} FROM imports i WHERE i.id = ${id}`;
  return row ?? null;
}

/** Returns one import, locked until the transaction ends. */
export async function lockImport(sql: Sql, id: number): Promise<ImportRow | null> {
  await sql`SELECT 1 FROM imports WHERE id = ${id} FOR UPDATE`;
  return getImport(sql, id);
}

/**
 * Returns the staff member who last requested this step of an import. The request is in the audit
 * log, written in the transaction that started the step.
 */
export async function getRequester(
  sql: Sql,
  id: number,
  step: "write" | "undo",
): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`
    SELECT actor_id AS id FROM audit_log
    WHERE subject_kind = 'import' AND subject_id = ${String(id)}
      AND action = ${`import.${step}_requested`}
    ORDER BY audit_log.id DESC LIMIT 1`;
  return row?.id ?? null;
}

/** Returns the next import that is due after this one; the last is followed by the first. */
export async function findUnderway(
  sql: Sql,
  afterId: number,
  due: DueBy,
): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`
    SELECT ${columns(sql)} FROM imports i
    WHERE i.status IN ('checking', 'writing', 'undoing')
      AND (i.due_at IS NULL OR ${isDue(sql, sql`i.due_at`, due)})
    ORDER BY i.id <= ${afterId}, i.id LIMIT 1`;
  return row ?? null;
}

/** Returns whether an import has yet to read its rows from this file. */
export async function isUploadNeeded(sql: Sql, fileKey: string): Promise<boolean> {
  const [row] = await sql<[{ isNeeded: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM imports WHERE file_key = ${fileKey} AND status = 'checking')
      AS "isNeeded"`;
  return row.isNeeded;
}

/** Moves an import to its next step, which resets attempts, outage and failure. */
export async function setStatus(sql: Sql, id: number, status: ImportStatus): Promise<void> {
  await sql`
    UPDATE imports SET status = ${status}, failure = NULL, attempts = 0, away_since = NULL,
      due_at = NULL
    WHERE id = ${id}`;
}

export async function addAttempt(sql: Sql, id: number): Promise<void> {
  await sql`UPDATE imports SET attempts = attempts + 1 WHERE id = ${id}`;
}

/** Uncounts an attempt that has not failed. Progress resets all attempts anyway. */
export async function uncountAttempt(sql: Sql, id: number): Promise<void> {
  await sql`UPDATE imports SET attempts = attempts - 1 WHERE id = ${id} AND attempts > 0`;
}

/**
 * Makes an import wait whose file temporarily cannot be read; the attempt has not failed. It waits
 * as long as the outage has already lasted, within these limits. Returns when the outage began;
 * null when the import is no longer being checked.
 */
export async function postponeCheck(
  sql: Sql,
  id: number,
  { now, pauses }: { now: Date; pauses: { minMs: number; maxMs: number } },
): Promise<Date | null> {
  const [row] = await sql<{ unavailableSince: Date }[]>`
    UPDATE imports SET attempts = greatest(attempts - 1, 0),
      away_since = coalesce(away_since, ${now}),
      due_at = ${now}::timestamptz + least(make_interval(secs => ${pauses.maxMs / 1000}), greatest(
        make_interval(secs => ${pauses.minMs / 1000}),
        ${now}::timestamptz - coalesce(away_since, ${now})))
    WHERE id = ${id} AND status = 'checking' RETURNING away_since AS "unavailableSince"`;
  return row?.unavailableSince ?? null;
}

/**
 * Ends the work on an import, with the reason. If it was being written or undone, the shop is
 * unchanged, and the import returns to the status in which that can be requested again.
 */
export async function giveUp(
  sql: Sql,
  { id, status }: ImportRow,
  failure: FieldErrorCode,
): Promise<void> {
  await sql`
    UPDATE imports SET attempts = 0, away_since = NULL, due_at = NULL, failure = ${failure},
      status = CASE status
      WHEN 'writing' THEN 'checked' WHEN 'undoing' THEN 'written' ELSE 'failed' END
    WHERE id = ${id} AND status = ${status}`;
}

export async function setFailure(sql: Sql, id: number, failure: FieldErrorCode): Promise<void> {
  await sql`
    UPDATE imports SET status = 'failed', failure = ${failure}, away_since = NULL, due_at = NULL
    WHERE id = ${id}`;
}

export async function setTotal(
  sql: Sql,
  id: number,
  { rows, unknownColumns }: { rows: number; unknownColumns: string[] },
): Promise<void> {
  await sql`
    UPDATE imports SET rows_total = ${rows}, unknown_columns = ${unknownColumns} WHERE id = ${id}`;
}

export async function deleteImport(sql: Sql, id: number): Promise<void> {
  await sql`DELETE FROM imports WHERE id = ${id}`;
}
