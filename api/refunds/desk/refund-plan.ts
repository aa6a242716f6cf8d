import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import type { RefundDestination } from "#domain/refunds.ts";
import type { RefundPlan } from "../../contract/staff/orders.ts";
import type { ApiDeps } from "../../http/context.ts";
import { getWalletCents } from "../../wallet/wallet.queries.ts";
import { planOrderSources, type RefundSource } from "../plan-sources.ts";
import { getRefundableDeposit, getRefundableOrder, leftOf } from "../refunds.queries.ts";
import { requireDepositAmount, requireOrderAmount } from "../refunds.service.ts";
import { getHolder } from "../suspense/holders.queries.ts";

/** Null for the full remaining amount. */
type Request = { amountCents: number | null };

/**
 * Previews an order's refund by the rules of refundOrder, without writing or locking anything: a
 * payment in the meantime may change the result. Throws order_not_found, order_refunded,
 * refund_too_large.
 */
export async function planOrderRefund(
  deps: Pick<ApiDeps, "database">,
  orderId: number,
  request: Request & { destination: RefundDestination },
): Promise<RefundPlan> {
  const sql = deps.database;
  const order = await getRefundableOrder(sql, orderId);
  if (!order) throw new DomainError("order_not_found");
  const { amountCents, leftCents } = requireOrderAmount(order, request.amountCents);
  const plan = await planOrderSources(sql, order, amountCents);
  const { isOwned, toDebtCents } = plan;
  const sources = request.destination === "source" ? plan.sources : [];
  const sentCents = sources.reduce((sum, part) => sum + part.amountCents, 0);
  const restCents = Math.max(0, amountCents - toDebtCents - sentCents);
  return {
    amount: toDecimal(amountCents),
    left: toDecimal(leftCents),
    closes: amountCents === leftCents,
    to_wallet: toDecimal(isOwned ? restCents : 0),
    ...(isOwned ? {} : { to_revenue: toDecimal(restCents) }),
    to_debt: toDecimal(toDebtCents),
    sources: sources.map(toSource),
  };
}

/**
 * The same for a deposit. Throws deposit_not_found, deposit_disputed, refund_impossible,
 * refund_too_large.
 */
export async function planDepositRefund(
  deps: Pick<ApiDeps, "database">,
  depositId: number,
  request: Request,
): Promise<RefundPlan> {
  const sql = deps.database;
  const deposit = await getRefundableDeposit(sql, depositId);
  if (!deposit) throw new DomainError("deposit_not_found");
  const wallet = {
    holder: await getHolder(sql, deposit),
    balanceCents: await getWalletCents(sql, deposit.userId),
  };
  const plan = requireDepositAmount(deposit, wallet, request.amountCents);
  const { amountCents, mostCents, moneyCents } = plan;
  return {
    amount: toDecimal(amountCents),
    left: toDecimal(mostCents),
    closes: amountCents === leftOf(deposit),
    to_wallet: toDecimal(0),
    to_debt: toDecimal(0),
    sources: [toSource({ deposit, amountCents, moneyCents })],
  };
}

function toSource({ deposit, amountCents, moneyCents }: RefundSource) {
  return {
    deposit_id: deposit.id,
    provider: deposit.provider,
    amount: toDecimal(amountCents),
    money: toDecimal(moneyCents),
    currency: deposit.currency,
  };
}
