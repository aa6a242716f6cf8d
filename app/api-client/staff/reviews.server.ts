import {
  type Decisions,
  type QueuePlace,
  type Reason,
  reasonsResponseSchema,
  type SaveReasonBody,
} from "#api/contract/staff/reviews.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";

export type QueuePlaceView = ReturnType<typeof toQueuePlace>;
export type DecisionView = ReturnType<typeof toDecisions>[number];
export type ReasonView = ReturnType<typeof toReason>;

/** A record's position in its queue. */
export function toQueuePlace({ previous, next, position, total }: QueuePlace) {
  return {
    previous: previous === null ? null : String(previous),
    next: next === null ? null : String(next),
    position,
    total,
  };
}

/** Decisions on a record; empty if the server does not report them. */
export function toDecisions(decisions: Decisions = []) {
  return decisions.map(({ at, actor, status, amount, note }) => ({
    at: fromUnixSeconds(at),
    actor,
    status,
    amountCents: toCents(amount),
    note: note || null,
  }));
}

/** The shop's reusable reasons. Throws ApiError 404 for a server without any. */
export async function listReasons(api: ApiClient): Promise<ReasonView[]> {
  const body = await api.get("/staff/reasons");
  return parseResponse(reasonsResponseSchema, body).payload.map(toReason);
}

/**
 * Adds a reason, or edits the one with this id as read at this version. Throws ApiError 404, 409 if
 * it has been changed since, 422 (fields).
 */
export async function saveReason(
  api: ApiClient,
  id: string | null,
  { version, ...body }: SaveReasonBody & { version?: string },
): Promise<void> {
  if (id === null) await api.send("POST", "/staff/reasons", body);
  else await api.send("PUT", `/staff/reasons/${encodeURIComponent(id)}`, { ...body, version });
}

/** Throws ApiError 404. */
export async function deleteReason(api: ApiClient, id: string): Promise<void> {
  await api.send("DELETE", `/staff/reasons/${encodeURIComponent(id)}`, {});
}

function toReason({ id, kind, locale, title, body, version }: Reason) {
  return { id: String(id), kind, locale, title, body, version: version ?? "" };
}
