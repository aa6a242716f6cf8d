import type { Sql } from "../db/client.ts";

export type AdjustmentRow = {
  id: number;
  userId: number;
  amountCents: number;
  reason: string;
  status: "waiting" | "posted" | "rejected";
  requestedBy: number;
  requestedByEmail: string;
  requestedAt: Date;
};

const columns = (sql: Sql) => sql`
  adjustments.id, adjustments.user_id AS "userId", adjustments.amount_cents AS "amountCents",
  adjustments.reason, adjustments.status, adjustments.requested_by AS "requestedBy",
  users.email AS "requestedByEmail", adjustments.requested_at AS "requestedAt"`;

const tables = (sql: Sql) => sql`
  balance_adjustments AS adjustments JOIN users ON users.id = adjustments.requested_by`;

/**
 * Inserts an adjustment. The database rejects a second pending one and a repeated operation
 * (SQLSTATE 23505).
 */
export async function insertAdjustment(
  sql: Sql,
  adjustment: {
    operationId: string;
    userId: number;
    amountCents: number;
    reason: string;
    needsApproval: boolean;
    requestedBy: number;
    now: Date;
  },
): Promise<number> {
  const { needsApproval, requestedBy, now } = adjustment;
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO balance_adjustments (operation_id, user_id, amount_cents, reason, needs_approval,
      status, requested_by, requested_at, decided_by, decided_at)
    VALUES (${adjustment.operationId}, ${adjustment.userId}, ${adjustment.amountCents},
      ${adjustment.reason}, ${needsApproval}, ${needsApproval ? "waiting" : "posted"},
      ${requestedBy}, ${now}, ${needsApproval ? null : requestedBy}, ${needsApproval ? null : now})
    RETURNING id`;
  if (!row) throw new Error("the correction was not stored");
  return row.id;
}

/** One adjustment; null if none. Read it under the wallet's lock before deciding on it. */
export async function getAdjustment(sql: Sql, id: number): Promise<AdjustmentRow | null> {
  const [row] = await sql<AdjustmentRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE adjustments.id = ${id}`;
  return row ?? null;
}

export async function getAdjustmentOfOperation(
  sql: Sql,
  operationId: string,
): Promise<AdjustmentRow | null> {
  const [row] = await sql<AdjustmentRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE adjustments.operation_id = ${operationId}`;
  return row ?? null;
}

/** This balance's adjustment pending a second person's approval; null if none. */
export async function getWaitingAdjustment(
  sql: Sql,
  userId: number,
): Promise<AdjustmentRow | null> {
  const [row] = await sql<AdjustmentRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)}
    WHERE adjustments.user_id = ${userId} AND adjustments.status = 'waiting'`;
  return row ?? null;
}

export async function decideAdjustment(
  sql: Sql,
  id: number,
  decision: { status: "posted" | "rejected"; decidedBy: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE balance_adjustments SET status = ${decision.status}, decided_by = ${decision.decidedBy},
      decided_at = ${decision.now}
    WHERE id = ${id}`;
}

/**
 * Erases the reasons of a deleted account's adjustments; amounts, people and times stay. A pending
 * one is rejected in the account owner's name: nobody can decide on it any more.
 */
export async function eraseAdjustmentsOf(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql`
    UPDATE balance_adjustments SET status = 'rejected', decided_by = user_id, decided_at = ${now}
    WHERE user_id = ${userId} AND status = 'waiting'`;
  await sql`UPDATE balance_adjustments SET reason = '' WHERE user_id = ${userId} AND reason <> ''`;
}

/** Deleted accounts with a pending adjustment: they were deleted before deletion rejected these. */
export async function listDeletedWithWaiting(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT users.id FROM balance_adjustments AS adjustments
    JOIN users ON users.id = adjustments.user_id
    WHERE adjustments.status = 'waiting' AND users.deleted_at IS NOT NULL ORDER BY users.id`;
  return rows.map(({ id }) => id);
}

/** Erases the reasons of adjustments decided before a time. */
export async function eraseAdjustmentReasons(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE balance_adjustments SET reason = '' WHERE decided_at < ${before} AND reason <> ''`;
}
