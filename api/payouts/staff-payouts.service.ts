import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import {
  listMarks,
  PAYOUT_STATUSES,
  STAFF_PAYOUTS_PER_PAGE,
  validateApprover,
} from "#domain/payouts.ts";
import { recordAction } from "../audit/audit.service.ts";
import type {
  ApprovePayoutBody,
  MarkPayoutBody,
  PayoutsQuery,
  StaffPayout,
} from "../contract/payouts.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { readStaffPage, toCounts } from "../staff/lists/staff-list.ts";
import { haveEvidence } from "./approvals.queries.ts";
import { isBeingPaid } from "./card-payouts.queries.ts";
import { insertPayoutEvent, lockPayout } from "./payouts.queries.ts";
import { applyMark, requireStaffPayout, toPayout } from "./payouts.service.ts";
import {
  countPayouts,
  listStaffPayouts,
  type StaffPayoutRow,
  setApproved,
  sumReady,
} from "./staff-payouts.queries.ts";

/** A page of payouts, longest waiting first, and a preview of the next payout batch. */
export async function listPayouts(deps: ApiDeps, staff: { id: number }, query: PayoutsQuery) {
  const { toMeta, ...page } = readStaffPage(query, STAFF_PAYOUTS_PER_PAGE);
  const filter = {
    status: query.status ?? null,
    batchId: query.batch_id === undefined ? null : Number(query.batch_id),
    ...page,
    now: deps.now(),
  };
  const { rows, total } = await listStaffPayouts(deps.database, filter);
  const ready = await sumReady(deps.database);
  return {
    payload: rows.map((row) => toStaffPayout(row, staff)),
    meta: toMeta(total),
    ready: { count: ready.count, total: toDecimal(ready.totalCents) },
    counts: toCounts(PAYOUT_STATUSES, await countPayouts(deps.database, filter.batchId)),
  };
}

/**
 * Records what the bank did, with evidence, and posts it: sent money leaves the account, returned
 * money is owed again. Repeating a mark changes nothing. Throws payout_not_found, forbidden for the
 * return of one's own payout, payout_already_marked if it has this status with other evidence
 * (which would be lost), payout_changed if its status does not allow the mark or differs from the
 * one seen (the bank or provider has reported something in the meantime), and payout_sending while
 * its provider is being queried about it or may be paying it.
 */
export async function markPayout(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  body: MarkPayoutBody,
): Promise<StaffPayout> {
  return inTransaction(deps.database, async (sql) => {
    const before = await lockPayout(sql, id);
    if (!before) throw new DomainError("payout_not_found");
    if (before.status === body.state) {
      if (!(await haveEvidence(sql, [before], body))) {
        throw new DomainError("payout_already_marked");
      }
    } else {
      const marks = listMarks(before.status, await requireStaffPayout(sql, id, deps.now()));
      const isAllowed = before.status === body.seen && marks.includes(body.state);
      // Once marked as returned and claimed again, it must not also be paid by a call in progress.
      if (!isAllowed) throw new DomainError("payout_changed");
      if (await isBeingPaid(sql, id, deps.now())) throw new DomainError("payout_sending");
      await applyMark(deps, sql, before, { ...body, actorId: staff.id });
      await recordAction(sql, {
        actorId: staff.id,
        action: "payout.mark",
        subject: { kind: "payout", id },
        before: { status: before.status },
        after: { status: body.state, evidence: body.evidence },
      });
    }
    return toStaffPayout(await requireStaffPayout(sql, id, deps.now()), staff);
  });
}

/**
 * Approves a card payout that exceeds the limit in the settings, alone or together with what its
 * seller or card recently got without a second person's approval; it is then sent. The approver
 * must not be the payee, nor have set the price: approver and reviewer have to be two people. Nor
 * may the approver have marked an earlier payout of the offer as returned, since that alone lets
 * the seller claim it again. Idempotent. Throws payout_not_found, forbidden for one's own,
 * payout_approval_priced, payout_approval_returned, and payout_changed if it does not need approval
 * or its amount is not the one seen.
 */
export async function approvePayout(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  { seen }: ApprovePayoutBody,
): Promise<StaffPayout> {
  return inTransaction(deps.database, async (sql) => {
    if (!(await lockPayout(sql, id))) throw new DomainError("payout_not_found");
    const payout = await requireStaffPayout(sql, id, deps.now());
    const problem = validateApprover(payout, staff.id);
    if (problem === "forbidden") throw new DomainError(problem);
    if (payout.approvedBy !== null) return toStaffPayout(payout, staff);
    const isSeen = seen === toDecimal(payout.amountCents);
    if (payout.approvalCents === null || !isSeen) throw new DomainError("payout_changed");
    if (problem) throw new DomainError(problem);
    const now = deps.now();
    await setApproved(sql, id, { by: staff.id, now });
    const evidence = "Approved by a second person";
    await insertPayoutEvent(sql, {
      payoutId: id,
      status: payout.status,
      evidence,
      actorId: staff.id,
      now,
    });
    await recordAction(sql, {
      actorId: staff.id,
      action: "payout.approve",
      subject: { kind: "payout", id },
      after: { amount: toDecimal(payout.amountCents) },
    });
    return toStaffPayout(await requireStaffPayout(sql, id, deps.now()), staff);
  });
}

function toStaffPayout(row: StaffPayoutRow, staff: { id: number }): StaffPayout {
  const isWaiting = row.approvalCents !== null;
  const problem = isWaiting ? validateApprover(row, staff.id) : null;
  return {
    ...toPayout(row),
    offer: { id: row.offerId, title: row.title },
    user: { id: row.userId, email: row.email },
    end_to_end_id: row.endToEndId,
    batch_id: row.batchId,
    evidence: row.evidence,
    marks: listMarks(row.status, { ...row, isOwn: row.userId === staff.id }),
    hold: row.hold,
    approval_total: row.approvalCents === null ? null : toDecimal(row.approvalCents),
    may_approve: isWaiting && problem === null,
    approver_problem: problem,
    history: row.history,
  };
}
