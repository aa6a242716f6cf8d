import { DomainError } from "#domain/errors.ts";
import { nextRefundStatus, type RefundStatus } from "#domain/refunds.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { MarkRefundBody } from "../../contract/refunds.ts";
import type { DecideCreditBody } from "../../contract/staff/deposits.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import { assertNotOwn } from "../../own-records.ts";
import { decideCredit, findUndecided, requestCredit } from "../../wallet/second-person.ts";
import { changeRefund, notifyOfOutcome, type RecordDeps } from "../change-refund.ts";
import { isBeingSent } from "../due-refunds.queries.ts";
import {
  getDepositOfRefund,
  lockRefund,
  lockRefundableDeposit,
  type RefundRow,
} from "../refunds.queries.ts";
import { hasBeenTried } from "./waiting-refunds.queries.ts";

type Staff = { id: number };

/**
 * Records a refund's outcome that its provider does not report. A failed refund is credited back;
 * above the limit in the settings, this requests a second person's approval (`requestCredit`),
 * leaves the refund unchanged and returns true. Throws not_found, forbidden for one's own, and
 * refund_changed if the refund's state does not allow the mark or is not the one that was seen (the
 * provider has reported something in the meantime, perhaps the same, which this evidence is not
 * about), if it is being sent, or if another request is pending. Repeating a mark changes nothing.
 */
export async function markRefund(
  deps: RecordDeps,
  staff: Staff,
  refundId: number,
  { state, seen, evidence }: MarkRefundBody,
): Promise<boolean> {
  return inRefund(deps, staff, refundId, async (sql, refund) => {
    if (refund.status === state && refund.evidence === evidence) return false;
    if (refund.status !== seen) throw new DomainError("refund_changed");
    const status = await requireNext(deps, sql, refund, state);
    const mark = { staff, action: "refund.mark", status, evidence };
    const request =
      state === "failed"
        ? await requestCredit(sql, {
            ...{ subject: toSubject(refundId), refundStatus: seen, cents: refund.amountCents },
            ...{ actorId: staff.id, evidence, now: deps.now() },
          })
        : null;
    if (request === "new") {
      await record(sql, refund, { ...mark, action: "refund.mark_request", status: seen });
    }
    if (!request) await apply(deps, sql, refund, mark);
    return request !== null;
  });
}

/**
 * Approves a mark pending a second person's approval, which records it with its evidence and
 * credits the refund back, or rejects it. The requester may reject but not approve. Repeating one's
 * own decision changes nothing. Throws not_found, forbidden for one's own refund and for approving
 * one's own request, refund_changed when no request is pending (any more, because the provider has
 * reported something) or the refund is being sent, and evidence_erased for approving a request
 * without evidence.
 */
export async function decideOnMark(
  deps: RecordDeps,
  staff: Staff,
  refundId: number,
  body: DecideCreditBody,
): Promise<void> {
  const decision = { ...body, subject: toSubject(refundId), actorId: staff.id };
  await inRefund(deps, staff, refundId, async (sql, refund) => {
    const request = await findUndecided(sql, decision);
    if (!request) return;
    if (refund.status !== request.refundStatus) throw new DomainError("refund_changed");
    const { evidence } = request;
    if (decision.decision === "reject") {
      await decideCredit(sql, decision, deps.now());
      const { status } = refund;
      return record(sql, refund, { staff, action: "refund.mark_reject", status, evidence });
    }
    const status = await requireNext(deps, sql, refund, "failed");
    await decideCredit(sql, decision, deps.now());
    await apply(deps, sql, refund, { staff, action: "refund.mark_approve", status, evidence });
  });
}

const toSubject = (refundId: number) => ({ kind: "refund", id: refundId }) as const;

/** Runs `work` on a refund this person may decide on, locked with its deposit. */
async function inRefund<Result>(
  deps: RecordDeps,
  staff: Staff,
  refundId: number,
  work: (sql: Sql, refund: RefundRow) => Promise<Result>,
): Promise<Result> {
  const target = await getDepositOfRefund(deps.database, refundId);
  if (!target) throw new DomainError("not_found");
  return inTransaction(deps.database, async (sql) => {
    await lockRefundableDeposit(sql, target.depositId);
    const refund = await lockRefund(sql, refundId);
    if (!refund) throw new Error(`refund ${refundId} is missing`);
    assertNotOwn(staff.id, refund.userId);
    return work(sql, refund);
  });
}

/** The status of a locked refund after a person's mark. Throws refund_changed if not allowed. */
async function requireNext(
  deps: RecordDeps,
  sql: Sql,
  refund: RefundRow,
  mark: MarkRefundBody["state"],
): Promise<RefundStatus> {
  // Once credited back or paid by hand, it must not also be paid by a call in progress.
  if (await isBeingSent(sql, refund.id, deps.now())) throw new DomainError("refund_changed");
  // A refund that was never tried cannot have been paid. One that is still requested after a try
  // may have been, if it was restored from a backup.
  const isTried = refund.status !== "requested" || (await hasBeenTried(sql, refund.id));
  const isPossible = isTried || mark === "failed";
  const status = isPossible ? nextRefundStatus(refund.status, mark) : null;
  if (status === null) throw new DomainError("refund_changed");
  return status;
}

type Mark = { staff: Staff; action: string; status: RefundStatus; evidence: string };

async function apply(deps: RecordDeps, sql: Sql, refund: RefundRow, mark: Mark): Promise<void> {
  const { status, evidence } = mark;
  await changeRefund(deps, sql, refund, { status, evidence });
  await record(sql, refund, mark);
  await notifyOfOutcome(deps, sql, refund, status);
}

function record(
  sql: Sql,
  refund: RefundRow,
  { staff, action, status, evidence }: Mark,
): Promise<void> {
  return recordAction(sql, {
    actorId: staff.id,
    action,
    subject: { kind: "refund", id: refund.id },
    before: { status: refund.status },
    after: { status, evidence },
  });
}
