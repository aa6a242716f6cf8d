import {
  type ChangeImportBody,
  type Import,
  importCreatedResponseSchema,
  importResponseSchema,
  importsResponseSchema,
} from "#api/contract/staff/imports.ts";
import {
  parseResponse,
  readLastPage,
  requireCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { StreamedBody } from "#app/api-client/transport/request-body.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { IMPORTS_UNDERWAY } from "#domain/imports.ts";
import { isMessageCode, messageKey } from "#domain/messages.ts";
import { toThumbUrl } from "./products.server.ts";

export type ImportDetailView = Awaited<ReturnType<typeof getImport>>;

/** A page of imports, newest first. Throws ApiError 404 without the right. */
export async function listImports(api: ApiClient, page: number) {
  const body = await api.get("/staff/imports", { page });
  const { payload, meta } = parseResponse(importsResponseSchema, body);
  return { imports: payload.map(toImport), page, pages: readLastPage(meta) };
}

/** One import with its errors and its valid rows. Throws ApiError import_not_found (404). */
export async function getImport(api: ApiClient, id: string) {
  const body = await api.get(`/staff/imports/${encodeURIComponent(id)}`);
  const { payload } = parseResponse(importResponseSchema, body);
  return {
    ...toImport(payload),
    changedCount: payload.changed_count ?? 0,
    unknownColumns: payload.unknown_columns,
    problems: payload.problems.map(({ code, params, ...problem }) => ({
      ...problem,
      text: { key: toKey(code), params },
    })),
    problemCounts: payload.problem_counts.map(({ code, ...one }) => ({ ...one, key: toKey(code) })),
    sample: payload.sample.map(({ picture, price, claimed_size: claimedSize, ...row }) => ({
      ...row,
      claimedSize,
      priceCents: requireCents(price),
      thumbUrl: toThumbUrl(api, picture),
    })),
  };
}

const toKey = (code: string) => messageKey(isMessageCode(code) ? code : "value_invalid");

/** Streams a form with a file to the API. Throws ApiError 413, 415, 422, 507. */
export async function createImport(api: ApiClient, form: StreamedBody): Promise<string> {
  const body = await api.sendStream("/staff/imports", form);
  return String(parseResponse(importCreatedResponseSchema, body).payload.id);
}

/** Throws ApiError import_changed (409) if it is in another state. */
export async function changeImport(
  api: ApiClient,
  id: string,
  action: ChangeImportBody["action"],
): Promise<void> {
  await api.send("POST", `/staff/imports/${encodeURIComponent(id)}/change`, { action });
}

/** The errors of an import, as CSV. */
export function downloadProblems(api: ApiClient, id: string): Promise<Response> {
  return api.download(`/staff/imports/${encodeURIComponent(id)}/problems`, {});
}

/** Products in import format. Throws ApiError export_too_large (422). */
export function downloadProducts(api: ApiClient, query: Record<string, string>): Promise<Response> {
  return api.download("/staff/exports/products", query);
}

function toImport(row: Import) {
  const { status, rows_total: total, rows_checked: checked, wrong_count: wrongCount } = row;
  return {
    id: String(row.id),
    status,
    isUnderway: IMPORTS_UNDERWAY.includes(status),
    fileName: row.file_name,
    failureKey: row.failure === null ? null : toKey(row.failure),
    total,
    checked,
    wrongCount,
    goodCount: checked - wrongCount,
    deletedCount: row.deleted_count,
    withdrawnCount: row.withdrawn_count,
    actor: row.actor,
    createdAt: row.created_at,
    isWaiting: row.is_waiting === true,
  };
}
