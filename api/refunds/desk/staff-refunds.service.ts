import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { parseSum, toDecimal } from "#domain/money.ts";
import { REFUNDS_PER_PAGE, type RefundDestination, type RefundStatus } from "#domain/refunds.ts";
import { assertSameAction, recordAction } from "../../audit/audit.service.ts";
import type {
  Dispute,
  Refund,
  RefundDepositBody,
  RefundOrderBody,
  ResolveDepositBody,
  Suspense,
} from "../../contract/refunds.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { readStaffPage } from "../../staff/lists/staff-list.ts";
import { findWaitingCredits } from "../../wallet/second-person.ts";
import { listStaffDisputes } from "../disputes/disputes.queries.ts";
import {
  countSuspense,
  listInReview,
  listUnmatched,
  resolveUnmatched,
} from "../provider-reports/unmatched.queries.ts";
import { listStaffRefunds, type RefundRow } from "../refunds.queries.ts";
import { refundDeposit, refundOrder } from "../refunds.service.ts";
import { sendRefunds } from "../send-refunds.ts";
import { resolveDeposit } from "./resolve-deposit.ts";
import { countWaitingRefunds, listWaitingRefunds } from "./waiting-refunds.queries.ts";

/** The maximum number of deposits, reports and refunds listed, the oldest of each. */
export const SUSPENSE_SHOWN = 200;

type Actor = { id: number } | null;

/**
 * Refunds an order for staff; a null actor is the operator's command. Throws as refundOrder does.
 */
export async function refundOrderAsStaff(
  deps: ApiDeps,
  actor: Actor,
  orderId: number,
  body: RefundOrderBody,
): Promise<Refund[]> {
  const cause = { ...readCause(actor, body), orderId, destination: body.destination };
  const made = await inTransaction(deps.database, async (sql) => {
    const refunds = await refundOrder(deps, sql, cause);
    await auditRefunds(sql, cause, { kind: "order", id: orderId }, refunds);
    return refunds;
  });
  await sendRefunds(deps, made);
  return made.map(toRefund);
}

/** Refunds a deposit for staff. Throws as refundDeposit does. */
export async function refundDepositAsStaff(
  deps: ApiDeps,
  actor: Actor,
  depositId: number,
  body: RefundDepositBody,
): Promise<Refund[]> {
  const cause = { ...readCause(actor, body), depositId };
  const made = await inTransaction(deps.database, async (sql) => {
    const refund = await refundDeposit(deps, sql, cause);
    await auditRefunds(sql, cause, { kind: "deposit", id: depositId }, [refund]);
    return refund;
  });
  await sendRefunds(deps, [made]);
  return [toRefund(made)];
}

/**
 * Logs refunds in the audit log, once even if the operation is repeated. Throws operation_conflict
 * when it is repeated with different content.
 */
async function auditRefunds(
  sql: Sql,
  cause: ReturnType<typeof readCause> & { destination?: RefundDestination },
  subject: { kind: "order" | "deposit"; id: number },
  refunds: RefundRow[],
): Promise<void> {
  const { actorId, reason, amountCents, destination = "source" } = cause;
  const operationId = `refund ${cause.operationId}`;
  const action = { actorId, action: `${subject.kind}.refund`, subject, reason, operationId };
  const content = { amount: amountCents === null ? "all" : toDecimal(amountCents), destination };
  const made = refunds.map((one) => ({ refund: one.id, amount: toDecimal(one.amountCents) }));
  await recordAction(sql, { ...action, after: { ...content, refunds: made } });
  await assertSameAction(sql, { ...action, content });
}

function readCause(actor: Actor, body: RefundDepositBody) {
  const amountCents = readRefundAmount(body.amount);
  const { operation_id: operationId, reason } = body;
  return { operationId, amountCents, reason, actorId: actor?.id ?? null };
}

/**
 * The amount in internal cents; null for the full remaining amount. Throws validation_failed on
 * `amount`.
 */
export function readRefundAmount(amount: string | number | undefined): number | null {
  if (amount === undefined) return null;
  const amountCents = parseSum(amount);
  if (amountCents === null || amountCents <= 0) throw fieldError("amount", "amount_invalid");
  return amountCents;
}

/** A page of refunds, newest first. */
export async function listRefunds(
  deps: ApiDeps,
  query: { status?: RefundStatus; page?: number },
): Promise<{ payload: Refund[]; meta: ReturnType<ReturnType<typeof readStaffPage>["toMeta"]> }> {
  const { toMeta, ...page } = readStaffPage(query, REFUNDS_PER_PAGE);
  const filter = { status: query.status ?? null, ...page };
  const { rows, total } = await listStaffRefunds(deps.database, filter);
  const ids = rows.map(({ id }) => id);
  const requests = await findWaitingCredits(deps.database, "refund", ids);
  const payload = rows.map((row) => ({
    ...toRefund(row),
    mark_request: requests.get(row.id) ?? null,
  }));
  return { payload, meta: toMeta(total) };
}

