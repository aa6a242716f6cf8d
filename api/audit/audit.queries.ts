import type { Sql } from "../db/client.ts";
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

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
