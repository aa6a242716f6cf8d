import type { MarkPayoutBody } from "../contract/payouts.ts";
import type { Sql } from "../db/client.ts";
import {
  isReadyForFile,
  type Limit,
  unapprovedOfAccount,
  unapprovedOfSeller,
} from "./payout-holds.ts";
import { type PayoutRow, payoutColumns } from "./payouts.queries.ts";

export type ApprovalRow = {
  id: number;
  operationId: string;
  payoutIds: number[];
  totalCents: number;
  status: "waiting" | "approved" | "rejected";
  requestedBy: number;
  requestedByEmail: string;
  requestedAt: Date;
};

const columns = (sql: Sql) => sql`
  payout_approvals.id, operation_id AS "operationId", payout_ids AS "payoutIds",
  total_cents AS "totalCents", payout_approvals.status, requested_by AS "requestedBy",
  users.email AS "requestedByEmail", requested_at AS "requestedAt"`;

const tables = (sql: Sql) => sql`payout_approvals JOIN users ON users.id = requested_by`;

/** The amount above which payouts need two people, in EUR cents; null for no limit. */
export async function getPayoutApprovalLimit(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ cents: number | null }[]>`
    SELECT payout_approval_above_cents AS cents FROM settings`;
  return row?.cents ?? null;
}

export type SellerSum = { id: number; email: string; cents: number };

/**
 * The sellers who would get more than the limit on one person's approval if these ready payouts
 * were sent, or all that are ready for a file (null): what they, or an account that they share,
 * would get, including what was sent recently; the largest sum first. In EUR cents.
 */
export async function listSellersAbove(
  sql: Sql,
  payoutIds: readonly number[] | null,
  { limitCents, now }: Limit,
): Promise<SellerSum[]> {
  const isIncluded =
    payoutIds === null
      ? isReadyForFile(sql)
      : sql`id = ANY(${sql.array([...payoutIds])}::bigint[]) AND status = 'ready'`;
  return sql<SellerSum[]>`
    WITH included AS (SELECT user_id, account_hash, amount_cents FROM payouts WHERE ${isIncluded}),
    -- Summed once for each account, not for each of its payouts.
    accounts AS MATERIALIZED (
      SELECT account_hash, cents + ${unapprovedOfAccount(sql, now)} AS cents
      FROM (SELECT account_hash, sum(amount_cents) AS cents FROM included
        GROUP BY account_hash) AS payouts),
    sums AS (
      SELECT user_id, cents + ${unapprovedOfSeller(sql, now)} AS cents
        FROM (SELECT user_id, sum(amount_cents) AS cents FROM included GROUP BY user_id) AS payouts
      UNION ALL
      SELECT user_id, cents
        FROM (SELECT DISTINCT user_id, account_hash FROM included) AS sellers
        JOIN accounts USING (account_hash))
    SELECT users.id, email, max(cents)::bigint AS cents
    FROM sums JOIN users ON users.id = user_id
    GROUP BY users.id HAVING max(cents) > ${limitCents} ORDER BY max(cents) DESC, users.id`;
}

/**
 * Inserts a pending approval. The database rejects a second pending one and a repeated operation
 * (SQLSTATE 23505).
 */
export async function insertApproval(
  sql: Sql,
  approval: {
    operationId: string;
    payoutIds: number[];
    totalCents: number;
    requestedBy: number;
    now: Date;
  },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO payout_approvals (operation_id, payout_ids, total_cents, status, requested_by,
      requested_at)
    VALUES (${approval.operationId}, ${sql.array(approval.payoutIds)}::bigint[],
      ${approval.totalCents}, 'waiting', ${approval.requestedBy}, ${approval.now})
    RETURNING id`;
  if (!row) throw new Error("the approval was not stored");
  return row.id;
}

/** The file pending approval; null if none. */
export async function getWaitingApproval(sql: Sql): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE payout_approvals.status = 'waiting'`;
  return row ?? null;
}

/** An approval in any status; null if none. */
export async function getApproval(sql: Sql, id: number): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE payout_approvals.id = ${id}`;
  return row ?? null;
}

/** The approval that this operation requested; null if none. */
export async function getApprovalOfOperation(
  sql: Sql,
  operationId: string,
): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/** Records the decision on a pending file; `batchId` is the file created on approval. */
export async function decideApproval(
  sql: Sql,
  id: number,
  decision: {
    status: "approved" | "rejected";
    decidedBy: number;
    batchId: number | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    UPDATE payout_approvals SET status = ${decision.status}, decided_by = ${decision.decidedBy},
      decided_at = ${decision.now}, batch_id = ${decision.batchId}
    WHERE id = ${id}`;
}

/** The payouts of a batch, locked in order until the transaction ends. */
export async function lockBatchPayouts(sql: Sql, batchId: number): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    SELECT ${payoutColumns(sql)} FROM payouts WHERE batch_id = ${batchId} ORDER BY id FOR UPDATE`;
}

/** Whether this evidence was recorded for this state of any of the payouts. */
export async function haveEvidence(
  sql: Sql,
  payouts: readonly PayoutRow[],
  { state, evidence }: Pick<MarkPayoutBody, "state" | "evidence">,
): Promise<boolean> {
  const ids = payouts.map(({ id }) => id);
  const rows = await sql`
    SELECT 1 FROM payout_events
    WHERE payout_id = ANY(${ids}) AND status = ${state} AND evidence = ${evidence} LIMIT 1`;
  return rows.length > 0;
}
