import type { DisputeStatus } from "#domain/refunds.ts";
import type { Sql } from "../../db/client.ts";

export type DisputeRow = {
  id: number;
  depositId: number;
  userId: number;
  provider: string;
  providerRef: string;
  moneyCents: number;
  /** In the internal currency. */
  amountCents: number;
  status: DisputeStatus;
  takenFrom: "user" | "revenue" | "suspense";
  openedAt: Date;
  closedAt: Date | null;
  /** Evidence of an outcome that staff recorded. */
  evidence: string | null;
};

const columns = (sql: Sql) => sql`
  id, deposit_id AS "depositId", user_id AS "userId", provider, provider_ref AS "providerRef",
  money_cents AS "moneyCents", amount_cents AS "amountCents", status, taken_from AS "takenFrom",
  opened_at AS "openedAt", closed_at AS "closedAt", evidence`;

/** A provider's dispute, locked until the transaction ends; null if it is not stored yet. */
export async function lockDispute(
  sql: Sql,
  given: { provider: string; providerRef: string },
): Promise<DisputeRow | null> {
  const [row] = await sql<DisputeRow[]>`
    SELECT ${columns(sql)} FROM disputes
    WHERE provider_ref = ${given.providerRef} AND provider = ${given.provider} FOR UPDATE`;
  return row ?? null;
}

/** The deposit and user of a dispute; null if none. */
export async function getDisputed(
  sql: Sql,
  id: number,
): Promise<{ depositId: number; userId: number } | null> {
  const [row] = await sql<{ depositId: number; userId: number }[]>`
    SELECT deposit_id AS "depositId", user_id AS "userId" FROM disputes WHERE id = ${id}`;
  return row ?? null;
}

/** A dispute by its id, locked until the transaction ends. */
export async function lockDisputeById(sql: Sql, id: number): Promise<DisputeRow | null> {
  const [row] = await sql<DisputeRow[]>`
    SELECT ${columns(sql)} FROM disputes WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/** Inserts an open dispute. The database rejects a duplicate reference (SQLSTATE 23505). */
export async function insertDispute(
  sql: Sql,
  dispute: Omit<DisputeRow, "id" | "status" | "closedAt" | "evidence">,
): Promise<DisputeRow> {
  const [row] = await sql<DisputeRow[]>`
    INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents, amount_cents,
      status, taken_from, opened_at)
    VALUES (${dispute.depositId}, ${dispute.userId}, ${dispute.provider}, ${dispute.providerRef},
      ${dispute.moneyCents}, ${dispute.amountCents}, 'open', ${dispute.takenFrom},
      ${dispute.openedAt})
    RETURNING ${columns(sql)}`;
  if (!row) throw new Error("the dispute was not made");
  return row;
}

/** Closes an open dispute; false when it is already closed. */
export async function closeDispute(
  sql: Sql,
  id: number,
  change: { status: "won" | "lost"; now: Date; byHand?: { actorId: number; evidence: string } },
): Promise<boolean> {
  const { byHand } = change;
  const result = await sql`
    UPDATE disputes SET status = ${change.status}, closed_at = ${change.now},
      evidence = ${byHand?.evidence ?? null}, closed_by = ${byHand?.actorId ?? null}
    WHERE id = ${id} AND status = 'open'`;
  return result.count === 1;
}

/** A page of disputes, open ones first, then newest first; `total` counts all disputes. */
export async function listStaffDisputes(
  sql: Sql,
  page: { limit: number; offset: number },
): Promise<{ rows: (DisputeRow & { email: string })[]; total: number }> {
  const rows = await sql<(DisputeRow & { email: string })[]>`
    SELECT page.*, users.email FROM (
      SELECT ${columns(sql)} FROM disputes
      ORDER BY status = 'open' DESC, id DESC
      LIMIT ${page.limit} OFFSET ${page.offset}) AS page
    JOIN users ON users.id = page."userId" ORDER BY page.status = 'open' DESC, page.id DESC`;
  const [count] = await sql<{ total: number }[]>`SELECT count(*)::int AS total FROM disputes`;
  return { rows: [...rows], total: count?.total ?? 0 };
}

/** Erases staff notes of disputes closed before a time. */
export async function eraseDisputeEvidence(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE disputes SET evidence = NULL WHERE closed_at < ${before} AND evidence IS NOT NULL`;
}
