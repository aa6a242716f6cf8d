import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { DecideSettlementBody } from "../contract/staff/deposits.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertSecondPerson } from "../wallet/second-person.ts";
import { askBeforeDecision, requireDecidable } from "./ask-provider.ts";
import { type CreditRequestRow, decideRequest, getRequest } from "./credit-requests.queries.ts";
import {
  BY_HAND,
  BY_REPORT,
  lockPending,
  type Settled,
  settleOnEvidence,
} from "./settle-by-hand.ts";
import { buyIntended } from "./settle-deposit.ts";

type Staff = { id: number };

const DECISIONS = { approve: "approved", reject: "rejected" } as const;
/** Of a rejected request: its deposit may have been credited since. */
const toRejected = (status: string): Settled => ({
  status,
  isByHand: false,
  needsApproval: false,
});

/**
 * Approves a settlement that waits for a second person, which credits the deposit on its evidence,
 * or rejects it: the requester may reject, but not approve. Before it is approved the provider is
 * asked once more, and its report takes precedence. A decision that its person repeats changes
 * nothing. Throws deposit_not_found, forbidden for one's own deposit and for approving one's own
 * request, and deposit_changed when the request does not wait (or no longer), or the deposit is not
 * in the review that was seen.
 */
export async function decideOnSettlement(
  deps: ApiDeps,
  staff: Staff,
  depositId: number,
  body: DecideSettlementBody,
): Promise<Settled> {
  const deposit = await requireDecidable(deps, staff, depositId);
  const request = await getRequest(deps.database, { id: body.request, depositId });
  if (isRepeated(request, staff, body)) {
    return body.decision === "approve" ? BY_HAND : toRejected(deposit.status);
  }
  if (request?.decision !== null) throw new DomainError("deposit_changed");
  if (body.decision === "reject") return reject(deps, staff, request);
  assertSecondPerson(staff.id, request);
  const providerSaid = await askBeforeDecision(deps, deposit);
  const settled = await inTransaction(deps.database, async (sql) => {
    const locked = await lockPending(sql, depositId, body);
    const current = await getRequest(sql, request);
    if (isRepeated(current, staff, body)) return BY_HAND;
    // Before what credited it: a colleague's decision did, not the provider.
    if (current?.decision !== null) throw new DomainError("deposit_changed");
    if (!locked) return BY_REPORT;
    const decided = { decision: "approved", decidedBy: staff.id, now: deps.now() } as const;
    await decideRequest(sql, request.id, decided);
    const { evidence } = current;
    const decision = {
      actorId: staff.id,
      evidence,
      providerSaid,
      action: "deposit.settle_approve",
    };
    await settleOnEvidence(deps, sql, locked, decision);
    return BY_HAND;
  });
  await buyIntended(deps, depositId);
  return settled;
}

async function reject(deps: ApiDeps, staff: Staff, request: CreditRequestRow): Promise<Settled> {
  const { id, depositId } = request;
  return inTransaction(deps.database, async (sql) => {
    const deposit = await lockPending(sql, depositId, {});
    const current = await getRequest(sql, request);
    if (isRepeated(current, staff, { decision: "reject" })) {
      return toRejected(deposit?.status ?? "success");
    }
    if (!deposit || current?.decision !== null) throw new DomainError("deposit_changed");
    await decideRequest(sql, id, { decision: "rejected", decidedBy: staff.id, now: deps.now() });
    await recordAction(sql, {
      actorId: staff.id,
      action: "deposit.settle_reject",
      subject: { kind: "deposit", id: depositId },
      after: { status: deposit.status },
      reason: current.evidence,
    });
    return toRejected(deposit.status);
  });
}

/** True when this person has made this decision already. */
function isRepeated(
  request: CreditRequestRow | null,
  staff: Staff,
  { decision }: Pick<DecideSettlementBody, "decision">,
): boolean {
  return request?.decision === DECISIONS[decision] && request.decidedBy === staff.id;
}
