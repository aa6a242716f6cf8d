import type { Sql } from "../db/client.ts";

/** A request to settle a deposit by hand, of a person who alone may not (0076). */
export type CreditRequestRow = {
  id: number;
  depositId: number;
  evidence: string;
  requestedBy: number;
  requestedByEmail: string;
  requestedAt: Date;
  /** Null while it is undecided; it waits only as long as its deposit is pending. */
  decision: "approved" | "rejected" | null;
  decidedBy: number | null;
};

const columns = (sql: Sql) => sql`
  requests.id, requests.deposit_id AS "depositId", requests.evidence,
  requests.requested_by AS "requestedBy", users.email AS "requestedByEmail",
  requests.requested_at AS "requestedAt", requests.decision, requests.decided_by AS "decidedBy"`;

const tables = (sql: Sql) => sql`
  credit_requests AS requests JOIN users ON users.id = requests.requested_by`;

/** The database rejects a second one that waits (SQLSTATE 23505). */
export async function insertRequest(
  sql: Sql,
  request: { depositId: number; evidence: string; requestedBy: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO credit_requests (deposit_id, evidence, requested_by, requested_at)
    VALUES (${request.depositId}, ${request.evidence}, ${request.requestedBy}, ${request.now})`;
}

/** One of this deposit's requests; null when there is none. */
export async function getRequest(
  sql: Sql,
  { id, depositId }: { id: number; depositId: number },
): Promise<CreditRequestRow | null> {
  const [row] = await sql<CreditRequestRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)}
    WHERE requests.id = ${id} AND requests.deposit_id = ${depositId}`;
  return row ?? null;
}

/** The undecided request of a pending deposit; null if none. */
export async function getWaitingRequest(
  sql: Sql,
  depositId: number,
): Promise<CreditRequestRow | null> {
  const [row] = await sql<CreditRequestRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} JOIN deposits ON deposits.id = requests.deposit_id
    WHERE requests.deposit_id = ${depositId} AND requests.decision IS NULL
      AND deposits.status = 'pending'`;
  return row ?? null;
}

export async function decideRequest(
  sql: Sql,
  id: number,
  decided: { decision: "approved" | "rejected"; decidedBy: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE credit_requests SET decision = ${decided.decision}, decided_by = ${decided.decidedBy},
      decided_at = ${decided.now}
    WHERE id = ${id}`;
}

/** Erases the evidence of requests from before then. */
export async function eraseRequestEvidence(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE credit_requests SET evidence = '' WHERE requested_at < ${before} AND evidence <> ''`;
}

/** Erases the evidence of requests about a user's deposits; people and times stay. */
export async function eraseRequestsOf(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE credit_requests SET evidence = '' WHERE evidence <> ''
      AND deposit_id IN (SELECT id FROM deposits WHERE user_id = ${userId})`;
}
