import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { toDecimal } from "#domain/money.ts";
import { PAYMENTS_PER_PAGE } from "#domain/payments.ts";
import type { Payment, PaymentsQuery } from "../contract/payments.ts";
import type { ApiDeps } from "../http/context.ts";
import { readStaffPage } from "../staff/staff-list.ts";
import { listPayments, type PaymentRow } from "./payments.queries.ts";
import { getHold, getWallet } from "./wallet.queries.ts";

const DAY_MS = 86_400_000;

/** A page of the user's payments, newest first, and the balance now. Days are UTC's. */
export async function listPaymentHistory(
  deps: ApiDeps,
  userId: number,
  locale: string,
  query: PaymentsQuery,
) {
  const perPage = query.per_page === undefined ? PAYMENTS_PER_PAGE : Number(query.per_page);
  const { toMeta, ...page } = readStaffPage(query, perPage);
  const to = readDay(query.to);
  const { rows, total } = await listPayments(deps.database, userId, {
    kind: query.kind ?? null,
    from: readDay(query.from),
    before: to && new Date(to.getTime() + DAY_MS),
    ...page,
  });
  const hold = await getHold(deps.database, userId);
  const wallet = await getWallet(deps.database, userId);
  return {
    payload: rows.map((row) => toPayment(row, locale)),
    meta: toMeta(total),
    balance: toDecimal((wallet?.balanceCents ?? 0) - hold.debtCents),
    is_on_hold: hold.debtCents > 0 || hold.disputesCount > 0,
  };
}

/** Midnight of a day; null for none, or for one that is no day of a calendar. */
function readDay(day: string | undefined): Date | null {
  const date = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

function toPayment(row: PaymentRow, locale: string): Payment {
  const decimal = (cents: number | null) => (cents === null ? null : toDecimal(cents));
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.at.toISOString(),
    status: row.status,
    title: row.titles?.[locale] ?? row.titles?.[DEFAULT_LOCALE] ?? row.title,
    reference: row.reference,
    amount: decimal(row.amountCents),
    money: decimal(row.moneyCents),
    currency: row.currency,
    balance: decimal(row.balanceCents),
  };
}
