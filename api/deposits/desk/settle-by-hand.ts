import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../../audit/audit.service.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { requestCredit } from "../../wallet/second-person.ts";
import { type DepositRow, lockDepositById } from "../deposits.queries.ts";
import { buyIntended, settleLocked } from "../settle-deposit.ts";
import { getSettlement, insertSettlement, type ReportedOutcome } from "../settlements.queries.ts";
import { queryBeforeDecision, requireDecidable } from "./query-provider.ts";

/** `isByHand`: a person's decision credited it. `needsApproval`: a second person has to decide. */
export type Settled = { status: string; isByHand: boolean; needsApproval: boolean };

export const BY_HAND: Settled = { status: "success", isByHand: true, needsApproval: false };
const BY_REPORT: Settled = { status: "success", isByHand: false, needsApproval: false };
const WAITING: Settled = { status: "pending", isByHand: false, needsApproval: true };

/** Returns the subject of a request for a second person's approval. */
export const toSubject = (depositId: number) => ({ kind: "deposit", id: depositId }) as const;

/** The review shown on the page, "" for none; not compared if omitted. */
type Seen = { review?: string };

/**
 * Settles a pending deposit manually, with evidence, when no report has arrived. Above the limit in
 * the settings (`requestCredit`) it requests a second person's approval instead. Queries the
 * provider first: its report is processed as usual and takes precedence over the person. The money
 * is posted once, no matter how often and by whom this is called, and whatever the provider reports
 * later. If a different amount was reported, only a page that showed this can settle the deposit.
 * If the same person repeats a request, it is settled once the limit allows it. Throws
 * deposit_not_found, forbidden for one's own deposit, and deposit_changed for one that is not (or
 * no longer) pending and in the displayed review, that somebody else has settled meanwhile, or that
 * has another request waiting.
 */
export async function settleByHand(
  deps: ApiDeps,
  actor: { id: number },
  depositId: number,
  { evidence, ...seen }: { evidence: string } & Seen,
): Promise<Settled> {
  const decidable = await requireDecidable(deps, actor, depositId);
  const providerSaid = await queryBeforeDecision(deps, decidable);
  const settled = await inTransaction(deps.database, async (sql) => {
    const deposit = await lockPending(sql, depositId, seen);
    if (!deposit) return readSettled(sql, depositId, { actorId: actor.id, evidence });
    const decision = { actorId: actor.id, evidence, providerSaid };
    const request = await requestCredit(sql, {
      ...{ subject: toSubject(depositId), cents: deposit.internalAmountCents },
      ...{ actorId: actor.id, evidence, now: deps.now() },
    });
    if (request === "new") {
      const action = "deposit.settle_request";
      await record(sql, deposit, { ...decision, action, status: "pending" });
    }
    if (request) return WAITING;
    await settleOnEvidence(deps, sql, deposit, { ...decision, action: "deposit.settle" });
    return BY_HAND;
  });
  if (!settled.needsApproval) await buyIntended(deps, depositId);
  return settled;
}

/**
 * Returns how a locked deposit was credited: by the provider's report, or by this same decision.
 * Throws deposit_changed when it was a different decision.
 */
export async function readSettled(
  sql: Sql,
  depositId: number,
  decision: { actorId: number; evidence: string },
): Promise<Settled> {
  const settlement = await getSettlement(sql, depositId);
  if (!settlement) return BY_REPORT;
  const { actorId, evidence } = settlement;
  if (actorId === decision.actorId && evidence === decision.evidence) return BY_HAND;
  throw new DomainError("deposit_changed");
}

/**
 * Returns a pending deposit, locked until the transaction ends; null once it is credited. Throws
 * deposit_changed for one that has ended, or is in a different review than was seen.
 */
export async function lockPending(
  sql: Sql,
  depositId: number,
  { review }: Seen,
): Promise<DepositRow | null> {
  const deposit = await lockDepositById(sql, depositId);
  if (!deposit) throw new Error(`deposit ${depositId} is missing`);
  if (deposit.status === "success") return null;
  const isSeen = review === undefined || review === (deposit.needsReview ?? "");
  if (deposit.status !== "pending" || !isSeen) throw new DomainError("deposit_changed");
  return deposit;
}

type Decision = { actorId: number; evidence: string; providerSaid: ReportedOutcome };

/** Credits a locked, pending deposit on a person's evidence, and records the settlement. */
export async function settleOnEvidence(
  deps: ApiDeps,
  sql: Sql,
  deposit: DepositRow,
  { action, ...decision }: Decision & { action: string },
): Promise<void> {
  await insertSettlement(sql, { ...decision, depositId: deposit.id, now: deps.now() });
  await settleLocked(deps, sql, deposit);
  await record(sql, deposit, { ...decision, action, status: "success" });
}

function record(
  sql: Sql,
  deposit: DepositRow,
  {
    actorId,
    action,
    status,
    evidence,
    providerSaid,
  }: Decision & { action: string; status: string },
): Promise<void> {
  return recordAction(sql, {
    actorId,
    action,
    subject: { kind: "deposit", id: deposit.id },
    before: { status: "pending", review: deposit.needsReview, providerSaid },
    after: { status },
    reason: evidence,
  });
}
