import { isDay } from "#domain/dates.ts";
import { isPaymentKind, type PaymentKind } from "#domain/payments.ts";

/** The history's filter: a kind of line, and days (UTC). Empty texts mean no limit. */
export type PaymentFilter = { kind: PaymentKind | ""; from: string; to: string };

/**
 * Parses the filter of a URL. An invalid kind or date, or an end before its start, is ignored and
 * listed in `wrong`, to be shown at its field.
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

/** The filter as a query, without empty values. */
export function writePaymentFilter(
  filter: PaymentFilter,
  more: Record<string, string> = {},
): Record<string, string> {
  const entries = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== "");
  return Object.fromEntries(entries);
}
