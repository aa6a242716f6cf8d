import {
  type SavedView,
  type SaveViewBody,
  viewsResponseSchema,
} from "#api/contract/staff/views.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

export type SavedViewView = ReturnType<typeof toView>;

/** The person's saved filters. Throws ApiError 404 for a server without any. */
export async function listViews(api: ApiClient): Promise<SavedViewView[]> {
  return parseResponse(viewsResponseSchema, await api.get("/staff/views")).payload.map(toView);
}

/** Saves a filter under a name. Throws ApiError 404, 422 (fields). */
export async function saveView(api: ApiClient, body: SaveViewBody): Promise<void> {
  await api.send("POST", "/staff/views", body);
}

/** Throws ApiError 404, 422 (fields). */
export async function renameView(api: ApiClient, id: string, name: string): Promise<void> {
  await api.send("PUT", `/staff/views/${encodeURIComponent(id)}`, { name });
}

/** Throws ApiError 404. */
export async function deleteView(api: ApiClient, id: string): Promise<void> {
  await api.send("DELETE", `/staff/views/${encodeURIComponent(id)}`, {});
}

function toView({ id, list, name, query }: SavedView) {
  return { id: String(id), list, name, query };
}
