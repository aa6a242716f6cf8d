import { getPaymentHistory, type PaymentHistory } from "#app/api-client/wallet/payments.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getLocale, getT } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { streamCsv } from "#domain/csv.ts";
import { toDecimal } from "#domain/money.ts";
import { PAYMENTS_PER_PAGE_MAX } from "#domain/payments.ts";
import type { Route } from "./+types/payments-csv";
import { readPaymentFilter, writePaymentFilter } from "./payment-filter.ts";
import { signPaid, toPaymentRow } from "./payment-history.ts";

const COLUMNS = ["date", "type", "title", "summ", "money", "currency", "status", "balance"];

/**
 * The payment history as a file for spreadsheets, with the screen's filters: all of it, however
 * long, streamed page by page.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await requireUser(context);
  const api = getApi(context);
  const { filter } = readPaymentFilter(getUrl(context).searchParams);
  const read = (before: string) =>
    getPaymentHistory(
      api,
      writePaymentFilter(filter, { limit: String(PAYMENTS_PER_PAGE_MAX), before }),
    );
  // The first page is read before the file starts, so that its errors result in an error page.
  const first = await read("");
  if (first === null) return redirectTo(context, "/dashboard/payments");
  const t = getT(context);
  async function* pieces() {
    yield [COLUMNS.map((name) => t(`payments.${name}`))];
    for (let page: PaymentHistory | null = first; page !== null; ) {
      yield page.payments.map((payment) => toCells(payment, t));
      page = page.older === null ? null : await read(page.older);
    }
  }
  return new Response(toStream(streamCsv(pieces(), getLocale(context))), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="payments.csv"',
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

function toCells(payment: PaymentHistory["payments"][number], t: (key: string) => string) {
  const row = toPaymentRow(payment);
  const signed = signPaid(row);
  const decimal = (cents: number | null) => (cents === null ? "" : toDecimal(cents));
  return [
    row.createdAt,
    t(`payments.${row.type}`),
    row.title ?? "",
    decimal(row.creditCents),
    decimal(signed),
    signed === null ? "" : (row.paid?.currency ?? ""),
    t(`status.${row.status}`),
    decimal(row.balanceCents),
  ];
}

/** Reads only as fast as the client, and stops when the client disconnects. */
function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