/** A page of disputes, open ones first, then newest first. */
export async function listDisputes(deps: ApiDeps, query: { page?: number }) {
  const { toMeta, ...page } = readStaffPage(query, REFUNDS_PER_PAGE);
  const { rows, total } = await listStaffDisputes(deps.database, page);
  const ids = rows.map(({ id }) => id);
  const requests = await findWaitingCredits(deps.database, "dispute", ids);
  const payload = rows.map(
    (row): Dispute => ({
      id: row.id,
      deposit_id: row.depositId,
      status: row.status,
      amount: toDecimal(row.amountCents),
      money: toDecimal(row.moneyCents),
      provider: row.provider,
      reference: row.providerRef,
      user: { id: row.userId, email: row.email },
      opened_at: toUnixSeconds(row.openedAt),
      closed_at: row.closedAt && toUnixSeconds(row.closedAt),
      evidence: row.evidence,
      close_request: requests.get(row.id) ?? null,
    }),
  );
  return { payload, meta: toMeta(total) };
}

/** The money issues that need a person, oldest first, with their total number. */
export async function listSuspense(deps: ApiDeps): Promise<Suspense> {
  const deposits = await listInReview(deps.database, SUSPENSE_SHOWN);
  const reports = await listUnmatched(deps.database, SUSPENSE_SHOWN);
  const now = deps.now();
  const refunds = await listWaitingRefunds(deps.database, { now, limit: SUSPENSE_SHOWN });
  const ids = refunds.map(({ id }) => id);
  const requests = await findWaitingCredits(deps.database, "refund", ids);
  return {
    deposits: deposits.map((row) => ({
      id: row.id,
      user_id: row.userId,
      status: row.status,
      money: toDecimal(row.moneyCents),
      currency: row.currency,
      provider: row.provider,
      reference: row.providerRef,
      review: row.review,
      held: toDecimal(row.heldCents),
      created_at: toUnixSeconds(row.createdAt),
    })),
    reports: reports.map(({ id, provider, report, tries, receivedAt }) => ({
      id,
      provider,
      subject: report.subject ?? "payment",
      report,
      tries,
      received_at: toUnixSeconds(receivedAt),
    })),
    refunds: refunds.map((row) => ({
      id: row.id,
      deposit_id: row.depositId,
      user_id: row.userId,
      status: row.status,
      money: toDecimal(row.moneyCents),
      currency: row.currency,
      provider: row.provider,
      is_provider_set_up: deps.payments.find(row.provider) !== null,
      created_at: toUnixSeconds(row.createdAt),
      tried_at: row.triedAt && toUnixSeconds(row.triedAt),
      last_error: row.lastError,
      mark_request: requests.get(row.id) ?? null,
    })),
    counts: {
      ...(await countSuspense(deps.database)),
      refunds: await countWaitingRefunds(deps.database, now),
    },
  };
}

/** Resolves an unmatched report, with a note of the action taken. Throws not_found. */
export async function resolveReport(
  deps: ApiDeps,
  actor: { id: number },
  id: number,
  note: string,
): Promise<void> {
  const resolution = { note, actorId: actor.id, now: deps.now() };
  await inTransaction(deps.database, async (sql) => {
    if (!(await resolveUnmatched(sql, id, resolution))) throw new DomainError("not_found");
    await recordAction(sql, {
      actorId: actor.id,
      action: "payment_report.resolve",
      subject: { kind: "payment_report", id },
      reason: note,
    });
  });
}

/** Ends the review of a deposit. Throws validation_failed on `held`, and as resolveDeposit does. */
export async function resolveDepositAsStaff(
  deps: ApiDeps,
  actor: { id: number },
  id: number,
  { note, review, held }: ResolveDepositBody,
): Promise<void> {
  // At the current rate; negative if disputes took more than there was.
  const text = String(held).trim();
  const cents = parseSum(text.replace(/^-/, ""));
  if (cents === null) throw fieldError("held", "amount_invalid");
  const heldCents = text.startsWith("-") ? 0 - cents : cents;
  await resolveDeposit(deps, actor, id, { note, seen: { review, heldCents } });
}

function toRefund(row: RefundRow & { email?: string }): Refund {
  return {
    id: row.id,
    status: row.status,
    order_id: row.orderId,
    deposit_id: row.depositId,
    amount: toDecimal(row.amountCents),
    money: row.moneyCents === null ? null : toDecimal(row.moneyCents),
    reason: row.reason,
    evidence: row.evidence,
    user: { id: row.userId, email: row.email ?? null },
    created_at: toUnixSeconds(row.createdAt),
    changed_at: toUnixSeconds(row.changedAt),
  };
}
