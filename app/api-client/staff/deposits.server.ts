import {
  type CreditRequest,
  type Dispute,
  disputesResponseSchema,
  type MarkRefundBody,
  type Suspense,
  suspenseResponseSchema,
} from "#api/contract/refunds.ts";
import {
  creditedByHandResponseSchema,
  type DecideCreditBody,
  type DecideSettlementBody,
  type StaffDeposit,
  settledDepositResponseSchema,
  staffDepositResponseSchema,
  staffDepositsResponseSchema,
} from "#api/contract/staff/deposits.ts";
import { refundPlanResponseSchema } from "#api/contract/staff/orders.ts";
import {
  type HistoryCursor,
  type HistoryList,
  toHistoryList,
  toHistoryQuery,
} from "#app/api-client/history.server.ts";
import {
  parseResponse,
  readLastPage,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";
import {
  type RefundPlanView,
  type RefundRequest,
  type StaffSearchQuery,
  toRefundPlan,
  toTimelineEvent,
} from "./orders.server.ts";

export type StaffDepositDetailView = Awaited<ReturnType<typeof getStaffDeposit>>;
export type CreditRequestView = ReturnType<typeof toCreditRequest>;
export type StaffDepositView = ReturnType<typeof toStaffDeposit>;
export type DisputeView = ReturnType<typeof toDispute>;
export type WaitingRefundView = NonNullable<SuspenseView["refunds"]>[number];
export type SuspenseView = Awaited<ReturnType<typeof listSuspense>>;

/** A page of all users' deposits. Throws ApiError 404 unless staff. */
export async function searchDeposits(
  api: ApiClient,
  search: StaffSearchQuery,
  cursor: HistoryCursor,
): Promise<HistoryList<StaffDepositView>> {
  const body = await api.get("/staff/deposits", { ...toHistoryQuery(cursor), ...search });
  const { payload, meta } = parseResponse(staffDepositsResponseSchema, body);
  return toHistoryList(payload.map(toStaffDeposit), meta, cursor, ({ id }) => id);
}

/** A deposit with its payer and all events. Throws ApiError 404. */
export async function getStaffDeposit(api: ApiClient, id: string) {
  const body = await api.get(toPath(id));
  const { payload } = parseResponse(staffDepositResponseSchema, body);
  return {
    ...toStaffDeposit(payload),
    payer: payload.payer,
    settleRequest: toRequest(payload.settle_request),
    timeline: payload.timeline.map(toTimelineEvent),
  };
}

/** Preview of a deposit's refund. Throws ApiError 404, 409, 422. */
export async function planDepositRefund(
  api: ApiClient,
  id: string,
  request: { amount: string },
): Promise<RefundPlanView> {
  const body = await api.get(`${toPath(id)}/refund-plan`, request);
  return toRefundPlan(parseResponse(refundPlanResponseSchema, body).payload);
}

/** Refunds a deposit to its source; idempotent by operation id. */
export async function refundDeposit(
  api: ApiClient,
  id: string,
  { destination: _, ...request }: RefundRequest,
): Promise<void> {
  await api.send("POST", `${toPath(id)}/refund`, request);
}

/**
 * The result of settling by hand: credited on evidence, credited by the provider's report, or
 * waiting.
 */
export type Settlement = "by_hand" | "by_report" | "waiting";

/**
 * Settles a pending deposit in the review that was seen, or requests a second person's approval for
 * it. Throws ApiError 404, 409 deposit_changed, 422.
 */
export async function settleDeposit(
  api: ApiClient,
  id: string,
  decision: { evidence: string; review: string },
): Promise<Settlement> {
  return toSettlement(await api.send("POST", `${toPath(id)}/settle`, decision));
}

/**
 * Approves or rejects a pending settlement, in the review that was seen. Throws ApiError 403 for
 * approving one's own, 404, 409 deposit_changed or evidence_erased.
 */
export async function decideSettlement(
  api: ApiClient,
  id: string,
  decision: DecideSettlementBody,
): Promise<Settlement> {
  return toSettlement(await api.send("POST", `${toPath(id)}/settle/decide`, decision));
}

function toSettlement(body: unknown): Settlement {
  const { data } = settledDepositResponseSchema.safeParse(body);
  if (data?.payload.needs_approval) return "waiting";
  return data?.payload.is_by_hand === false ? "by_report" : "by_hand";
}

/**
 * Ends a pending deposit as failed, in the review that was seen. Throws ApiError 404, 409
 * deposit_changed, 422.
 */
export async function endDeposit(
  api: ApiClient,
  id: string,
  decision: { evidence: string; review: string },
): Promise<void> {
  await api.send("POST", `${toPath(id)}/end`, decision);
}

/** Deposits that need review, unmatched reports, and refunds that need a person. */
export async function listSuspense(api: ApiClient) {
  const { payload } = parseResponse(suspenseResponseSchema, await api.get("/staff/suspense"));
  return {
    deposits: payload.deposits.map((deposit) => ({
      id: String(deposit.id),
      status: deposit.status,
      moneyCents: requireCents(deposit.money),
      currency: deposit.currency,
      review: deposit.review,
      userId: String(deposit.user_id),
      /** The amount in suspense; null if the server does not state it, or not readably. */
      heldCents: toCents(deposit.held),
      createdAt: fromUnixSeconds(deposit.created_at),
    })),
    reports: payload.reports.map(toReport),
    /** Oldest first; null if the server does not list them. */
    refunds: payload.refunds?.map(toWaitingRefund) ?? null,
    /** Null if the server does not count them. */
    counts: payload.counts ?? null,
  };
}

/**
 * Records the outcome of a refund; returns true if it waits for a second person. Throws ApiError
 * 403, 404, 409 refund_changed, 422.
 */
export async function markRefund(
  api: ApiClient,
  id: string,
  mark: MarkRefundBody,
): Promise<boolean> {
  return needsApproval(await api.send("POST", `${toRefundPath(id)}/mark`, mark));
}

/**
 * Approves or rejects the mark of a refund. Throws ApiError 403 for approving one's own, 404, 409
 * refund_changed or evidence_erased.
 */
export async function decideMark(
  api: ApiClient,
  id: string,
  decision: DecideCreditBody,
): Promise<void> {
  await api.send("POST", `${toRefundPath(id)}/mark/decide`, decision);
}

/** Also false for a server without approval by a second person. */
const needsApproval = (body: unknown) =>
  creditedByHandResponseSchema.safeParse(body).data?.payload.needs_approval ?? false;

/** Assigns a report to a deposit. Throws ApiError 404, 409 report_not_assignable, 422. */
export async function assignReport(
  api: ApiClient,
  reportId: string,
  assignment: { deposit_id: string; note: string },
): Promise<void> {
  await api.send("POST", `${toReportPath(reportId)}/assign`, assignment);
}

/** Resolves a report, with a note of the action taken. Throws ApiError 404, 422. */
export async function resolveReport(api: ApiClient, reportId: string, note: string): Promise<void> {
  await api.send("POST", `${toReportPath(reportId)}/resolve`, { note });
}

/**
 * Ends the review of a deposit as it was seen, with a note of the action taken. Throws ApiError 404,
 * 409 deposit_changed or deposit_disputed, 422.
 */
export async function resolveDeposit(
  api: ApiClient,
  id: string,
  resolution: { note: string; review: string; held: string },
): Promise<void> {
  await api.send("POST", `/staff/suspense/deposits/${encodeURIComponent(id)}/resolve`, resolution);
}

/** A page of disputes, newest first. */
export async function listDisputes(api: ApiClient, page: number) {
  const body = await api.get("/staff/disputes", { page });
  const { payload, meta } = parseResponse(disputesResponseSchema, body);
  return {
    disputes: payload.map(toDispute),
    page: meta.current_page,
    pages: readLastPage(meta),
  };
}

/**
 * Records a dispute's outcome; returns true if it waits for a second person. Throws ApiError 404,
 * 409 dispute_changed, 422.
 */
export async function closeDispute(
  api: ApiClient,
  id: string,
  decision: { outcome: "won" | "lost"; evidence: string },
): Promise<boolean> {
  return needsApproval(await api.send("POST", `${toDisputePath(id)}/close`, decision));
}

/**
 * Approves or rejects the outcome of a dispute. Throws ApiError 403 for approving one's own, 404,
 * 409 dispute_changed or evidence_erased.
 */
export async function decideDispute(
  api: ApiClient,
  id: string,
  decision: DecideCreditBody,
): Promise<void> {
  await api.send("POST", `${toDisputePath(id)}/close/decide`, decision);
}

const toPath = (id: string) => `/staff/deposits/${encodeURIComponent(id)}`;
const toRefundPath = (id: string) => `/staff/refunds/${encodeURIComponent(id)}`;
const toDisputePath = (id: string) => `/staff/disputes/${encodeURIComponent(id)}`;
const toReportPath = (id: string) => `/staff/suspense/reports/${encodeURIComponent(id)}`;

function toStaffDeposit(deposit: StaffDeposit) {
  return {
    id: String(deposit.id),
    status: deposit.status,
    amountCents: requireCents(deposit.amount),
    moneyCents: requireCents(deposit.money),
    currency: deposit.currency,
    refundedCents: requireCents(deposit.refunded),
    method: deposit.method,
    provider: deposit.provider,
    reference: deposit.reference,
    review: deposit.review,
    needsApproval: deposit.needs_approval ?? false,
    userId: deposit.user.id,
    email: deposit.user.email,
    createdAt: fromUnixSeconds(deposit.created_at),
  };
}

function toRequest(request: CreditRequest | null | undefined) {
  return request ? toCreditRequest(request) : null;
}

function toCreditRequest(request: CreditRequest) {
  return {
    id: String(request.id),
    evidence: request.evidence,
    requesterId: String(request.requested_by.id),
    requesterEmail: request.requested_by.email,
    requestedAt: fromUnixSeconds(request.requested_at),
  };
}

function toWaitingRefund(refund: NonNullable<Suspense["refunds"]>[number]) {
  return {
    id: String(refund.id),
    depositId: String(refund.deposit_id),
    status: refund.status,
    moneyCents: requireCents(refund.money),
    currency: refund.currency,
    provider: refund.provider,
    isProviderSetUp: refund.is_provider_set_up,
    userId: String(refund.user_id),
    createdAt: fromUnixSeconds(refund.created_at),
    triedAt: refund.tried_at === null ? null : fromUnixSeconds(refund.tried_at),
    lastError: refund.last_error,
    markRequest: toRequest(refund.mark_request),
  };
}

function toReport(report: Suspense["reports"][number]) {
  const text = (value: unknown) =>
    typeof value === "string" || typeof value === "number" ? String(value) : null;
  const cents = report.report.amountCents;
  return {
    id: String(report.id),
    provider: report.provider,
    subject: report.subject,
    reference: text(report.report.providerRef),
    /** The provider's id of the refund or dispute; null for a payment. */
    subjectReference: text(report.report.refundRef) ?? text(report.report.disputeRef),
    outcome: text(report.report.outcome),
    moneyCents: typeof cents === "number" ? cents : null,
    currency: text(report.report.currency),
    tries: report.tries,
    receivedAt: fromUnixSeconds(report.received_at),
  };
}

function toDispute(dispute: Dispute) {
  return {
    id: String(dispute.id),
    depositId: String(dispute.deposit_id),
    status: dispute.status,
    amountCents: requireCents(dispute.amount),
    moneyCents: requireCents(dispute.money),
    reference: dispute.reference,
    provider: dispute.provider,
    userId: String(dispute.user.id),
    email: dispute.user.email,
    evidence: dispute.evidence ?? null,
    closeRequest: toRequest(dispute.close_request),
    openedAt: fromUnixSeconds(dispute.opened_at),
  };
}
