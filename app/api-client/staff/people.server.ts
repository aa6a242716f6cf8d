import {
  type AdjustBalanceBody,
  type BalanceAdjustment,
  balanceAdjustmentResponseSchema,
  type ChangePersonBody,
  type DecideAdjustmentBody,
  type ListedPerson,
  type PersonRecord,
  peopleResponseSchema,
  personResponseSchema,
} from "#api/contract/staff/people.ts";
import {
  parseResponse,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";

export type PersonView = Awaited<ReturnType<typeof getPerson>>;
export type RecordView = ReturnType<typeof toRecord>;

/** A page of people, newest first. Throws ApiError 404 for a server without this list. */
export async function listPeople(api: ApiClient, query: Record<string, string>) {
  const response = parseResponse(peopleResponseSchema, await api.get("/staff/people", query));
  const { newer = null, older = null } = response.meta ?? {};
  return {
    people: response.payload.map(toListed),
    newer: newer === null ? null : String(newer),
    older: older === null ? null : String(older),
  };
}

/** One person with their records. Throws ApiError 404. */
export async function getPerson(api: ApiClient, id: string) {
  const body = await api.get(`/staff/people/${encodeURIComponent(id)}`);
  const { payload } = parseResponse(personResponseSchema, body);
  const { records, record_counts: counts } = payload;
  return {
    ...toListed(payload),
    phone: payload.phone,
    address: payload.address,
    locale: payload.locale,
    isEmailVerified: payload.is_email_verified,
    balanceRequest: payload.balance_request ? toAdjustment(payload.balance_request) : null,
    records: {
      ledger: records.ledger.map(toRecord),
      orders: records.orders.map(toRecord),
      deposits: records.deposits.map(toRecord),
      offers: records.offers.map(toRecord),
      documents: records.documents.map(toRecord),
      sessions: records.sessions.map(toRecord),
      mails: records.mails.map(toRecord),
    },
    /** Null if the server does not count them. */
    counts: counts ?? null,
  };
}

/** A person's data export, on their behalf. Throws ApiError 404. */
export function downloadPersonData(api: ApiClient, id: string): Promise<Response> {
  return api.download(`/staff/people/${encodeURIComponent(id)}/data`, {});
}

/** Changes an account. Throws ApiError 403, 404, 422 (fields, last_owner). */
export async function changePerson(
  api: ApiClient,
  id: string,
  body: ChangePersonBody,
): Promise<void> {
  await api.send("POST", `/staff/people/${encodeURIComponent(id)}/change`, body);
}

/**
 * Makes this session view the shop as a user from now on. Throws ApiError 403, 404, 422 (fields).
 */
export async function startPersonView(api: ApiClient, id: string, reason: string): Promise<void> {
  await api.send("POST", `/staff/people/${encodeURIComponent(id)}/view`, { reason });
}

/**
 * Credits or debits a balance; returns true if it needs a second person's approval. Throws ApiError
 * 403, 409, 422.
 */
export async function adjustBalance(
  api: ApiClient,
  id: string,
  body: AdjustBalanceBody,
): Promise<boolean> {
  const response = await api.send("POST", `/staff/people/${encodeURIComponent(id)}/balance`, body);
  const parsed = balanceAdjustmentResponseSchema.safeParse(response);
  return parsed.success && parsed.data.payload.status === "waiting";
}

/** Approves or rejects a pending adjustment. Throws ApiError 403, 404, 409. */
export async function decideAdjustment(
  api: ApiClient,
  id: string,
  body: DecideAdjustmentBody,
): Promise<void> {
  await api.send("POST", `/staff/people/${encodeURIComponent(id)}/balance/decide`, body);
}

function toAdjustment(adjustment: BalanceAdjustment) {
  return {
    id: String(adjustment.id),
    amountCents: requireCents(adjustment.amount),
    reason: adjustment.reason,
    requesterId: String(adjustment.requested_by.id),
    requesterEmail: adjustment.requested_by.email,
    requestedAt: fromUnixSeconds(adjustment.requested_at),
  };
}

function toListed(person: ListedPerson) {
  return {
    id: String(person.id),
    email: person.email,
    name: person.name,
    staffRole: person.staff_role,
    isVerified: person.verification === "approved",
    balanceCents: requireCents(person.balance),
    createdAt: fromUnixSeconds(person.created_at),
    isDisabled: person.is_disabled,
    isDeleted: person.is_deleted,
  };
}

function toRecord({ id, at, title, status, amount, currency }: PersonRecord) {
  return {
    id: String(id),
    at: fromUnixSeconds(at),
    title,
    status,
    amountCents: toCents(amount),
    currency,
  };
}
