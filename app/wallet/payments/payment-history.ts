import {
  HISTORY_PAGE_LENGTH,
  type HistoryList,
  readEntryId,
} from "#app/api-client/history.server.ts";
import type { OrderView } from "#app/api-client/purchases.server.ts";
import type { DepositView } from "#app/api-client/wallet/deposits.server.ts";
import type { PaymentView } from "#app/api-client/wallet/payments.server.ts";
import { isPaymentKind } from "#domain/payments.ts";
import { type OpenDeposit, toOpenDeposit } from "../open-deposit/open-deposit.ts";
import { hasMoved } from "./has-moved.ts";

/** One line of the payment history (spec §2): incoming money is positive, spent money negative. */
export type PaymentRow = {
  id: string;
  type: string;
  createdAt: string;
  status: string;
  /** The purchased product; null for a deposit. */
  title: string | null;
  titleLanguage?: string;
  /** In the internal currency; null if the server does not report what a deposit credits. */
  creditCents: number | null;
  /** The amount in money; null for purchases, which are paid by wallet. */
  paid: { cents: number; currency: string } | null;
  /** The name of the internal currency at the time, if known. */
  currencyName: string | null;
  /** The deposit that can be continued or cancelled because its payment page is still open. */
  open: OpenDeposit | null;
  /** The balance after it; null if it did not change or the server does not report it. */
  balanceCents: number | null;
};

/** A line from a server with a complete history. */
export function toPaymentRow(payment: PaymentView): PaymentRow {
  const { id, createdAt, status, title, creditCents, paid, balanceCents } = payment;
  const { titleLanguage } = payment;
  return {
    id,
    type: typeOf(payment),
    createdAt,
    status,
    title,
    titleLanguage,
    creditCents,
    paid,
    currencyName: null,
    open: payment.kind === "deposit" ? toOpenDeposit(payment.reference, payment) : null,
    balanceCents,
  };
}

/** The type of the line: its kind, except for a payback that came back. */
function typeOf({ kind, isReturned }: PaymentView): string {
  if (isReturned) return "returned";
  return isPaymentKind(kind) ? kind : "other";
}

/**
 * The amount that the member paid us, in cents, so that lines can be added up: negative if we paid,
 * or a bank took it back. Null if no money has moved.
 */
export function signPaid(row: PaymentRow): number | null {
  const { type, creditCents, paid } = row;
  if (paid === null || !hasMoved(row)) return null;
  const isFromUs = type === "payout" || (creditCents !== null && creditCents < 0);
  return isFromUs ? 0 - paid.cents : paid.cents;
}

/** Deposits and purchases in one list, newest first; for equal times, the purchase first. */
export function mergePaymentHistory(
  deposits: readonly DepositView[],
  orders: readonly OrderView[],
): PaymentRow[] {
  const rows = [...orders.map(fromOrder), ...deposits.map(fromDeposit)];
  return rows.sort((a, b) => timeOf(b) - timeOf(a));
}

/** Cursors of a page of payments in its two histories; null is the newest page. */
export type PaymentCursor = { deposit: string | null; order: string | null };

export function readPaymentCursor(query: URLSearchParams): PaymentCursor {
  return { deposit: readEntryId(query, "deposit"), order: readEntryId(query, "order") };
}

/**
 * Merges a page of each history into one, with the cursors of the next; null if everything is
 * shown. Both are read in their own order, so that nothing is skipped or repeated between pages.
 */
export function cutPayments(
  deposits: HistoryList<DepositView>,
  orders: HistoryList<OrderView>,
  before: PaymentCursor,
): { rows: PaymentRow[]; older: Record<string, string> | null } {
  let [depositCount, orderCount] = [0, 0];
  while (depositCount + orderCount < HISTORY_PAGE_LENGTH) {
    const deposit = deposits.items[depositCount];
    const order = orders.items[orderCount];
    if (!deposit && !order) break;
    const isOrderNext = order && (!deposit || toTime(order.createdAt) >= toTime(deposit.createdAt));
    if (isOrderNext) orderCount += 1;
    else depositCount += 1;
  }
  const shownDeposits = deposits.items.slice(0, depositCount);
  const shownOrders = orders.items.slice(0, orderCount);
  const rows = mergePaymentHistory(shownDeposits, shownOrders);
  const hasMore =
    depositCount < deposits.items.length ||
    orderCount < orders.items.length ||
    deposits.older !== null ||
    orders.older !== null;
  if (!hasMore) return { rows, older: null };
  const next = {
    deposit: shownDeposits.at(-1)?.id ?? before.deposit,
    order: shownOrders.at(-1)?.id ?? before.order,
  };
  const entries = Object.entries(next).filter(([, id]) => id !== null);
  return { rows, older: Object.fromEntries(entries.map(([name, id]) => [name, String(id)])) };
}

function fromDeposit(deposit: DepositView): PaymentRow {
  return {
    id: `deposit-${deposit.id}`,
    type: "deposit",
    createdAt: deposit.createdAt,
    status: deposit.status,
    title: null,
    creditCents: deposit.internalAmountCents,
    paid: { cents: deposit.amountCents, currency: deposit.currency },
    currencyName: null,
    open: toOpenDeposit(deposit.id, deposit),
    balanceCents: null,
  };
}

function fromOrder(order: OrderView): PaymentRow {
  return {
    id: `purchase-${order.id}`,
    type: "purchase",
    createdAt: order.createdAt,
    status: "completed",
    title: order.title,
    titleLanguage: order.titleLanguage,
    creditCents: order.priceCents === null ? null : 0 - order.priceCents,
    paid: null,
    currencyName: order.currency ?? null,
    open: null,
    balanceCents: null,
  };
}

/** An unreadable date sorts last instead of breaking the order. */
function timeOf(row: PaymentRow): number {
  return toTime(row.createdAt);
}

function toTime(createdAt: string): number {
  const time = Date.parse(createdAt);
  return Number.isNaN(time) ? 0 : time;
}
