import { nextDepositStatus } from "#domain/deposits.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import type { PaymentReport } from "../providers/payments/payments.ts";
import { lockBalance, post } from "../wallet/wallet.service.ts";
import {
  type DepositRow,
  insertWebhookEvent,
  isOwnerDeleted,
  lockDepositByRef,
  setNeedsReview,
  setStatus,
} from "./deposits.queries.ts";

type Settling = Pick<ApiDeps, "database" | "payments" | "log" | "now">;

/**
 * The one place where a deposit changes (design §4): the webhook, the status poll and the background
 * job all come here. Any order, any number and any delay of reports ends in the same state. Money
 * is credited once, only when the provider's amount and currency are the stored ones; a difference
 * is kept for a person to look at. An unknown reference changes nothing. What arrives for a deleted
 * account waits in suspense, and a person is told (I18).
 */
export async function settleDeposit(deps: Settling, report: PaymentReport): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const deposit = await lockDepositByRef(sql, report.providerRef);
    if (!deposit) {
      deps.log.warn({ providerRef: report.providerRef }, "a report about an unknown deposit");
      return;
    }
    const status = nextDepositStatus(deposit.status, report.outcome);
    if (status === null) return;
    // Kept as evidence of what changed the deposit; a report without effect (each poll makes one)
    // is not.
    await insertWebhookEvent(sql, deps.payments.name, report.eventId);
    if (status === "success") {
      const difference = describeDifference(deposit, report);
      if (difference) {
        if (difference === deposit.needsReview) return;
        await setNeedsReview(sql, deposit.id, difference);
        deps.log.error({ depositId: deposit.id, difference }, "a deposit needs a person to look");
        return;
      }
      await credit(deps, sql, deposit);
      if (deposit.status !== "pending") {
        deps.log.warn({ depositId: deposit.id, was: deposit.status }, "late money was credited");
      }
    }
    const errorMessage = status === "success" ? null : (report.errorMessage ?? report.outcome);
    await setStatus(sql, deposit.id, { status, errorMessage, now: deps.now() });
  });
}

async function credit(deps: Settling, sql: Sql, deposit: DepositRow): Promise<void> {
  // Deleting an account holds this lock too: behind it the answer stays true.
  await lockBalance(sql, deposit.userId);
  const isDeleted = await isOwnerDeleted(sql, deposit.userId);
  await post(sql, {
    kind: "deposit",
    sourceId: String(deposit.id),
    from: { house: "provider_clearing" },
    to: isDeleted ? { house: "suspense" } : { wallet: deposit.userId },
    amountCents: deposit.internalAmountCents,
  });
  if (!isDeleted) return;
  await setNeedsReview(sql, deposit.id, "paid after the account was deleted");
  deps.log.error({ depositId: deposit.id }, "money for a deleted account lies in suspense");
}

function describeDifference(deposit: DepositRow, report: PaymentReport): string | null {
  const isSame = report.amountCents === deposit.amountCents && report.currency === deposit.currency;
  if (isSame) return null;
  const paid = `${report.amountCents} ${report.currency}`;
  return `paid ${paid} instead of ${deposit.amountCents} ${deposit.currency}`;
}
