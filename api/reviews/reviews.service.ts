import { DomainError, fieldError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { Reason, SaveReasonBody, UpdateReasonBody } from "../contract/staff/reviews.ts";
import { inTransaction, isUniqueViolation, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import {
  deleteReasonRow,
  insertReason,
  listReasonRows,
  lockReason,
  type ReasonRow,
  updateReason,
} from "./reviews.queries.ts";

/** All reasons, by kind, language and title. */
export function listReasons(sql: Sql): Promise<Reason[]> {
  return listReasonRows(sql);
}

/**
 * Adds a reason. Throws validation_failed on `title` when another reason of the same kind and
 * language has it.
 */
export async function createReason(
  deps: ApiDeps,
  staff: SessionUser,
  body: SaveReasonBody,
): Promise<Reason> {
  return inTransaction(deps.database, async (sql) => {
    const saved = await insertReason(sql, body);
    if (!saved) throw fieldError("title", "title_taken");
    await record(sql, staff, { action: "create", id: saved.id, after: saved });
    return saved;
  });
}

/**
 * Updates a reason that was read at this version. Throws not_found, text_changed (409) when it has
 * been changed since, and validation_failed on `title` when another reason of the same kind and
 * language has it.
 */
export async function saveReason(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  { version, ...fields }: UpdateReasonBody,
): Promise<Reason> {
  try {
    return await inTransaction(deps.database, async (sql) => {
      const before = await lockReason(sql, id);
      if (!before) throw new DomainError("not_found");
      if (before.version !== version) throw new DomainError("text_changed");
      const after = await updateReason(sql, id, fields);
      await record(sql, staff, { action: "update", id, before, after });
      return after;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? fieldError("title", "title_taken") : error;
  }
}

/** Deletes a reason; mails already sent are unaffected. Idempotent. */
export async function deleteReason(deps: ApiDeps, staff: SessionUser, id: number): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const before = await lockReason(sql, id);
    if (!before) return;
    await deleteReasonRow(sql, id);
    await record(sql, staff, { action: "delete", id, before });
  });
}

function record(
  sql: Sql,
  staff: SessionUser,
  change: { action: string; id: number; before?: ReasonRow; after?: ReasonRow },
): Promise<void> {
  const { action, id, before, after } = change;
  return recordAction(sql, {
    actorId: staff.id,
    action: `reason.${action}`,
    subject: { kind: "reason", id },
    before: before && toLogged(before),
    after: after && toLogged(after),
  });
}

const toLogged = ({ version: _version, ...reason }: ReasonRow) => reason;
