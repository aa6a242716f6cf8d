import { DomainError, fieldError } from "#domain/errors.ts";
import { isPayoutName, isReturned, mayPayoutBecome, PAYOUT_STATUSES } from "#domain/payouts.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { MarkBatchBody } from "../contract/payouts.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { haveEvidence, lockBatchPayouts } from "./approvals.queries.ts";
import { getBatch, type PayoutRow } from "./payouts.queries.ts";
import { applyMark } from "./payouts.service.ts";

/**
 * Marks all payouts of a file except the given ones, with evidence, atomically. Leaves alone
 * payouts whose status does not allow the mark, so that repeating it has no effect, and payouts
 * with an unknown outcome, which staff mark individually. Returns the number marked, 0 for a
 * repetition with the same evidence. Throws payout_batch_not_found; payouts_already_marked when
 * they have this mark with other evidence; payouts_none_marked when there are none to mark;
 * payout_batch_changed when the statuses in the file differ from those that were displayed;
 * validation_failed on `except` for payouts that are not in the file; forbidden for marking one's
 * own payout as returned.
 */
export async function markBatch(
  deps: ApiDeps,
  staff: { id: number },
  batchId: number,
  body: MarkBatchBody,
): Promise<{ marked: number }> {
  return inTransaction(deps.database, async (sql) => {
    if (!(await getBatch(sql, batchId))) throw new DomainError("payout_batch_not_found");
    const payouts = await lockBatchPayouts(sql, batchId);
    const { except } = body;
    // Otherwise a typo would mark the payout that was meant to be excluded.
    if (!except.every((name) => payouts.some((payout) => isPayoutName(name, payout)))) {
      throw fieldError("except", "payout_references_invalid");
    }
    const rest = payouts.filter((payout) => {
      const isSetAside = payout.status === "unknown" && body.state !== "unknown";
      return !isSetAside && !except.some((name) => isPayoutName(name, payout));
    });
    const due = rest.filter(({ status }) => mayPayoutBecome(status, body.state));
    if (due.length === 0) {
      if (!isMarked(rest, body.state)) throw new DomainError("payouts_none_marked");
      if (await haveEvidence(sql, rest, body)) return { marked: 0 };
      throw new DomainError("payouts_already_marked");
    }
    if (!isAsSeen(payouts, body.seen)) throw new DomainError("payout_batch_changed");
    const mark = { ...body, actorId: staff.id };
    for (const payout of due) await applyMark(deps, sql, payout, mark);
    await recordAction(sql, {
      actorId: staff.id,
      action: "payout_batch.mark",
      subject: { kind: "payout_batch", id: batchId },
      after: { state: body.state, payouts: due.map(({ id }) => id) },
      reason: body.evidence,
    });
    return { marked: due.length };
  });
}

/** Whether a file still has the displayed number of payouts per status; true if none were sent. */
function isAsSeen(payouts: readonly PayoutRow[], seen: MarkBatchBody["seen"]): boolean {
  if (seen === undefined) return true;
  return PAYOUT_STATUSES.every((one) => {
    const count = payouts.filter(({ status }) => status === one).length;
    return count === (seen[one] ?? 0);
  });
}

/** Whether all payouts of a file have this mark already, except those that came back. */
function isMarked(payouts: readonly PayoutRow[], state: MarkBatchBody["state"]): boolean {
  return (
    payouts.some(({ status }) => status === state) &&
    payouts.every(({ status }) => status === state || isReturned(status))
  );
}
