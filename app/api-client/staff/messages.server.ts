import {
  type ReplyBody,
  type StaffMessage,
  type StaffMessagesQuery,
  staffMessageResponseSchema,
  staffMessagesResponseSchema,
} from "#api/contract/staff/contact.ts";
import { parseResponse, readLastPage } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { MessageStatus } from "#domain/contact.ts";

/** A page of contact messages, and the number of matches per status. */
export async function listStaffMessages(
  api: ApiClient,
  query: Pick<StaffMessagesQuery, "status" | "q"> & { page: number },
) {
  const response = parseResponse(
    staffMessagesResponseSchema,
    await api.get("/staff/messages", query),
  );
  return {
    messages: response.payload.map(toRow),
    counts: response.counts,
    page: response.meta.current_page,
    pages: readLastPage(response.meta),
  };
}

/** A message; opening it marks it as read. Throws ApiError message_not_found (404). */
export async function openStaffMessage(api: ApiClient, id: string) {
  const body = await api.get(`/staff/messages/${encodeURIComponent(id)}`);
  const { payload } = parseResponse(staffMessageResponseSchema, body);
  return {
    ...toRow(payload),
    message: payload.message,
    details: payload.details,
    isMember: payload.is_member,
    replies: payload.replies.map((reply) => ({
      body: reply.body,
      author: reply.author,
      createdAt: reply.created_at,
    })),
  };
}

/** Mails the reply. Throws ApiError message_not_found (404). */
export async function replyToMessage(api: ApiClient, id: string, body: ReplyBody): Promise<void> {
  await api.send("POST", `/staff/messages/${encodeURIComponent(id)}/reply`, body);
}

/** Throws ApiError message_not_found (404). */
export async function setMessageStatus(
  api: ApiClient,
  id: string,
  status: MessageStatus,
): Promise<void> {
  await api.send("POST", `/staff/messages/${encodeURIComponent(id)}/status`, { status });
}

type Row = Omit<StaffMessage, "message" | "details" | "is_member" | "replies">;

function toRow(row: Row) {
  return {
    id: String(row.id),
    reference: row.reference,
    status: row.status,
    name: row.name,
    email: row.email,
    excerpt: row.excerpt,
    locale: row.locale,
    createdAt: row.created_at,
  };
}
