import { isPaymentKind, type PaymentKind } from "#domain/payments.ts";

/** What of the history is shown: a kind of line, and days (UTC). Empty texts are no limit. */
export type PaymentFilter = { kind: PaymentKind | ""; from: string; to: string };

/** Reads the filter of an address; what is no kind or no day counts as not given. */
export function readPaymentFilter(query: URLSearchParams): PaymentFilter {
  const kind = query.get("kind");
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
  };
  return { kind: isPaymentKind(kind) ? kind : "", from: day("from"), to: day("to") };
}

/** The filter as a query, without what is not given. */
export function writePaymentFilter(
  filter: PaymentFilter,
  more: Record<string, string> = {},
): Record<string, string> {
  const entries = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== "");
  return Object.fromEntries(entries);
}
