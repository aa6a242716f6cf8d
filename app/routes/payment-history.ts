import type { DepositView } from "#app/api-client/deposits.server.ts";
import type { OrderView } from "#app/api-client/purchases.server.ts";

/** One line of the payment history (spec §2): money in is positive, money spent negative. */
export type PaymentRow = {
  id: string;
  type: "deposit" | "purchase";
  createdAt: string;
  status: string;
  /** What was bought; null for a deposit. */
  title: string | null;
  /** In the internal currency; null when the server does not say what a deposit credits. */
  creditCents: number | null;
  /** What was paid in money; null for purchases, which are paid by wallet. */
  paid: { cents: number; currency: string } | null;
  /** The name of the internal currency at the time, where it is known. */
  currencyName: string | null;
};

/** Deposits and purchases in one list, newest first; of the same moment, the purchase first. */
export function mergePaymentHistory(
  deposits: readonly DepositView[],
  orders: readonly OrderView[],
): PaymentRow[] {
  const rows = [...orders.map(fromOrder), ...deposits.map(fromDeposit)];
  return rows.sort((a, b) => timeOf(b) - timeOf(a));
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
  };
}

function fromOrder(order: OrderView): PaymentRow {
  return {
    id: `purchase-${order.id}`,
    type: "purchase",
    createdAt: order.createdAt,
    status: "completed",
    title: order.title,
    creditCents: -order.priceCents,
    paid: null,
    currencyName: order.currency,
  };
}

/** An unreadable date sorts last instead of shuffling the list. */
function timeOf(row: PaymentRow): number {
  const time = Date.parse(row.createdAt);
  return Number.isNaN(time) ? 0 : time;
}
