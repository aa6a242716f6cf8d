import { addBankDays } from "#domain/bank-days.ts";
import { DomainError } from "#domain/errors.ts";
import { parseSum, toDecimal } from "#domain/money.ts";
import { BATCH_PAYOUTS_MAX } from "#domain/payouts.ts";
import type {
  CreateBatchBody,
  PayoutApproval,
  PayoutBatch,
  PayoutPreview,
} from "../contract/payouts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertSameOperation } from "../operations.ts";
import { getPayoutApprovalLimit, listSellersAbove } from "./approvals.queries.ts";
import { findApproval, rejectOvertaken, requestApproval, toSellers } from "./batch-approvals.ts";
import { makeBatch, requireDebtor, selectPayable, sumOf, toBatch } from "./payout-batches.ts";
import type { Limit } from "./payout-holds.ts";
import { getBatchOfOperation, lockOutgoing, lockReadyPayouts } from "./payouts.queries.ts";

/** Previews the next file, computed as in createBatch. Throws payouts_not_configured. */
export async function previewBatch(deps: ApiDeps): Promise<PayoutPreview> {
  return inTransaction(deps.database, async (sql) => {
    await requireDebtor(sql);
    const { limitCents, payable, totalCents, skippedIds, needsApproval } = await plan(deps, sql);
    const sellers = await listSellersAbove(sql, null, { limitCents, now: deps.now() });
    return {
      count: payable.length,
      total: toDecimal(totalCents),
      skipped_ids: skippedIds,
      execution_date: addBankDays(deps.now(), 1),
      needs_approval: needsApproval,
      approval_sellers: toSellers(sellers),
    };
  });
}

/**
 * Puts the ready payouts into a bank file and stores it, atomically. Leaves out sellers and
 * accounts that would get more than the limit in the settings on one person's approval. If nobody
 * else is left, or the file exceeds the limit, requests a second person's approval for all of them
 * instead. Rejects the pending request whose payouts the file takes: the limit may have been lifted
 * since. Idempotent by operation: returns the same file or request.
 * Leaves out and lists payouts whose bank details cannot be decrypted (a secret was removed), or
 * whose payee's name has no valid characters for a bank file. Throws payouts_none_ready,
 * payouts_not_configured, payouts_changed if the content differs from what was expected,
 * payout_approval_waiting, payout_approval_decided for an operation whose request was rejected,
 * operation_conflict for the id of another person's operation or one with other content.
 */
export async function createBatch(
  deps: ApiDeps,
  staff: { id: number },
  { operation_id: operationId, expected }: CreateBatchBody,
): Promise<{ batch: PayoutBatch } | { approval: PayoutApproval }> {
  return inTransaction(deps.database, async (sql) => {
    await lockOutgoing(sql);
    const known = await getBatchOfOperation(sql, operationId);
    const asked = await findApproval(deps, sql, operationId);
    if (known) {
      // An approved file was created by its approver, on behalf of the requester.
      const requestedBy = Number(asked?.approval.requested_by.id ?? known.createdBy);
      assertSameRequest(staff, expected, { ...toBatch(known), requestedBy });
      return { batch: toBatch(known) };
    }
    if (asked) {
      const requestedBy = Number(asked.approval.requested_by.id);
      assertSameRequest(staff, expected, { ...asked.approval, requestedBy });
      // If it was approved, its file was found above.
      if (!asked.isWaiting) throw new DomainError("payout_approval_decided");
      return { approval: asked.approval };
    }
    await requireDebtor(sql);
    const { limitCents, payable, totalCents, skippedIds, needsApproval } = await plan(deps, sql);
    if (payable.length === 0) throw new DomainError("payouts_none_ready");
    const isExpected =
      !expected || (expected.count === payable.length && parseSum(expected.total) === totalCents);
    if (!isExpected) throw new DomainError("payouts_changed");
    if (needsApproval) {
      const request = { operationId, payable, totalCents };
      return { approval: await requestApproval(deps, sql, staff, request) };
    }
    const file = { operationId, payable, isApproved: false, limitCents };
    const batch = await makeBatch(deps, sql, staff, file);
    await rejectOvertaken(deps, sql, staff, { batchId: batch.id, payable });
    return { batch: { ...batch, ...(skippedIds.length > 0 ? { skipped_ids: skippedIds } : {}) } };
  });
}

/**
 * Throws operation_conflict unless requester and content are those of the stored file or request.
 */
function assertSameRequest(
  staff: { id: number },
  expected: CreateBatchBody["expected"],
  { requestedBy, payouts_count, total }: Stored,
): void {
  const known = { requestedBy, count: payouts_count, totalCents: parseSum(total) };
  const sent = expected && { count: expected.count, totalCents: parseSum(expected.total) };
  assertSameOperation(known, { requestedBy: staff.id, ...sent });
}

type Stored = Pick<PayoutApproval, "payouts_count" | "total"> & { requestedBy: number };

/**
 * What the next file contains, and whether it needs a second person. One person may make a file of
 * the sellers and accounts that stay within the limit, for which the others do not wait, as long as
 * its sum does too. Otherwise the file is of all that is ready.
 */
async function plan(deps: ApiDeps, sql: Sql) {
  const limitCents = await getPayoutApprovalLimit(sql);
  const read = async (within: Limit | null) => {
    const rows = await lockReadyPayouts(sql, { count: BATCH_PAYOUTS_MAX, within });
    const selected = selectPayable(deps, rows);
    return { ...selected, limitCents, totalCents: sumOf(selected.payable) };
  };
  const own = await read({ limitCents, now: deps.now() });
  const isWithin = limitCents === null || (own.payable.length > 0 && own.totalCents <= limitCents);
  if (isWithin) return { ...own, needsApproval: false };
  const all = await read(null);
  return { ...all, needsApproval: all.payable.length > 0 };
}
