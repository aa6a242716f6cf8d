import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { PayoutApproval, PayoutBatch } from "../contract/payouts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import {
  type ApprovalRow,
  decideApproval,
  getApproval,
  getApprovalOfOperation,
  getPayoutApprovalLimit,
  getWaitingApproval,
  insertApproval,
  listSellersAbove,
  type SellerSum,
} from "./approvals.queries.ts";
import { makeBatch, type Payable, selectPayable, sumOf } from "./payout-batches.ts";
import { lockOutgoing, lockPayoutsById } from "./payouts.queries.ts";

/**
 * Requests a second person's approval for a file of these payouts, in the caller's transaction.
 * Idempotent by operation. Throws payout_approval_waiting while another file is pending.
 */
export async function requestApproval(
  deps: ApiDeps,
  sql: Sql,
  staff: { id: number },
  request: { operationId: string; payable: Payable[]; totalCents: number },
): Promise<PayoutApproval> {
  const { operationId, payable, totalCents } = request;
  if (await getWaitingApproval(sql)) throw new DomainError("payout_approval_waiting");
  const payoutIds = payable.map(({ id }) => id);
  const approval = { operationId, payoutIds, totalCents, requestedBy: staff.id, now: deps.now() };
  const id = await insertApproval(sql, approval);
  await recordAction(sql, {
    actorId: staff.id,
    action: "payout_approval.request",
    subject: { kind: "payout_approval", id },
    after: { payouts: payoutIds.length, total: toDecimal(totalCents) },
  });
  return toApproval(deps, sql, await requireApproval(sql, id));
}

/** The approval this operation requested earlier, and whether it is still pending; null if none. */
export async function findApproval(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  operationId: string,
): Promise<{ approval: PayoutApproval; isWaiting: boolean } | null> {
  const row = await getApprovalOfOperation(sql, operationId);
  const isWaiting = row?.status === "waiting";
  return row && { approval: await toApproval(deps, sql, row), isWaiting };
}

/** The file pending approval; null if none. */
export async function readWaitingApproval(deps: ApiDeps): Promise<PayoutApproval | null> {
  const row = await getWaitingApproval(deps.database);
  return row && toApproval(deps, deps.database, row);
}

/**
 * Approves a pending file, which creates it, or rejects it. Anybody may reject; only someone other
 * than the requester may approve. The file contains exactly the requested payouts. The second of
 * two concurrent decisions finds the first. Throws not_found, payout_approval_decided,
 * payout_approval_own, and payouts_changed when one of its payouts is no longer ready.
 */
export async function decideBatch(
  deps: ApiDeps,
  staff: { id: number },
  id: number,
  decision: "approve" | "reject",
): Promise<PayoutBatch | null> {
  return inTransaction(deps.database, async (sql) => {
    await lockOutgoing(sql);
    const approval = await getApproval(sql, id);
    if (!approval) throw new DomainError("not_found");
    if (approval.status !== "waiting") throw new DomainError("payout_approval_decided");
    if (decision === "reject") {
      await reject(deps, sql, staff, { id });
      return null;
    }
    if (approval.requestedBy === staff.id) throw new DomainError("payout_approval_own");
    const rows = await lockPayoutsById(sql, approval.payoutIds);
    const { payable } = selectPayable(deps, rows);
    const totalCents = sumOf(payable);
    const isSame =
      payable.length === approval.payoutIds.length && totalCents === approval.totalCents;
    if (!isSame) throw new DomainError("payouts_changed");
    const { operationId } = approval;
    const batch = await makeBatch(deps, sql, staff, {
      operationId,
      payable,
      isApproved: true,
      limitCents: null,
    });
    const decided = { status: "approved", decidedBy: staff.id, batchId: batch.id } as const;
    await decideApproval(sql, id, { ...decided, now: deps.now() });
    await recordAction(sql, {
      actorId: staff.id,
      action: "payout_approval.approve",
      subject: { kind: "payout_approval", id },
      after: { batch: batch.id },
    });
    return batch;
  });
}

/**
 * Rejects the pending file if the new file has taken any of its payouts, in the caller's
 * transaction: it could not be approved any more and would block the next request.
 */
export async function rejectOvertaken(
  deps: ApiDeps,
  sql: Sql,
  staff: { id: number },
  { batchId, payable }: { batchId: number; payable: readonly Payable[] },
): Promise<void> {
  const waiting = await getWaitingApproval(sql);
  const taken = new Set(payable.map(({ id }) => id));
  if (!waiting?.payoutIds.some((id) => taken.has(id))) return;
  await reject(deps, sql, staff, { id: waiting.id, after: { batch: batchId } });
}

async function reject(
  deps: ApiDeps,
  sql: Sql,
  staff: { id: number },
  { id, after }: { id: number; after?: { batch: number } },
): Promise<void> {
  const decided = { status: "rejected", decidedBy: staff.id, batchId: null } as const;
  await decideApproval(sql, id, { ...decided, now: deps.now() });
  await recordAction(sql, {
    actorId: staff.id,
    action: "payout_approval.reject",
    subject: { kind: "payout_approval", id },
    ...(after && { after }),
  });
}

/** Sellers and their totals in the contract's format. */
export const toSellers = (rows: readonly SellerSum[]) =>
  rows.map(({ id, email, cents }) => ({ user: { id, email }, total: toDecimal(cents) }));

async function requireApproval(sql: Sql, id: number): Promise<ApprovalRow> {
  const row = await getApproval(sql, id);
  if (!row) throw new Error(`approval ${id} is missing`);
  return row;
}

async function toApproval(
  { now }: Pick<ApiDeps, "now">,
  sql: Sql,
  row: ApprovalRow,
): Promise<PayoutApproval> {
  return {
    id: row.id,
    payouts_count: row.payoutIds.length,
    total: toDecimal(row.totalCents),
    requested_by: { id: row.requestedBy, email: row.requestedByEmail },
    requested_at: toUnixSeconds(row.requestedAt),
    approval_sellers: toSellers(
      await listSellersAbove(sql, row.payoutIds, {
        limitCents: await getPayoutApprovalLimit(sql),
        now: now(),
      }),
    ),
  };
}
