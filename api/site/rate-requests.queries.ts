import type { Sql } from "../db/client.ts";

/** A change of the rate that a second person decides on (migration 0099). */
export type RateRequestRow = {
  id: number;
  rateBasisPoints: number;
  requestedBy: number;
  requestedByEmail: string;
  requestedAt: Date;
  decision: "approved" | "rejected" | null;
  decidedBy: number | null;
};

const requests = (sql: Sql) => sql`
  SELECT requests.id, rate_basis_points AS "rateBasisPoints", requested_by AS "requestedBy",
    users.email AS "requestedByEmail", requested_at AS "requestedAt", decision,
    decided_by AS "decidedBy"
  FROM rate_requests AS requests JOIN users ON users.id = requested_by`;

/** Inserts a request. The database rejects a second pending one (SQLSTATE 23505). */
export async function insertRateRequest(
  sql: Sql,
  request: { rateBasisPoints: number; requestedBy: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO rate_requests (rate_basis_points, requested_by, requested_at)
    VALUES (${request.rateBasisPoints}, ${request.requestedBy}, ${request.now})`;
}

/** One request; null if none. Read it with the settings locked before deciding on it. */
export async function getRateRequest(sql: Sql, id: number): Promise<RateRequestRow | null> {
  const [row] = await sql<RateRequestRow[]>`${requests(sql)} WHERE requests.id = ${id}`;
  return row ?? null;
}

/** The request that is pending; null if none. */
export async function getWaitingRateRequest(sql: Sql): Promise<RateRequestRow | null> {
  const [row] = await sql<RateRequestRow[]>`${requests(sql)} WHERE decision IS NULL`;
  return row ?? null;
}

export async function decideRateRequest(
  sql: Sql,
  id: number,
  decided: { decision: "approved" | "rejected"; decidedBy: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE rate_requests SET decision = ${decided.decision}, decided_by = ${decided.decidedBy},
      decided_at = ${decided.now}
    WHERE id = ${id}`;
}
