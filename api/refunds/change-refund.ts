import { nextRefundStatus, type RefundStatus } from "#domain/refunds.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { issueDocument } from "../documents/issue-document.ts";
import type { ApiDeps } from "../http/context.ts";
import type { RefundReport } from "../providers/payments/payments.ts";
import { ANY_KEY } from "../providers/provider-modules.ts";
import { getCredited } from "../wallet/wallet.queries.ts";
import { lockBalance, post } from "../wallet/wallet.service.ts";
import { getFailure } from "./due-refunds.queries.ts";
import { type Cancelling, queueRefundMail, queueRefundOutcomeMail } from "./refunds.mails.ts";
import {
  getDepositOfRefund,
  getMailAddress,
  getRefundableDeposit,
  lockRefund,
  lockRefundableDeposit,
  type RefundRow,
  setRefundStatus,
} from "./refunds.queries.ts";
import { getHolder } from "./suspense/holders.queries.ts";
import { followReview } from "./suspense/left-behind.ts";

/** Dependencies for recording an outcome. */
export type RecordDeps = Pick<ApiDeps, "database" | "log" | "now" | "config">;

/**
 * Applies a provider's report on a refund, from its response, its webhook or the job. Any order and
 * number of reports leads to the same state. A failed refund is credited back, once. Returns false
 * when the refund is not one of this provider's (an id may be reused after a restore from a
 * backup), or when the provider paid a refund that had failed: a person must review it.
 */
export async function applyRefundReport(
  deps: RecordDeps,
  provider: string,
  report: Pick<RefundReport, "refundId" | "refundKey" | "outcome">,
): Promise<boolean> {
  // Reports stored by earlier releases have no key.
  const { refundId, refundKey = null } = report;
  if (refundId === null) return false;
  const target = await getDepositOfRefund(deps.database, refundId);
  if (target?.provider !== provider) return false;
  if (refundKey !== ANY_KEY && refundKey !== target.key) return false;
  return inTransaction(deps.database, async (sql) => {
    await lockRefundableDeposit(sql, target.depositId);
    const refund = await lockRefund(sql, refundId);
    if (!refund) throw new Error(`refund ${refundId} is missing`);
    if (refund.status === "failed" && report.outcome === "succeeded") {
      deps.log.error({ refundId: refund.id }, "a refund that had failed was paid all the same");
      return false;
    }
    const status = nextRefundStatus(refund.status, report.outcome);
    if (status === null) return true;
    await changeRefund(deps, sql, refund, { status });
    await notifyOfOutcome(deps, sql, refund, status);
    return true;
  });
}

/**
 * The only place where a refund's status changes; the refund and its deposit must be locked. The
 * money of a failed refund returns to where it was taken from, or goes to the shop if the account
 * has been deleted since.
 */
export async function changeRefund(
  deps: Pick<ApiDeps, "log" | "now">,
  sql: Sql,
  refund: RefundRow,
  change: { status: RefundStatus; evidence?: string },
): Promise<void> {
  if (refund.depositId === null) throw new Error("a refund to the wallet never changes");
  await setRefundStatus(sql, refund.id, { ...change, now: deps.now() });
  if (change.status !== "failed") return followReview(sql, refund.depositId);
  deps.log.error({ refundId: refund.id }, "a refund failed");
  const { userId, amountCents } = refund;
  await lockBalance(sql, userId);
  const holder = await getHolder(sql, { id: refund.depositId, userId });
  await post(sql, {
    kind: "refund_failed",
    sourceId: String(refund.id),
    from: { platform: "provider_clearing" },
    to: holder === "user" ? { wallet: userId } : { platform: holder },
    amountCents,
  });
  if (holder !== "user") await followReview(sql, refund.depositId, "refund failed");
}

/**
 * Notifies the user of the refund's new status, with a receipt if it was paid and a correction if
 * it failed; skipped for a deleted account.
 */
export async function notifyOfOutcome(
  deps: RecordDeps,
  sql: Sql,
  refund: RefundRow,
  status: RefundStatus,
): Promise<void> {
  const { id: refundId, depositId, userId, moneyCents, amountCents: internalCents } = refund;
  if (depositId === null || moneyCents === null) throw new Error(`${refundId} went to the wallet`);
  if (!(await getMailAddress(sql, userId))) return;
  if (status === "pending") await queueRefundMail(deps, sql, refund, { documentIds: [] });
  if (status !== "failed" && status !== "succeeded") return;
  const event = { refundId, depositId, amounts: { moneyCents, internalCents } };
  const type = status === "failed" ? "refund_returned" : "deposit_refund";
  const documents = await issueDocument(deps, sql, { type, ...event });
  const documentIds = documents.map(({ id }) => id);
  if (status === "succeeded") {
    return queueRefundOutcomeMail(deps, sql, refund, { kind: "paid", documentIds });
  }
  const { toDebtCents } = await getCredited(sql, "refund_failed", [refundId]);
  const part = { id: refundId, depositId, moneyCents, backCents: internalCents - toDebtCents };
  const cancelling = await findCancelling(sql, part);
  const failure = { documentIds, toDebtCents, cancelling };
  await queueRefundOutcomeMail(deps, sql, refund, { kind: "failed", ...failure });
}

/**
 * How a dispute affects a failed refund; undefined if the refund simply failed and can be paid in
 * another way. The refund is cancelled if disputes and other refunds leave less than its amount of
 * the payment, if a dispute kept it from being sent, or if a dispute has taken all of its credit.
 */
async function findCancelling(
  sql: Sql,
  refund: { id: number; depositId: number; moneyCents: number; backCents: number },
): Promise<Cancelling | undefined> {
  const deposit = await getRefundableDeposit(sql, refund.depositId);
  if (!deposit) throw new Error(`deposit ${refund.depositId} is missing`);
  const { disputedMoneyCents: disputedCents } = deposit;
  const leftCents = deposit.amountCents - deposit.refundedMoneyCents - disputedCents;
  const { isDisputed, isHeld } = await getFailure(sql, refund.id);
  const isDue = isDisputed && disputedCents > 0 && (isHeld || refund.backCents === 0);
  if (leftCents >= refund.moneyCents && !isDue) return undefined;
  return { disputedCents, isPayable: leftCents > 0 };
}
