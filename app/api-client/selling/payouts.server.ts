import { givenCardResponseSchema, type PayOutToCardBody } from "#api/contract/offers.ts";
import {
  type ApprovePayoutBody,
  type CreateBatchBody,
  type MarkBatchBody,
  type MarkPayoutBody,
  markedBatchResponseSchema,
  type Payout,
  type PayoutApproval,
  type PayoutBatch,
  type PayoutCard,
  type PayoutsQuery,
  payoutApprovalResponseSchema,
  payoutBatchesResponseSchema,
  payoutBatchResponseSchema,
  payoutPreviewResponseSchema,
  type StaffPayout,
  staffPayoutsResponseSchema,
} from "#api/contract/payouts.ts";
import { type SandboxCardForm, sandboxCardResponseSchema } from "#api/contract/sandbox-cards.ts";
import { toDecisions } from "#app/api-client/staff/reviews.server.ts";
import {
  parseResponse,
  readLastPage,
  requireCents,
} from "#app/api-client/transport/parse-response.server.ts";
import {
  type PaymentTarget,
  readTarget,
  toTarget,
} from "#app/api-client/transport/payment-target.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { formatCard } from "#domain/payouts.ts";

export type StaffPayoutView = ReturnType<typeof toStaffPayout>;
export type PayoutBatchView = ReturnType<typeof toBatch>;
export type PayoutApprovalView = ReturnType<typeof toApproval>;
export type PayoutPreviewView = Awaited<ReturnType<typeof previewPayoutBatch>>;

export function toPayout(payout: Payout) {
  return {
    id: String(payout.id),
    status: payout.status,
    amountCents: requireCents(payout.amount),
    currency: payout.currency ?? DEFAULT_CURRENCY,
    /** Masked: "EE38 •••• 5685", "Visa •••• 4242". */
    account: payout.card ? formatCard(payout.card) : (payout.iban ?? null),
    isToCard: payout.type === "card",
    /** True if the transfer to the card failed, so that nothing was paid. */
    isFailed: Boolean(payout.failure),
    fullName: payout.full_name ?? null,
    createdAt: fromUnixSeconds(payout.created_at),
    changedAt: fromUnixSeconds(payout.changed_at),
  };
}

/** A card as used by screens. */
function toCard(card: PayoutCard) {
  const month = card.exp_month ?? null;
  return {
    name: formatCard(card),
    expiry:
      month === null || card.exp_year == null
        ? null
        : { month: String(month).padStart(2, "0"), year: String(card.exp_year) },
  };
}

/** A card entered on the payout provider's page, to be confirmed. */
export type GivenCardView = Awaited<ReturnType<typeof getGivenCard>>;

/**
 * Starts a payout to a card: returns the payout provider's page, where the card is entered. A
 * server that returns no page has already accepted the offer. Throws ApiError
 * card_payout_unavailable (422), payout_underway (409), payment_unavailable (502) and what
 * `approveOffer` throws.
 */
export async function startCardPayout(
  api: ApiClient,
  body: PayOutToCardBody,
): Promise<PaymentTarget> {
  return readTarget(api, await api.send("POST", "/offer/withdraw/card", body));
}

/** Throws ApiError payout_card_not_found (404), payout_card_used, _expired, _missing (409). */
export async function getGivenCard(api: ApiClient, state: string) {
  const body = await api.get(`/offer/withdraw/card/${encodeURIComponent(state)}`);
  const { payload } = parseResponse(givenCardResponseSchema, body);
  return {
    state,
    offerId: String(payload.offer_id),
    card: toCard(payload.card),
    contactDetails: payload.contact_details ?? {},
  };
}

/**
 * Confirms the card: accepts the offer, or claims money that came back. Throws what `getGivenCard`
 * throws.
 */
export async function confirmCardPayout(
  api: ApiClient,
  offerId: string,
  state: string,
): Promise<void> {
  const body = { id: offerId, card: state, terms: true };
  await api.send("POST", "/offer/withdraw/card", body);
}

/** Throws ApiError 404 for a page that does not exist, belongs to another user or has expired. */
export async function getSandboxCard(api: ApiClient, token: string) {
  const body = await api.get(`/sandbox/cards/${encodeURIComponent(token)}`);
  const { payload } = parseResponse(sandboxCardResponseSchema, body);
  return {
    amountCents: requireCents(payload.amount),
    currency: payload.currency,
    status: payload.status,
    returnUrl: toTarget(api, payload.return_url),
  };
}

/** Throws ApiError 422 by field, payout_card_used (409). */
export async function saveSandboxCard(
  api: ApiClient,
  token: string,
  form: SandboxCardForm,
): Promise<{ returnUrl: string | null }> {
  const body = await api.send("POST", `/sandbox/cards/${encodeURIComponent(token)}`, form);
  return {
    returnUrl: toTarget(api, parseResponse(sandboxCardResponseSchema, body).payload.return_url),
  };
}

/** The staff list of payouts, and those ready for the bank. Throws ApiError 404 unless staff. */
export async function listPayouts(api: ApiClient, query: PayoutsQuery) {
  const response = parseResponse(
    staffPayoutsResponseSchema,
    await api.get("/staff/payouts", query),
  );
  return {
    payouts: response.payload.map(toStaffPayout),
    page: response.meta.current_page,
    pages: readLastPage(response.meta),
    ready: { count: response.ready.count, totalCents: requireCents(response.ready.total) },
    counts: response.counts ?? null,
  };
}

/** Bank files, newest first. */
export async function listPayoutBatches(api: ApiClient): Promise<PayoutBatchView[]> {
  const body = await api.get("/staff/payouts/batches");
  return parseResponse(payoutBatchesResponseSchema, body).payload.map(toBatch);
}

