import { toMoments } from "#domain/dates.ts";
import { fallbackLocale, localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import { PAYMENTS_PER_PAGE } from "#domain/payments.ts";
import type { Payment, PaymentsQuery } from "../contract/payments.ts";
import { describePages } from "../deposits/open-pages/open-pages.service.ts";
import type { ApiDeps } from "../http/context.ts";
import { listPayments, type PaymentFilter, type PaymentRow } from "./payments.queries.ts";
import { getBalance } from "./wallet.queries.ts";

/** A page of the user's payments, newest first, and the current balance. Days are in UTC. */
export async function listPaymentHistory(
  deps: ApiDeps,
  userId: number,
  locale: string,
  query: PaymentsQuery,
) {
  const limit = query.limit ?? PAYMENTS_PER_PAGE;
  const cursor = readCursor(query);
  const found = await listPayments(deps.database, userId, {
    kind: query.kind ?? null,
    ...toMoments(query),
    limit,
    cursor,
  });
  const isRising = cursor?.direction === "newer";
  const rows = found.slice(0, limit);
  if (isRising) rows.reverse();
  const [first, last, hasMore] = [rows[0], rows.at(-1), found.length > limit];
  const { balanceCents, hold } = await getBalance(deps.database, userId);
  const pages = await describePages(deps, userId, listPending(rows));
  const pageOf = (row: PaymentRow) =>
    isPending(row) ? pages.get(Number(row.reference)) : undefined;
  return {
    payload: rows.map((row) => ({ ...toPayment(row, locale), ...pageOf(row) })),
    meta: {
      newer: first && (isRising ? hasMore : cursor !== null) ? toKey(first) : null,
      older: last && (isRising || hasMore) ? toKey(last) : null,
    },
    balance: toDecimal(balanceCents),
    hold,
  };
}

/** True for a deposit in progress: a row about the deposit itself, not about a balance change. */
const isPending = ({ kind, status }: PaymentRow) => kind === "deposit" && status === "pending";

const listPending = (rows: PaymentRow[]) =>
  rows.filter(isPending).map((row) => Number(row.reference));

const toKey = ({ micros, source, sourceId }: PaymentRow) => `${micros}-${source}-${sourceId}`;

/** `before` takes precedence if both are given, as in every history. */
function readCursor({ before, after }: PaymentsQuery): PaymentFilter["cursor"] {
  const key = before ?? after;
  if (key === undefined) return null;
  const [micros = "", source, sourceId = ""] = key.split("-");
  const place = { micros, source: Number(source), sourceId };
  return { place, direction: before === undefined ? "newer" : "older" };
}

function toPayment(row: PaymentRow, locale: string): Payment {
  const decimal = (cents: number | null) => (cents === null ? null : toDecimal(cents));
  return {
    id: row.id,
    kind: row.kind,
    is_returned: row.isReturned,
    created_at: row.at.toISOString(),
    status: row.status,
    title: localize(row.titles ?? {}, locale) || row.title,
    title_locale: fallbackLocale(row.titles ?? {}, locale),
    reference: row.reference,
    amount: decimal(row.amountCents),
    money: decimal(row.moneyCents),
    currency: row.currency,
    balance: decimal(row.balanceCents),
  };
}
