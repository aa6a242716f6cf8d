import { DomainError, fieldError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { Reason, SaveReasonBody } from "../contract/staff/reviews.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import {
  deleteReasonRow,
  getReason,
  insertReason,
  listReasonRows,
  type ReasonRow,
  updateReason,
} from "./reviews.queries.ts";

/** All reasons, by kind, language and title. */
export function listReasons(sql: Sql): Promise<Reason[]> {
  return listReasonRows(sql);
}

/**
 * Adds a reason, or edits the one with this id. Throws not_found, and validation_failed on `title`
 * when another reason of the same kind and language has it.
 */
export async function saveReason(
  deps: ApiDeps,
  staff: SessionUser,
  id: number | null,
  body: SaveReasonBody,
): Promise<Reason> {
  return inTransaction(deps.database, async (sql) => {
    const before = id === null ? null : await requireReason(sql, id);
    const saved = await (id === null
      ? insertReason(sql, body)
      : updateReason(sql, { id, ...body }));
    if (!saved) throw fieldError("title", "title_taken");
    await recordAction(sql, {
      actorId: staff.id,
      action: before === null ? "reason.create" : "reason.update",
      subject: { kind: "reason", id: saved.id },
      before: before ?? undefined,
      after: saved,
    });
    return saved;
  });
}

/** Deletes a reason; mails already sent are unaffected. Idempotent. */
export async function deleteReason(deps: ApiDeps, staff: SessionUser, id: number): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const before = await getReason(sql, id);
    if (!before) return;
    await deleteReasonRow(sql, id);
    await recordAction(sql, {
      actorId: staff.id,
      action: "reason.delete",
      subject: { kind: "reason", id },
      before,
    });
  });
}

async function requireReason(sql: Sql, id: number): Promise<ReasonRow> {
  const row = await getReason(sql, id);
  if (!row) throw new DomainError("not_found");
  return row;
}