/** Preview of the next file. Throws ApiError payouts_not_configured (409). */
export async function previewPayoutBatch(api: ApiClient) {
  const body = await api.get("/staff/payouts/preview");
  const { payload } = parseResponse(payoutPreviewResponseSchema, body);
  return {
    count: payload.count,
    total: String(payload.total),
    totalCents: requireCents(payload.total),
    skippedCount: payload.skipped_ids.length,
    executionDate: payload.execution_date,
    needsApproval: payload.needs_approval,
    sellersAbove: toSellers(payload.approval_sellers),
  };
}

/** The file pending approval; null if none. */
export async function getPayoutApproval(api: ApiClient): Promise<PayoutApprovalView | null> {
  const body = await api.get("/staff/payouts/approval");
  const { payload } = parseResponse(payoutApprovalResponseSchema, body);
  return payload && toApproval(payload);
}

/**
 * Creates a file of all ready payouts, if its content is the expected one; idempotent by operation
 * id. `isWaiting` if a second person must approve it. `batch` is null if the server created it
 * without returning it: then the list contains it. Throws ApiError payouts_none_ready (409),
 * payouts_not_configured (409), payouts_changed (409), payout_approval_waiting (409),
 * payout_approval_decided (409).
 */
export async function createPayoutBatch(
  api: ApiClient,
  request: CreateBatchBody,
): Promise<{ batch: PayoutBatchView | null; isWaiting: boolean }> {
  const body = await api.send("POST", "/staff/payouts/batches", request);
  const { success, data } = payoutBatchResponseSchema.safeParse(body);
  if (success) return { batch: toBatch(data.payload), isWaiting: false };
  return { batch: null, isWaiting: payoutApprovalResponseSchema.safeParse(body).success };
}

/** Approves a file, which creates it, or rejects it. Throws ApiError 403 (one's own), 404, 409. */
export async function decidePayoutApproval(
  api: ApiClient,
  approvalId: string,
  decision: "approve" | "reject",
): Promise<void> {
  await api.send("POST", `/staff/payouts/approvals/${encodeURIComponent(approvalId)}`, {
    decision,
  });
}

/**
 * Marks all payouts of a file except the given ones; returns their number, 0 if the request is a
 * repetition, or null if the server does not report it. Throws ApiError 404, payouts_none_marked
 * and payouts_already_marked (409), 422.
 */
export async function markPayoutBatch(
  api: ApiClient,
  batchId: string,
  mark: MarkBatchBody,
): Promise<number | null> {
  const path = `/staff/payouts/batches/${encodeURIComponent(batchId)}/mark`;
  const body = await api.send("POST", path, mark);
  return markedBatchResponseSchema.safeParse(body).data?.payload.marked ?? null;
}

/** The response with the file, as a stream. Throws ApiError 404. */
export function downloadPayoutBatch(api: ApiClient, batchId: string): Promise<Response> {
  return api.download(`/staff/payouts/batches/${encodeURIComponent(batchId)}/file`, {});
}

/**
 * Records a payout's outcome. Throws ApiError payout_changed, payout_already_marked and
 * payout_sending (409), validation_failed (422).
 */
export async function markPayout(
  api: ApiClient,
  payoutId: string,
  mark: MarkPayoutBody,
): Promise<void> {
  await api.send("POST", `/staff/payouts/${encodeURIComponent(payoutId)}/mark`, mark);
}

/**
 * Approves a payout to a card. Throws ApiError payout_approval_priced (403), payout_changed (409).
 */
export async function approvePayout(
  api: ApiClient,
  payoutId: string,
  approval: ApprovePayoutBody,
): Promise<void> {
  await api.send("POST", `/staff/payouts/${encodeURIComponent(payoutId)}/approve`, approval);
}

function toStaffPayout(payout: StaffPayout) {
  return {
    ...toPayout(payout),
    offer: { id: String(payout.offer.id), title: payout.offer.title },
    userEmail: payout.user.email,
    endToEndId: payout.end_to_end_id,
    batchId: payout.batch_id === null ? null : String(payout.batch_id),
    evidence: payout.evidence,
    marks: payout.marks,
    /** Why it is held back; null if it is not held back. */
    hold: payout.hold ?? null,
    /**
     * While it waits for a second person: the amount that exceeds the limit, including recent
     * payouts.
     */
    approvalCents: payout.approval_total == null ? null : requireCents(payout.approval_total),
    /** True if it waits for a second person, and the viewer may be that person. */
    mayApprove: payout.may_approve === true,
    /** Why the viewer may not be that person; null if they may, or if it does not wait. */
    approverProblem: payout.approver_problem ?? null,
    history: toDecisions(payout.history),
  };
}

function toApproval(approval: PayoutApproval) {
  return {
    id: String(approval.id),
    payoutsCount: approval.payouts_count,
    totalCents: requireCents(approval.total),
    requesterId: String(approval.requested_by.id),
    requesterEmail: approval.requested_by.email,
    requestedAt: fromUnixSeconds(approval.requested_at),
    sellersAbove: toSellers(approval.approval_sellers),
  };
}

/** Sellers who, with this file, get more than the limit on one person's decision. */
function toSellers(sellers: PayoutApproval["approval_sellers"]) {
  return (sellers ?? []).map(({ user, total }) => ({
    id: String(user.id),
    email: user.email,
    cents: requireCents(total),
  }));
}

function toBatch(batch: PayoutBatch) {
  return {
    id: String(batch.id),
    messageId: batch.message_id,
    payoutsCount: batch.payouts_count,
    totalCents: requireCents(batch.total),
    executionDate: batch.execution_date,
    fileName: batch.file_name,
    sha256: batch.sha256,
    createdAt: fromUnixSeconds(batch.created_at),
    skippedCount: batch.skipped_ids?.length ?? 0,
  };
}
