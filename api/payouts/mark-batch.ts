import { DomainError, fieldError } from "#domain/errors.ts";
import { mayBecome } from "#domain/payouts.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { MarkBatchBody } from "../contract/payouts.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { lockBatchPayouts } from "./approvals.queries.ts";
import { getBatch } from "./payouts.queries.ts";
import { applyMark } from "./payouts.service.ts";

/**
 * Marks all payouts of a file except those named, with evidence, atomically. Payouts whose state
 * does not allow the mark (any more) are left alone, so that repeating it has no effect. Returns
 * the number marked. Throws payout_batch_not_found, and validation_failed on `except` for payouts
 * that are not in the file.
 */
export async function markBatch(
  deps: ApiDeps,
  staff: { id: number },
  batchId: number,
  body: MarkBatchBody,
): Promise<{ marked: number }> {
  const excepted = new Set(body.except.map(Number));
  return inTransaction(deps.database, async (sql) => {
    if (!(await getBatch(sql, batchId))) throw new DomainError("payout_batch_not_found");
    const payouts = await lockBatchPayouts(sql, batchId);
    const known = new Set(payouts.map(({ id }) => id));
    // A typo would mark the very payout that was to be left out.
    if ([...excepted].some((id) => !known.has(id))) {
      throw fieldError("except", "payout_references_invalid");
    }
    const marked: number[] = [];
    for (const payout of payouts) {
      if (excepted.has(payout.id) || !mayBecome(payout.status, body.state)) continue;
      await applyMark(deps, sql, staff, payout, body);
      marked.push(payout.id);
    }
    if (marked.length > 0) {
      await recordAction(sql, {
        actorId: staff.id,
        action: "payout_batch.mark",
        subject: { kind: "payout_batch", id: batchId },
        after: { state: body.state, payouts: marked },
        reason: body.evidence,
      });
    }
    return { marked: marked.length };
  });
}
