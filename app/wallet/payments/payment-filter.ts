import { isDay } from "#domain/dates.ts";
import { isPaymentKind, type PaymentKind } from "#domain/payments.ts";

/** What of the history is shown: a kind of line, and days (UTC). Empty texts are no limit. */
export type PaymentFilter = { kind: PaymentKind | ""; from: string; to: string };

/**
 * Reads the filter of an address. What is no kind or no day, or an end before its beginning, limits
 * nothing, and is among `wrong`, to be said at its field.
 */
export function readPaymentFilter(query: URLSearchParams): {
  filter: PaymentFilter;
  wrong: (keyof PaymentFilter)[];
} {
  const typed = (name: keyof PaymentFilter) => query.get(name) ?? "";
  const day = (name: "from" | "to") => (isDay(typed(name)) ? typed(name) : "");
  const kind = query.get("kind");
  const from = day("from");
  const to = day("to");
  const filter = {
    kind: isPaymentKind(kind) ? kind : "",
    from,
    to: to < from ? "" : to,
  } as const;
  const names = ["kind", "from", "to"] as const;
  return { filter, wrong: names.filter((name) => typed(name) !== "" && filter[name] === "") };
}

/** The filter as a query, without what is not given. */
export function writePaymentFilter(
  filter: PaymentFilter,
  more: Record<string, string> = {},
): Record<string, string> {
  const entries = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== "");
  return Object.fromEntries(entries);
}
