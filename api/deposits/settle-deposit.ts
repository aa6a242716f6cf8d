import { nextDepositStatus, type PaymentOutcome } from "#domain/deposits.ts";
import type { PaymentFailure } from "#domain/messages.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { issueDocument } from "../documents/issue-document.ts";
import type { ApiDeps } from "../http/context.ts";
import type { PaymentReport } from "../providers/payments/payments.ts";
import { processIntent } from "../purchases/intents.ts";
import { lockBalance, post } from "../wallet/wallet.service.ts";
import { queueDepositMail } from "./deposits.mails.ts";
import {
  adoptRef,
  type DepositRow,
  insertWebhookEvent,
  isOwnerDeleted,
  LATE_REVIEW,
  lockDepositByRef,
  setNeedsReview,
  setStatus,
} from "./deposits.queries.ts";
import { describeReported } from "./describe-reported.ts";
import { setPageClosed } from "./open-pages/open-pages.queries.ts";
import { isEndedFor } from "./settlements.queries.ts";

type Settling = Pick<ApiDeps, "database" | "files" | "log" | "now" | "config">;

/**
 * Applies a provider's report to its deposit. This is the single place where reports change
 * deposits (design §4), used by the webhook, the status poll and the background job. Any order,
 * number and delay of reports leads to the same state. Money is credited once, and only when the
 * provider's amount and currency match the stored ones; a mismatch is flagged for review until the
 * right amount is reported, or a person has ended the deposit because of it. `provider` is the
 * reporting provider, which can settle only its own deposits. Money for a deleted account goes to
 * suspense for staff to review (I18). Returns false for an unknown deposit: the report may be about
 * real money, so the caller must store it.
 */
export async function settleDeposit(
  deps: Settling,
  provider: string,
  report: PaymentReport,
): Promise<boolean> {
  const settled = await inTransaction(deps.database, async (sql) => {
    const deposit = await lockReported(deps, sql, provider, report);
    if (!deposit) {
      const { providerRef } = report;
      deps.log.error({ provider, providerRef }, "a report about an unknown deposit");
      return null;
    }
    const isCredited = await applyReport(deps, sql, deposit, { ...report, provider });
    return { depositId: deposit.id, isCredited };
  });
  if (settled?.isCredited) await buyIntended(deps, settled.depositId);
  return settled !== null;
}

/** Applies a report to its locked deposit; returns true if this credited it. */
async function applyReport(
  deps: Settling,
  sql: Sql,
  deposit: DepositRow,
  report: PaymentReport & { provider: string },
): Promise<boolean> {
  if (report.isPageOpen === false) await notePageClosed(deps, sql, deposit);
  const outcome = nameOutcome(deposit, report);
  const status = nextDepositStatus(deposit.status, outcome);
  if (status === null) return false;
  const { provider, eventId } = report;
  const { id: depositId } = deposit;
  // Kept as evidence of what changed the deposit. Reports without effect, such as those of every
  // poll, are not kept.
  await insertWebhookEvent(sql, { provider, eventId, depositId, outcome, now: deps.now() });
  if (status === "success") return creditReported(deps, sql, deposit, report);
  const errorMessage = report.errorMessage ?? failureOf(outcome);
  await setStatus(sql, depositId, { status, errorMessage, now: deps.now() });
  // No mail in other cases: the payer cancelled, or left the page until it expired.
  if (status === "failed" && outcome === "failed") {
    await queueDepositMail(deps, sql, deposit, { kind: "failed", documentIds: [] });
  }
  return false;
}

/**
 * Credits a deposit that was reported as paid, and returns true; if another amount was paid, asks
 * for a person's review instead.
 */
async function creditReported(
  deps: Settling,
  sql: Sql,
  deposit: DepositRow,
  report: PaymentReport,
): Promise<boolean> {
  const difference = describeDifference(deposit, report);
  if (difference !== null) {
    await requestReview(deps, sql, deposit, difference);
    return false;
  }
  await settleLocked(deps, sql, deposit);
  if (deposit.status !== "pending") {
    deps.log.warn({ depositId: deposit.id, was: deposit.status }, "late money was credited");
  }
  return true;
}

/** Flags a difference for review, unless it is flagged, or a person has ended the deposit for it. */
async function requestReview(
  deps: Settling,
  sql: Sql,
  deposit: DepositRow,
  difference: string,
): Promise<void> {
  if (difference === deposit.needsReview) return;
  if (await isEndedFor(sql, deposit.id, difference)) return;
  await setNeedsReview(sql, deposit.id, difference);
  deps.log.error({ depositId: deposit.id, difference }, "a deposit needs a person to look");
}

