import type { HistoryCursor, HistoryList } from "#app/api-client/history.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { readId } from "#app/api-client/transport/json.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { isRecord } from "#domain/json.ts";

const FIRST = { before: null, after: null };

/**
 * Reads the first two pages of a history (all of an unpaged one), and one entry through each of its
 * `filters`: a filter's name with the field that it compares. Returns a remark; throws an error
 * that names the problem with the pages or a filter.
 */
export async function readHistory(
  api: ApiClient,
  path: string,
  list: (api: ApiClient, cursor: HistoryCursor) => Promise<HistoryList<{ id: string }>>,
  filters: Record<string, string>,
): Promise<string> {
  const { items, older } = await list(api, FIRST);
  const { rows, isPaged } = await readRows(api, path, {});
  // An unpaged history has already been read completely.
  if (older !== null && isPaged) {
    const next = await list(api, { before: older, after: null });
    const shown = new Set(items.map(({ id }) => id));
    if (next.items.every(({ id }) => shown.has(id))) {
      throw new Error(`?before=${older} brings no older entries, though meta.older names it`);
    }
  }
  const ignored: string[] = [];
  for (const [name, field] of Object.entries(filters)) {
    const isKnown = await supportsFilter(api, path, { name, field, rows });
    // An unpaged history needs no filter.
    if (!isKnown && isPaged) ignored.push(`?${name}=`);
  }
  const counted = `${items.length} rows`;
  if (ignored.length === 0) return counted;
  return `${counted}; without ${ignored.join(", ")}: its pages are read to find one entry`;
}

type Row = Record<string, unknown>;

async function readRows(api: ApiClient, path: string, query: Record<string, string>) {
  const body = await api.get(path, query);
  const { payload, meta }: Row = isRecord(body) ? body : {};
  const rows = (Array.isArray(payload) ? payload : []).filter(isRecord);
  return { rows, isPaged: isRecord(meta) && (meta.older ?? meta.newer ?? null) !== null };
}

/** Whether the filter excludes other entries; also true if that cannot be determined. */
async function supportsFilter(
  api: ApiClient,
  path: string,
  { name, field, rows }: { name: string; field: string; rows: readonly Row[] },
): Promise<boolean> {
  const read = (row: Row | undefined) => readId(row?.[field]);
  // The product of a refunded order is no longer owned.
  const value = read(rows.findLast(({ status }) => status !== "refunded"));
  if (value === null || rows.every((row) => read(row) === value)) return true;
  const found = await readRows(api, path, { [name]: value }).catch((error: unknown) => {
    const status = error instanceof ApiError ? `${error.status}: ` : "";
    throw new Error(`${status}?${name}= is rejected`, { cause: error });
  });
  if (!found.rows.some((row) => read(row) === value)) {
    throw new Error(`?${name}=${value} does not find the entry that has it`);
  }
  return found.rows.every((row) => read(row) === value);
}
