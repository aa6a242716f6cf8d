import { type StaffWithdrawal, staffWithdrawalsResponseSchema } from "#api/contract/withdrawals.ts";
import { parseResponse, readLastPage } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";
import type { WITHDRAWAL_STATUSES } from "#domain/withdrawal-statements.ts";

export type StaffWithdrawalView = ReturnType<typeof toWithdrawal>;

/** A page of statements of withdrawal, longest waiting first. */
export async function listWithdrawals(
  api: ApiClient,
  query: { status: (typeof WITHDRAWAL_STATUSES)[number]; page: number },
) {
  const body = await api.get("/staff/withdrawals", query);
  const { payload, meta } = parseResponse(staffWithdrawalsResponseSchema, body);
  return {
    withdrawals: payload.map(toWithdrawal),
    page: meta.current_page,
    pages: readLastPage(meta),
  };
}

/**
 * Records how a statement was handled; repeating the same note changes nothing. Throws ApiError
 * 404, 422, and withdrawal_changed (409) if it is not pending (any more).
 */
export async function resolveWithdrawal(api: ApiClient, id: string, note: string): Promise<void> {
  await api.send("POST", `/staff/withdrawals/${encodeURIComponent(id)}/resolve`, { note });
}

function toWithdrawal(withdrawal: StaffWithdrawal) {
  const { number, status, subject, contract, destination, name, email, note } = withdrawal;
  return {
    id: String(withdrawal.id),
    ...{ number, status, subject, contract, destination, name, email, note },
    isConfirmed: withdrawal.is_confirmed,
    receivedAt: fromUnixSeconds(withdrawal.received_at),
  };
}
