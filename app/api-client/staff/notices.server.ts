import {
  type DecideNoticeBody,
  type StaffNotice,
  type StaffNoticesQuery,
  staffNoticeResponseSchema,
  staffNoticesResponseSchema,
} from "#api/contract/staff/notices.ts";
import { parseResponse, readLastPage } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

/** A page of notices of illegal content, and the number per status. */
export async function listStaffNotices(
  api: ApiClient,
  query: Pick<StaffNoticesQuery, "status"> & { page: number },
) {
  const response = parseResponse(
    staffNoticesResponseSchema,
    await api.get("/staff/notices", query),
  );
  return {
    notices: response.payload.map(toRow),
    counts: response.counts,
    page: response.meta.current_page,
    pages: readLastPage(response.meta),
  };
}

/** One notice with its decisions. Throws ApiError notice_not_found (404). */
export async function getStaffNotice(api: ApiClient, id: string) {
  const body = await api.get(`/staff/notices/${encodeURIComponent(id)}`);
  const { payload } = parseResponse(staffNoticeResponseSchema, body);
  return {
    ...toRow(payload),
    productId: payload.product_id === null ? null : String(payload.product_id),
    explanation: payload.explanation,
    name: payload.name,
    email: payload.email,
    locale: payload.locale,
    hasSeller: payload.has_seller,
    complaint: payload.complaint,
    decisions: payload.decisions,
    choices: payload.choices,
  };
}

/** Throws ApiError notice_not_found (404), notice_changed (409), 422 (fields). */
export async function decideNotice(
  api: ApiClient,
  id: string,
  body: DecideNoticeBody,
): Promise<void> {
  await api.send("POST", `/staff/notices/${encodeURIComponent(id)}/decide`, body);
}

type Row = Pick<
  StaffNotice,
  "id" | "reference" | "status" | "reason" | "title" | "slug" | "created_at"
>;

function toRow({ id, created_at: createdAt, reference, status, reason, title, slug }: Row) {
  return { id: String(id), reference, status, reason, title, slug, createdAt };
}
