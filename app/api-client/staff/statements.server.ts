import {
  type Statement,
  type StatementRow,
  statementResponseSchema,
  statementsResponseSchema,
} from "#api/contract/staff/statements.ts";
import {
  type HistoryCursor,
  type HistoryList,
  toHistoryList,
  toHistoryQuery,
} from "#app/api-client/history.server.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";

export type StatementView = ReturnType<typeof toStatement>;
export type StatementRowView = ReturnType<typeof toRow>;

/** A page of imported bank files, newest first. Throws ApiError 404. */
export async function listStatements(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<StatementRowView>> {
  const body = await api.get("/staff/payouts/statements", toHistoryQuery(cursor));
  const { payload, meta } = parseResponse(statementsResponseSchema, body);
  return toHistoryList(payload.map(toRow), meta, cursor, ({ id }) => id);
}

/** Imports a file; marks nothing yet. Throws ApiError 413, 422 (fields). */
export async function importStatement(api: ApiClient, file: File): Promise<StatementView> {
  const form = new FormData();
  form.set("file", file, file.name);
  const body = await api.sendForm("/staff/payouts/statements", form);
  return toStatement(parseResponse(statementResponseSchema, body).payload);
}

/** A statement with the current state of each entry. Throws ApiError 404. */
export async function getStatement(api: ApiClient, id: string): Promise<StatementView> {
  const body = await api.get(`/staff/payouts/statements/${encodeURIComponent(id)}`);
  return toStatement(parseResponse(statementResponseSchema, body).payload);
}

/** Applies the marks of the preview. Throws ApiError 404, payouts_changed (409). */
export async function markByStatement(
  api: ApiClient,
  id: string,
  expected: { sent: number; returned: number },
): Promise<void> {
  await api.send("POST", `/staff/payouts/statements/${encodeURIComponent(id)}/mark`, { expected });
}

function toRow(row: StatementRow) {
  return {
    id: String(row.id),
    format: row.format,
    messageId: row.message_id,
    importedAt: fromUnixSeconds(row.imported_at),
    importedBy: row.imported_by,
    markedAt: fromUnixSeconds(row.marked_at),
    markedBy: row.marked_by,
  };
}

function toStatement(statement: Statement) {
  return {
    ...toRow(statement),
    counts: statement.counts,
    entries: statement.entries.map((entry) => ({
      id: String(entry.position),
      outcome: entry.outcome,
      why: entry.why,
      payoutId: entry.payout_id === null ? null : String(entry.payout_id),
      entryRef: entry.entry_ref,
      endToEndId: entry.end_to_end_id,
      amountCents: toCents(entry.amount),
      currency: entry.currency,
      isCredit: entry.direction === "credit",
      postedOn: entry.posted_on,
      returnReason: entry.return_reason,
    })),
  };
}
