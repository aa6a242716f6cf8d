import { getPaymentHistory } from "#app/api-client/payments.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getT } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { toCsv } from "#domain/csv.ts";
import { toDecimal } from "#domain/money.ts";
import { PAYMENTS_EXPORTED_MAX } from "#domain/payments.ts";
import type { Route } from "./+types/payments-csv";
import { readPaymentFilter, writePaymentFilter } from "./payment-filter.ts";
import { toPaymentRow } from "./payment-history.ts";

/** The payment history as a file for spreadsheets, filtered as the screen is. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireUser(context);
  const filter = readPaymentFilter(getUrl(context).searchParams);
  const query = writePaymentFilter(filter, { per_page: String(PAYMENTS_EXPORTED_MAX) });
  const history = await getPaymentHistory(getApi(context), query);
  if (history === null) return redirectTo(context, "/dashboard/payments");
  const t = getT(context);
  const decimal = (cents: number | null) => (cents === null ? "" : toDecimal(cents));
  const columns = ["date", "type", "title", "summ", "money", "currency", "status", "balance"];
  const rows = history.payments
    .map(toPaymentRow)
    .map((row) => [
      row.createdAt,
      t(`payments.${row.type}`),
      row.title ?? "",
      decimal(row.creditCents),
      decimal(row.paid?.cents ?? null),
      row.paid?.currency ?? "",
      t(`status.${row.status}`),
      decimal(row.balanceCents),
    ]);
  const text = toCsv([columns.map((name) => t(`payments.${name}`)), ...rows]);
  return new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="payments.csv"',
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
