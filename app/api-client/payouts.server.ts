import {
  type MarkPayoutBody,
  type Payout,
  type PayoutBatch,
  type PayoutsQuery,
  payoutBatchesResponseSchema,
  payoutBatchResponseSchema,
  type StaffPayout,
  staffPayoutsResponseSchema,
} from "#api/contract/payouts.ts";
import { parseResponse, requireCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";

export type StaffPayoutView = ReturnType<typeof toStaffPayout>;
export type PayoutBatchView = ReturnType<typeof toBatch>;

export function toPayout(payout: Payout) {
  return {
    id: String(payout.id),
    status: payout.status,
    amountCents: requireCents(payout.amount),
    currency: payout.currency ?? DEFAULT_CURRENCY,
    /** Masked. */
    iban: payout.iban ?? null,
    fullName: payout.full_name ?? null,
    createdAt: toIso(payout.created_at),
    changedAt: toIso(payout.changed_at),
  };
}

/** Unix seconds (spec §3) as ISO 8601; null for a time that is not there. */
export function toIso(seconds: number | null | undefined): string | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}

// ---------------------------------------------------------------- the staff's side

/** The staff's list, and what is ready for the bank. Throws ApiError 404 for everybody else. */
export async function listPayouts(api: ApiClient, query: PayoutsQuery) {
  const response = parseResponse(
    staffPayoutsResponseSchema,
    await api.get("/staff/payouts", query),
  );
  return {
    payouts: response.payload.map(toStaffPayout),
    page: response.meta.current_page,
    pages: response.meta.last_page,
    ready: { count: response.ready.count, totalCents: requireCents(response.ready.total) },
  };
}

/** The files made for the bank, the newest first. */
export async function listPayoutBatches(api: ApiClient): Promise<PayoutBatchView[]> {
  const body = await api.get("/staff/payouts/batches");
  return parseResponse(payoutBatchesResponseSchema, body).payload.map(toBatch);
}

/**
 * Makes a file of all that is ready; the same operation id returns the same file again. Null when
 * the server made it without showing it: the list has it. Throws ApiError payouts_none_ready (409),
 * payouts_not_configured (409).
 */
export async function createPayoutBatch(
  api: ApiClient,
  operationId: string,
): Promise<PayoutBatchView | null> {
  const body = await api.send("POST", "/staff/payouts/batches", { operation_id: operationId });
  const { success, data } = payoutBatchResponseSchema.safeParse(body);
  return success ? toBatch(data.payload) : null;
}

/** The file's response, to be passed on as it streams. Throws ApiError 404. */
export function downloadPayoutBatch(api: ApiClient, batchId: string): Promise<Response> {
  return api.download(`/staff/payouts/batches/${encodeURIComponent(batchId)}/file`, {});
}

/** Notes what became of a payout. Throws ApiError payout_changed (409), validation_failed (422). */
export async function markPayout(
  api: ApiClient,
  payoutId: string,
  mark: MarkPayoutBody,
): Promise<void> {
  await api.send("POST", `/staff/payouts/${encodeURIComponent(payoutId)}/mark`, mark);
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
  };
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
    createdAt: new Date(batch.created_at * 1000).toISOString(),
    skippedCount: batch.skipped_ids?.length ?? 0,
  };
}
