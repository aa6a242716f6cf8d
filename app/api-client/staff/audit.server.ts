import { type AuditEntry, auditResponseSchema } from "#api/contract/staff/audit.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";

/** A page of the audit log, newest first. Throws ApiError 404 for a server without one. */
export async function listAuditLog(api: ApiClient, query: Record<string, string>) {
  const response = parseResponse(auditResponseSchema, await api.get("/staff/audit", query));
  const { newer = null, older = null } = response.meta ?? {};
  return {
    entries: response.payload.map(toEntry),
    kinds: response.kinds,
    newer: newer === null ? null : String(newer),
    older: older === null ? null : String(older),
  };
}

/** The log as CSV, as a stream. */
export function downloadAuditLog(api: ApiClient, query: Record<string, string>): Promise<Response> {
  return api.download("/staff/audit/export", query);
}

function toEntry(entry: AuditEntry) {
  const { id, at, actor, action, subject, before, after, reason } = entry;
  return {
    id: String(id),
    at: fromUnixSeconds(at),
    actor: actor && { id: String(actor.id), email: actor.email },
    action,
    subject,
    changes: toChanges(before, after),
    reason,
  };
}

/** The old and new value of each field, as text. */
export function toChanges(before: unknown, after: unknown) {
  const [from, to] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
    .filter((change) => change.from !== change.to);
}

/**
 * Fields by their paths, "titles.de" for nested values. The first entry of a list has the path of
 * the list, the others are numbered.
 */
function toFields(value: unknown, path = ""): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object") return { [path]: String(value) };
  const parts = Object.entries(value).map(([name, one]: [string, unknown]) => {
    const field = Array.isArray(value) ? nameItem(Number(name)) : name;
    return toFields(one, [path, field].filter(Boolean).join("."));
  });
  return Object.assign({}, ...parts);
}

const nameItem = (index: number) => (index === 0 ? "" : String(index + 1));
