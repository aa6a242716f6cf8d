import type { Sql } from "../db/client.ts";

/** What is credited: a settled deposit, a refund marked as failed, or a dispute marked as won. */
export type CreditSubject = { kind: "deposit" | "refund" | "dispute"; id: number };

/** A request to credit a wallet by hand that needs a second person (migrations 0076, 0079). */
export type CreditRequestRow = {
  id: number;
  /** The deposit, refund or dispute. */
  subjectId: number;
  evidence: string;
  requestedBy: number;
  requestedByEmail: string;
  requestedAt: Date;
  /** The refund's status at the time of the request; null for a deposit or a dispute. */
  refundStatus: string | null;
  /** Null while undecided; the request is pending only as long as its subject is open. */
  decision: "approved" | "rejected" | null;
  decidedBy: number | null;
};

const subjectColumn = (sql: Sql, kind: CreditSubject["kind"]) => sql`requests.${sql(`${kind}_id`)}`;

const columns = (sql: Sql, kind: CreditSubject["kind"]) => sql`
  requests.id, ${subjectColumn(sql, kind)} AS "subjectId", requests.evidence,
  requests.requested_by AS "requestedBy", users.email AS "requestedByEmail",
  requests.requested_at AS "requestedAt", requests.refund_status AS "refundStatus",
  requests.decision, requests.decided_by AS "decidedBy"`;

const tables = (sql: Sql) => sql`
  credit_requests AS requests JOIN users ON users.id = requests.requested_by`;

/**
 * Conditions under which a request is pending: a provider's report about its subject ends it, even
 * if another release processes the report.
 */
const isOpen = {
  deposit: (sql: Sql) => sql`EXISTS (
    SELECT 1 FROM deposits WHERE deposits.id = requests.deposit_id AND deposits.status = 'pending')`,
  refund: (sql: Sql) => sql`EXISTS (
    SELECT 1 FROM refunds
    WHERE refunds.id = requests.refund_id AND refunds.status = requests.refund_status)`,
  dispute: (sql: Sql) => sql`EXISTS (
    SELECT 1 FROM disputes WHERE disputes.id = requests.dispute_id AND disputes.status = 'open')`,
};

/** The ids of the deposits, refunds or disputes with a pending request. */
export const idsWaitedFor = (sql: Sql, kind: CreditSubject["kind"]) => sql`
  SELECT ${subjectColumn(sql, kind)} FROM credit_requests AS requests
  WHERE ${subjectColumn(sql, kind)} IS NOT NULL AND requests.decision IS NULL
    AND ${isOpen[kind](sql)}`;

/** Inserts a request. The database rejects a second pending one (SQLSTATE 23505). */
export async function insertRequest(
  sql: Sql,
  request: {
    subject: CreditSubject;
    refundStatus: string | null;
    evidence: string;
    requestedBy: number;
    now: Date;
  },
): Promise<void> {
  const { kind, id } = request.subject;
  await sql`
    INSERT INTO credit_requests
      (${sql(`${kind}_id`)}, refund_status, evidence, requested_by, requested_at)
    VALUES (${id}, ${request.refundStatus}, ${request.evidence}, ${request.requestedBy},
      ${request.now})`;
}

/** The request with this id if it is about this subject; otherwise null. */
export async function getRequest(
  sql: Sql,
  id: number,
  subject: CreditSubject,
): Promise<CreditRequestRow | null> {
  const [row] = await sql<CreditRequestRow[]>`
    SELECT ${columns(sql, subject.kind)} FROM ${tables(sql)}
    WHERE requests.id = ${id} AND ${subjectColumn(sql, subject.kind)} = ${subject.id}`;
  return row ?? null;
}

/** The pending request about this subject; null if none. */
export async function getWaitingRequest(
  sql: Sql,
  { kind, id }: CreditSubject,
): Promise<CreditRequestRow | null> {
  return (await listWaitingRequests(sql, kind, [id])).get(id) ?? null;
}

/** The pending requests about these deposits, refunds or disputes, by their ids. */
export async function listWaitingRequests(
  sql: Sql,
  kind: CreditSubject["kind"],
  ids: number[],
): Promise<Map<number, CreditRequestRow>> {
  const rows = await sql<CreditRequestRow[]>`
    SELECT ${columns(sql, kind)} FROM ${tables(sql)}
    WHERE ${subjectColumn(sql, kind)} = ANY (${ids}::bigint[]) AND requests.decision IS NULL
      AND ${isOpen[kind](sql)}`;
  return new Map(rows.map((row) => [row.subjectId, row]));
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

/** Erases the evidence of requests made before a time. */
export async function eraseRequestEvidence(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE credit_requests SET evidence = '' WHERE requested_at < ${before} AND evidence <> ''`;
}

/**
 * Erases the evidence of requests about a user's deposits, refunds and disputes; people and times
 * stay.
 */
export async function eraseRequestsOf(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE credit_requests SET evidence = '' WHERE evidence <> ''
      AND (deposit_id IN (SELECT id FROM deposits WHERE user_id = ${userId})
        OR refund_id IN (SELECT id FROM refunds WHERE user_id = ${userId})
        OR dispute_id IN (SELECT id FROM disputes WHERE user_id = ${userId}))`;
}
