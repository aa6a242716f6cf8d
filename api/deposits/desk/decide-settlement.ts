import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { DecideSettlementBody } from "../../contract/staff/deposits.ts";
import { inTransaction } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { type CreditDecision, decideCredit, findUndecided } from "../../wallet/second-person.ts";
import { buyIntended } from "../settle-deposit.ts";
import { queryBeforeDecision, requireDecidable } from "./query-provider.ts";
import {
  BY_HAND,
  lockPending,
  readSettled,
  type Settled,
  settleOnEvidence,
  toSubject,
} from "./settle-by-hand.ts";

type Staff = { id: number };

/** Returns the result for a rejected request; its deposit may have been credited since. */
const toRejected = (status: string): Settled => ({
  status,
  isByHand: false,
  needsApproval: false,
});

/**
 * Approves or rejects a settlement that is waiting for a second person. Approval credits the
 * deposit on the request's evidence; the requester may reject, but not approve. Before an approval
 * the provider is queried once more, and its report takes precedence. Repeating one's own decision
 * changes nothing. Throws deposit_not_found, forbidden for one's own deposit and for approving
 * one's own request, and deposit_changed when the request is not (or no longer) waiting, or the
 * deposit is not in the review that was seen.
 */
export async function decideOnSettlement(
  deps: ApiDeps,
  staff: Staff,
  depositId: number,
  { review, ...made }: DecideSettlementBody,
): Promise<Settled> {
  const deposit = await requireDecidable(deps, staff, depositId);
  const decision = { ...made, subject: toSubject(depositId), actorId: staff.id };
  const isApproved = decision.decision === "approve";
  if (!(await findUndecided(deps.database, decision))) {
    return isApproved ? BY_HAND : toRejected(deposit.status);
  }
  if (!isApproved) return reject(deps, decision);
  const providerSaid = await queryBeforeDecision(deps, deposit);
  const settled = await inTransaction(deps.database, async (sql) => {
    const locked = await lockPending(sql, depositId, { review });
    // Checked before how the deposit was credited: a decision credited it, not the provider.
    const request = await findUndecided(sql, decision);
    if (!request) return BY_HAND;
    const { evidence } = request;
    if (!locked) return readSettled(sql, depositId, { actorId: staff.id, evidence });
    await decideCredit(sql, decision, deps.now());
    const action = "deposit.settle_approve";
    await settleOnEvidence(deps, sql, locked, {
      ...{ actorId: staff.id, evidence, providerSaid, action },
    });
    return BY_HAND;
  });
  await buyIntended(deps, depositId);
  return settled;
}

async function reject(deps: ApiDeps, decision: CreditDecision): Promise<Settled> {
  const { subject, actorId } = decision;
  return inTransaction(deps.database, async (sql) => {
    const deposit = await lockPending(sql, subject.id, {});
    const request = await findUndecided(sql, decision);
    if (!request) return toRejected(deposit?.status ?? "success");
    if (!deposit) throw new DomainError("deposit_changed");
    await decideCredit(sql, decision, deps.now());
    await recordAction(sql, {
      actorId,
      action: "deposit.settle_reject",
      subject,
      after: { status: deposit.status },
      reason: request.evidence,
    });
    return toRejected(deposit.status);
  });
}
