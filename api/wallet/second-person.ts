import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import type { CreditRequest } from "../contract/refunds.ts";
import type { Sql } from "../db/client.ts";
import {
  type CreditRequestRow,
  type CreditSubject,
  decideRequest,
  getRequest,
  getWaitingRequest,
  insertRequest,
  listWaitingRequests,
} from "./credit-requests.queries.ts";
import { getBalanceApprovalLimit } from "./wallet.queries.ts";

/**
 * True when crediting or debiting this amount by hand needs a second person: it exceeds the limit
 * in the settings, in internal cents.
 */
export async function needsSecondPerson(sql: Sql, cents: number): Promise<boolean> {
  const limitCents = await getBalanceApprovalLimit(sql);
  return limitCents !== null && cents > limitCents;
}

/** Throws forbidden for the requester, who may withdraw the request but not approve it. */
export function assertSecondPerson(actorId: number, request: { requestedBy: number }): void {
  if (request.requestedBy === actorId) throw new DomainError("forbidden");
}

/** The error code of a conflict, by what the request is about. */
const CHANGED = {
  deposit: "deposit_changed",
  refund: "refund_changed",
  dispute: "dispute_changed",
} as const;

/**
 * Requests a second person's approval for a credit based on a person's evidence if the amount needs
 * it: `new`, or `waiting` if the same person has already requested it. Null when the person may
 * credit it alone, even if they requested it before and the limit was raised since. The subject
 * must be locked. Throws the subject's changed error while another request is pending.
 */
export async function requestCredit(
  sql: Sql,
  credit: {
    subject: CreditSubject;
    refundStatus?: string;
    cents: number;
    actorId: number;
    evidence: string;
    now: Date;
  },
): Promise<"new" | "waiting" | null> {
  const { subject, actorId: requestedBy, evidence, refundStatus = null, now } = credit;
  const waiting = await getWaitingRequest(sql, subject);
  const isRepeated = waiting?.requestedBy === requestedBy && waiting.evidence === evidence;
  if (waiting && !isRepeated) throw new DomainError(CHANGED[subject.kind]);
  if (!(await needsSecondPerson(sql, credit.cents))) return null;
  if (waiting) return "waiting";
  await insertRequest(sql, { subject, refundStatus, evidence, requestedBy, now });
  return "new";
}

type Decision = "approve" | "reject";
const DECISIONS = { approve: "approved", reject: "rejected" } as const;

/** A person's decision on the request they saw. */
export type CreditDecision = {
  subject: CreditSubject;
  actorId: number;
  request: number;
  decision: Decision;
};

/**
 * The pending request to decide on; null when the same person has already made this decision.
 * Throws the subject's changed error when it has no such request or somebody else decided;
 * forbidden for approving one's own request; and evidence_erased for approving one without
 * evidence.
 */
export async function findUndecided(
  sql: Sql,
  { subject, actorId, request, decision }: CreditDecision,
): Promise<CreditRequestRow | null> {
  const row = await getRequest(sql, request, subject);
  if (row?.decision === DECISIONS[decision] && row.decidedBy === actorId) return null;
  if (row?.decision !== null) throw new DomainError(CHANGED[subject.kind]);
  if (decision === "approve") {
    assertSecondPerson(actorId, row);
    // Erased with the payer's account or because of its age: nobody can see what they would
    // approve.
    if (row.evidence === "") throw new DomainError("evidence_erased");
  }
  return row;
}

/** Records the decision on a request that `findUndecided` returned, with its subject locked. */
export async function decideCredit(
  sql: Sql,
  { request, actorId, decision }: CreditDecision,
  now: Date,
): Promise<void> {
  await decideRequest(sql, request, { decision: DECISIONS[decision], decidedBy: actorId, now });
}

/** The pending requests about these deposits, refunds or disputes, as staff see them. */
export async function findWaitingCredits(
  sql: Sql,
  kind: CreditSubject["kind"],
  ids: number[],
): Promise<Map<number, CreditRequest>> {
  const rows = await listWaitingRequests(sql, kind, ids);
  return new Map([...rows].map(([id, row]) => [id, toCreditRequest(row)]));
}

const toCreditRequest = (row: CreditRequestRow): CreditRequest => ({
  id: row.id,
  evidence: row.evidence,
  requested_by: { id: row.requestedBy, email: row.requestedByEmail },
  requested_at: toUnixSeconds(row.requestedAt),
});
