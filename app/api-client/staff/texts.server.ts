import {
  mailPreviewResponseSchema,
  type PreviewWordingBody,
  staffTextsResponseSchema,
  type WordingBody,
} from "#api/contract/staff/texts.ts";
import { parseResponse, readLastPage } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

/** A page of a language's texts. Throws ApiError locale_not_found (404). */
export async function listStaffTexts(
  api: ApiClient,
  query: { locale: string; filter: string; q?: string; page: number },
) {
  const response = parseResponse(staffTextsResponseSchema, await api.get("/staff/texts", query));
  return {
    texts: response.payload,
    page: response.meta.current_page,
    pages: readLastPage(response.meta),
    total: response.meta.total ?? response.payload.length,
  };
}

/** Throws ApiError text_changed (409), validation_failed (422). */
export async function saveWording(api: ApiClient, body: WordingBody): Promise<void> {
  await api.send("PUT", "/staff/texts", body);
}

/**
 * Preview of the mail that uses a text, with example data and this wording (empty: the current
 * one); null if there is no such mail, or if it cannot be sent yet. Throws ApiError
 * validation_failed (422).
 */
export async function previewWording(api: ApiClient, body: PreviewWordingBody) {
  const response = await api.send("POST", "/staff/texts/preview", body);
  return parseResponse(mailPreviewResponseSchema, response).payload;
}
