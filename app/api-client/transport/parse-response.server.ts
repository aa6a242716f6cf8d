import { data } from "react-router";
import type { z } from "zod";
import { parseSum } from "#domain/money.ts";
import { isRecord } from "./json.server.ts";

/**
 * Checks what was read against the contract. A response that does not fit is the server's fault: a
 * 502 page with the field's path in the log, not a half-drawn screen. For reads only: after a write
 * the screen goes on, whatever the response holds.
 */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(withEnvelope(body));
  if (result.success) return result.data;
  const where = result.error.issues.map((issue) => issue.path.join(".")).slice(0, 3);
  throw data({ code: "unavailable", reference: `contract:${where.join(",")}` }, { status: 502 });
}

/** Many servers always send `message`, null when there is none, and some no `status` (spec §3, §7). */
function withEnvelope(body: unknown): unknown {
  if (!isRecord(body) || !("payload" in body || "order" in body)) return body;
  const { message, ...rest } = body;
  const known = typeof message === "string" ? { message } : {};
  return { ...rest, ...known, status: rest.status ?? "OK" };
}

/** Minor units of a contract amount; null for one that is missing or unreadable. */
export function toCents(amount: string | number | null | undefined): number | null {
  if (amount === null || amount === undefined) return null;
  const text = String(amount);
  const cents = parseSum(text.replace(/^-/, ""));
  return cents === null ? null : text.startsWith("-") ? -cents : cents;
}

/** Minor units of an amount that a screen cannot do without; 502 when it is unreadable. */
export function requireCents(amount: string | number | null | undefined): number {
  const cents = toCents(amount);
  if (cents === null)
    throw data({ code: "unavailable", reference: "contract:amount" }, { status: 502 });
  return cents;
}