/**
 * Credits a locked deposit, marks it as successful and, unless its owner's account is deleted,
 * issues its receipt.
 */
export async function settleLocked(deps: Settling, sql: Sql, deposit: DepositRow): Promise<void> {
  const isOwned = await credit(deps, sql, deposit);
  await setStatus(sql, deposit.id, { status: "success", errorMessage: null, now: deps.now() });
  if (isOwned) await confirmDeposit(deps, sql, deposit);
}

/**
 * Makes the purchase that a deposit was meant for. If that fails, the money stays credited and a
 * job retries it. Buys nothing for a deleted account.
 */
export async function buyIntended(deps: Settling, depositId: number): Promise<void> {
  await processIntent(deps, depositId).catch((error: unknown) => {
    deps.log.error({ err: error, depositId }, "an intended purchase was not made");
  });
}

/** Issues the receipt, and mails it. */
async function confirmDeposit(deps: Settling, sql: Sql, deposit: DepositRow): Promise<void> {
  const documents = await issueDocument(deps, sql, { type: "deposit", depositId: deposit.id });
  const documentIds = documents.map(({ id }) => id);
  await queueDepositMail(deps, sql, deposit, { kind: "paid", documentIds });
}

/**
 * Returns the outcome, distinguishing cancelled from expired. A page that a payer cancelled is
 * reported as expired, which means cancelled if our request closed it. If that request got lost,
 * the page has really expired.
 */
function nameOutcome(deposit: DepositRow, report: PaymentReport): PaymentOutcome {
  const { outcome, isClosedByRequest = false } = report;
  const isCanceled = isClosedByRequest && deposit.cancelRequestedAt !== null;
  return outcome === "expired" && isCanceled ? "canceled" : outcome;
}

/** Records that a pending deposit's page is closed: it can no longer be continued or cancelled. */
async function notePageClosed(deps: Settling, sql: Sql, deposit: DepositRow): Promise<void> {
  if (deposit.status !== "pending" || deposit.pageClosedAt !== null) return;
  await setPageClosed(sql, deposit.id, deps.now());
}

function failureOf(outcome: PaymentOutcome): PaymentFailure {
  if (outcome === "canceled") return "payment_canceled";
  return outcome === "expired" ? "payment_expired" : "payment_failed";
}

/**
 * Locks the reported deposit, found by the provider's reference, or by our own id and key if the
 * checkout was interrupted before it had one. A report stored by an earlier release has no key.
 */
async function lockReported(
  deps: Settling,
  sql: Sql,
  provider: string,
  report: PaymentReport,
): Promise<DepositRow | null> {
  const { providerRef, depositId, depositKey = null } = report;
  const known = await lockDepositByRef(sql, { provider, providerRef });
  if (known || depositId === null) return known;
  const adopted = await adoptRef(sql, { provider, depositId, depositKey, providerRef });
  if (adopted) deps.log.info({ depositId, providerRef }, "a lost checkout was found again");
  // A concurrent report may have set the reference by now.
  return adopted ?? lockDepositByRef(sql, { provider, providerRef });
}

/**
 * Credits a deposit; returns false when the money went to suspense because its owner's account was
 * deleted.
 */
async function credit(deps: Settling, sql: Sql, deposit: DepositRow): Promise<boolean> {
  // Deleting an account takes this lock too, so the result remains valid while it is held.
  await lockBalance(sql, deposit.userId);
  const isDeleted = await isOwnerDeleted(sql, deposit.userId);
  await post(sql, {
    kind: "deposit",
    sourceId: String(deposit.id),
    from: { platform: "provider_clearing" },
    to: isDeleted ? { platform: "suspense" } : { wallet: deposit.userId },
    amountCents: deposit.internalAmountCents,
  });
  if (!isDeleted) {
    if (deposit.needsReview === null) return true;
    deps.log.warn({ depositId: deposit.id, was: deposit.needsReview }, "a review was resolved");
    await setNeedsReview(sql, deposit.id, null);
    return true;
  }
  await setNeedsReview(sql, deposit.id, LATE_REVIEW);
  deps.log.error({ depositId: deposit.id }, "money for a deleted account lies in suspense");
  return false;
}

function describeDifference(deposit: DepositRow, report: PaymentReport): string | null {
  const isSame = report.amountCents === deposit.amountCents && report.currency === deposit.currency;
  if (isSame) return null;
  const paid = describeReported(report.amountCents, report.currency);
  return `paid ${paid} instead of ${describeReported(deposit.amountCents, deposit.currency)}`;
}
