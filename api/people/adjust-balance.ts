import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { toCents, toDecimal } from "#domain/money.ts";
import { recordAction } from "../audit/audit.service.ts";
import type {
  AdjustBalanceBody,
  BalanceAdjustment,
  DecideAdjustmentBody,
} from "../contract/staff/people.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertSameOperation } from "../operations.ts";
import { assertNotOwn } from "../own-records.ts";
import { assertSecondPerson, needsSecondPerson } from "../wallet/second-person.ts";
import { lockBalance, post } from "../wallet/wallet.service.ts";
import {
  type AdjustmentRow,
  decideAdjustment,
  eraseAdjustmentsOf,
  getAdjustment,
  getAdjustmentOfOperation,
  getWaitingAdjustment,
  insertAdjustment,
  listDeletedWithWaiting,
} from "./balance.queries.ts";
import { lockPerson } from "./people.queries.ts";

type Staff = { id: number };

/**
 * Credits or debits a balance for a stated reason: immediately, or, above the limit in the
 * settings, once a second person approves. Idempotent by operation. Throws not_found for a missing
 * or deleted account; forbidden for one's own; balance_request_waiting while another is pending;
 * operation_conflict for the id of a different adjustment; validation_failed on `amount`.
 */
export async function adjustBalance(
  deps: ApiDeps,
  staff: Staff,
  userId: number,
  body: AdjustBalanceBody,
): Promise<BalanceAdjustment> {
  assertNotOwn(staff.id, userId);
  const cents = toCents(body.amount);
  const amountCents = body.direction === "take" ? -cents : cents;
  return inTransaction(deps.database, async (sql) => {
    if (!(await lockPerson(sql, userId))) throw new DomainError("not_found");
    const balanceCents = await lockBalance(sql, userId);
    const repeated = await getAdjustmentOfOperation(sql, body.operation_id);
    if (repeated) {
      const { reason } = body;
      assertSameOperation(repeated, { userId, amountCents, reason, requestedBy: staff.id });
      return toAdjustment(repeated);
    }
    if (await getWaitingAdjustment(sql, userId)) throw new DomainError("balance_request_waiting");
    if (balanceCents + amountCents < 0) {
      throw fieldError("amount", "balance_too_low", { amount: toDecimal(balanceCents) });
    }
    const needsApproval = await needsSecondPerson(sql, cents);
    const id = await insertAdjustment(sql, {
      operationId: body.operation_id,
      userId,
      amountCents,
      reason: body.reason,
      needsApproval,
      requestedBy: staff.id,
      now: deps.now(),
    });
    const action = needsApproval ? "user.balance_request" : "user.balance";
    await record(sql, { staff, userId, action, amountCents, balanceCents, reason: body.reason });
    const adjustment = await requireAdjustment(sql, id);
    if (!needsApproval) await postAdjustment(sql, adjustment);
    return toAdjustment(adjustment);
  });
}

/**
 * Approves a pending adjustment, which posts it, or rejects it. The requester may reject but not
 * approve. The current balance applies. The second of two concurrent decisions finds the first.
 * Throws not_found, balance_request_decided, forbidden for one's own balance and for approving
 * one's own request, balance_too_low.
 */
export async function decideOnAdjustment(
  deps: ApiDeps,
  staff: Staff,
  userId: number,
  { request, decision }: DecideAdjustmentBody,
): Promise<BalanceAdjustment> {
  assertNotOwn(staff.id, userId);
  return inTransaction(deps.database, async (sql) => {
    if (!(await lockPerson(sql, userId))) throw new DomainError("not_found");
    const balanceCents = await lockBalance(sql, userId);
    const adjustment = await getAdjustment(sql, request);
    if (!adjustment || adjustment.userId !== userId) throw new DomainError("not_found");
    if (adjustment.status !== "waiting") throw new DomainError("balance_request_decided");
    const { amountCents } = adjustment;
    const now = deps.now();
    if (decision === "reject") {
      await decideAdjustment(sql, request, { status: "rejected", decidedBy: staff.id, now });
      await record(sql, {
        staff,
        userId,
        action: "user.balance_reject",
        amountCents,
        balanceCents,
      });
      return toAdjustment(await requireAdjustment(sql, request));
    }
    assertSecondPerson(staff.id, adjustment);
    if (balanceCents + amountCents < 0) {
      throw new DomainError("balance_too_low", { params: { amount: toDecimal(balanceCents) } });
    }
    await decideAdjustment(sql, request, { status: "posted", decidedBy: staff.id, now });
    await postAdjustment(sql, adjustment);
    await record(sql, { staff, userId, action: "user.balance_approve", amountCents, balanceCents });
    return toAdjustment(await requireAdjustment(sql, request));
  });
}

/**
 * Rejects pending adjustments of deleted accounts, as account deletion does now: nobody can decide
 * on them any more.
 */
export async function rejectAdjustmentsOfDeleted(
  deps: Pick<ApiDeps, "database" | "now">,
): Promise<void> {
  for (const userId of await listDeletedWithWaiting(deps.database)) {
    await inTransaction(deps.database, (sql) => eraseAdjustmentsOf(sql, userId, deps.now()));
  }
}

/** The balance adjustment pending a second person's approval; null if none. */
export async function findWaitingAdjustment(
  sql: Sql,
  userId: number,
): Promise<BalanceAdjustment | null> {
  const row = await getWaitingAdjustment(sql, userId);
  return row && toAdjustment(row);
}

/** Credits come from the promotion account, and debits go to it. */
async function postAdjustment(sql: Sql, { id, userId, amountCents }: AdjustmentRow): Promise<void> {
  const [wallet, promotion] = [{ wallet: userId }, { platform: "promotion" } as const];
  const isPosted = await post(sql, {
    kind: "adjustment",
    sourceId: String(id),
    from: amountCents > 0 ? promotion : wallet,
    to: amountCents > 0 ? wallet : promotion,
    amountCents: Math.abs(amountCents),
  });
  if (!isPosted) throw new Error(`the correction ${id} was posted before`);
}

function record(
  sql: Sql,
  change: {
    staff: Staff;
    userId: number;
    action: string;
    amountCents: number;
    balanceCents: number;
    reason?: string;
  },
): Promise<void> {
  const { staff, userId, action, amountCents, balanceCents, reason } = change;
  return recordAction(sql, {
    actorId: staff.id,
    action,
    subject: { kind: "user", id: userId },
    after: { amount: toSigned(amountCents), balance_before: toDecimal(balanceCents) },
    reason,
  });
}

async function requireAdjustment(sql: Sql, id: number): Promise<AdjustmentRow> {
  const row = await getAdjustment(sql, id);
  if (!row) throw new Error(`correction ${id} is missing`);
  return row;
}

const toSigned = (cents: number) => `${cents < 0 ? "-" : ""}${toDecimal(Math.abs(cents))}`;

function toAdjustment(row: AdjustmentRow): BalanceAdjustment {
  return {
    id: row.id,
    amount: toSigned(row.amountCents),
    reason: row.reason,
    status: row.status,
    requested_by: { id: row.requestedBy, email: row.requestedByEmail },
    requested_at: toUnixSeconds(row.requestedAt),
  };
}
