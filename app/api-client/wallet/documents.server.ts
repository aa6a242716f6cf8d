import {
  type BillingDetailsBody,
  billingDetailsResponseSchema,
  type DocumentLink,
  documentResponseSchema,
  documentsResponseSchema,
} from "#api/contract/documents.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

export type DocumentLinkView = ReturnType<typeof toLink>;

/**
 * The user's documents for an order, deposits or payouts, in order of issue; empty for a server
 * without documents.
 */
export async function listDocuments(
  api: ApiClient,
  about: { order_id: string } | { deposit_id: string } | { payout_id: string },
): Promise<DocumentLinkView[]> {
  const [ids = ""] = Object.values(about);
  // Ids of other servers may not be numbers: such a server has no documents.
  if (!/^\d+(?:,\d+)*$/.test(ids)) return [];
  try {
    const body = await api.get("/documents", about);
    return parseResponse(documentsResponseSchema, body).payload.map(toLink);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/**
 * One of the user's own documents, with its printed content. Throws ApiError document_not_found
 * (404).
 */
export async function getDocument(api: ApiClient, id: string) {
  const body = await api.get(`/documents/${encodeURIComponent(id)}`);
  const { payload } = parseResponse(documentResponseSchema, body);
  const { totals, ...sheet } = payload.sheet;
  return {
    ...toLink(payload),
    sheet: {
      ...sheet,
      totals: totals.map(({ label, value, is_total: isTotal }) => ({ label, value, isTotal })),
    },
  };
}

export type DocumentSheetView = Awaited<ReturnType<typeof getDocument>>["sheet"];

/** The response with the PDF, as a stream. Throws ApiError 404, 429. */
export function downloadDocument(api: ApiClient, id: string): Promise<Response> {
  return api.download(`/documents/${encodeURIComponent(id)}/pdf`, {});
}

export type BillingDetails = Record<keyof BillingDetailsBody, string>;

/** The user's billing details; "" where missing. */
export async function getBillingDetails(api: ApiClient): Promise<BillingDetails> {
  const body = await api.get("/user/billing");
  const { payload } = parseResponse(billingDetailsResponseSchema, body);
  return {
    company_name: payload.company_name ?? "",
    vat_id: payload.vat_id ?? "",
    address: payload.address ?? "",
    city: payload.city ?? "",
    post_code: payload.post_code ?? "",
    country: payload.country ?? "",
  };
}

/** Throws ApiError 422: an impossible `vat_id`, `company_name`, parts of an address. */
export async function saveBillingDetails(api: ApiClient, body: BillingDetailsBody): Promise<void> {
  await api.send("PUT", "/user/billing", body);
}

function toLink({ id, kind, number, deposit_id }: DocumentLink) {
  const depositId = deposit_id === null || deposit_id === undefined ? null : String(deposit_id);
  return { id: String(id), kind, number, depositId };
}
