import { DomainError } from "#domain/errors.ts";
import { internalOfPart } from "#domain/refunds.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { setNeedsReview } from "../deposits/deposits.queries.ts";
import { describeReported } from "../deposits/describe-reported.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertNotOwn } from "../own-records.ts";
import type { DisputeReport } from "../providers/payments/payments.ts";
import { lockBalance, post, takeBack } from "../wallet/wallet.service.ts";
import {
  closeDispute,
  type DisputeRow,
  getDisputed,
  insertDispute,
  lockDispute,
  lockDisputeById,
} from "./disputes.queries.ts";
import { getHolder } from "./holders.queries.ts";
import { followReview, pickBearer } from "./left-behind.ts";
import { queueDisputeMail } from "./refunds.mails.ts";
import {
  lockDepositOfRef,
  lockRefundableDeposit,
  lockRequested,
  type RefundableDeposit,
} from "./refunds.queries.ts";
import { changeRefund, PAYMENT_DISPUTED } from "./send-refunds.ts";

type Deps = Pick<ApiDeps, "database" | "log" | "now" | "config">;

/**
 * The single place where a dispute changes: opening it takes the credit back, as a debt if the
 * wallet holds less (I17); winning it restores the full credit. Any order and number of reports
 * leads to the same state; a dispute first reported after its end is opened first. False when the
 * payment is unknown or unpaid, the amount exceeds what is left of it, or the dispute was closed
 * with another outcome, which stays: a person must review it.
 */
export async function recordDispute(
  deps: Deps,
  provider: string,
  report: DisputeReport,
): Promise<boolean> {
  return inTransaction(deps.database, async (sql) => {
    const deposit = await lockDepositOfRef(sql, { provider, providerRef: report.providerRef });
    if (deposit?.status !== "success") return false;
    await lockBalance(sql, deposit.userId);
    const known = await lockDispute(sql, { provider, providerRef: report.disputeRef });
    if (known && known.depositId !== deposit.id) return false;
    const dispute = known ?? (await open(deps, sql, deposit, report));
    if (!dispute) return false;
    if (report.outcome === "opened") return true;
    if (dispute.status === "open") await close(deps, sql, dispute, report.outcome);
    else if (dispute.status !== report.outcome) {
      const { id: disputeId, status } = dispute;
      const { outcome } = report;
      deps.log.error({ disputeId, status, outcome }, "a closed dispute has another outcome");
      return false;
    }
    return true;
  });
}

/**
 * Records a dispute's outcome when its provider does not report it. Idempotent. Throws not_found,
 * forbidden for a payment of one's own, and dispute_changed for one with another outcome.
 */
export async function closeDisputeByHand(
  deps: Deps,
  actorId: number,
  disputeId: number,
  decision: { outcome: "won" | "lost"; evidence: string },
): Promise<void> {
  const target = await getDisputed(deps.database, disputeId);
  if (!target) throw new DomainError("not_found");
  assertNotOwn(actorId, target.userId);
  await inTransaction(deps.database, async (sql) => {
    await lockRefundableDeposit(sql, target.depositId);
    await lockBalance(sql, target.userId);
    const dispute = await lockDisputeById(sql, disputeId);
    if (!dispute) throw new Error(`dispute ${disputeId} is missing`);
    if (dispute.status === decision.outcome) return;
    if (dispute.status !== "open") throw new DomainError("dispute_changed");
    const { outcome, evidence } = decision;
    await close(deps, sql, dispute, outcome, { actorId, evidence });
    await recordAction(sql, {
      actorId,
      action: "dispute.close",
      subject: { kind: "dispute", id: disputeId },
      before: { status: dispute.status },
      after: { status: outcome },
      reason: evidence,
    });
  });
}

async function open(
  deps: Deps,
  sql: Sql,
  deposit: RefundableDeposit,
  report: DisputeReport,
): Promise<DisputeRow | null> {
  const { amountCents: moneyCents, currency } = report;
  const isFitting =
    currency === deposit.currency &&
    Number.isSafeInteger(moneyCents) &&
    moneyCents > 0 &&
    deposit.disputedMoneyCents + moneyCents <= deposit.amountCents;
  if (!isFitting) {
    const disputed = describeReported(moneyCents, currency);
    const paid = describeReported(deposit.amountCents, deposit.currency);
    const review = `a dispute about ${disputed} of ${paid}`;
    await setNeedsReview(sql, deposit.id, review);
    deps.log.error({ depositId: deposit.id, review }, "a dispute needs a person to look");
    return null;
  }
  const cancelled = await cancelRefunds(deps, sql, deposit.id);
  const whole = { moneyCents: deposit.amountCents, internalCents: deposit.internalAmountCents };
  const taken = {
    moneyCents: deposit.disputedMoneyCents,
    internalCents: deposit.disputedCents,
  };
  const amountCents = internalOfPart(whole, taken, moneyCents);
  const holder = await getHolder(sql, deposit);
  const dispute = await insertDispute(sql, {
    depositId: deposit.id,
    userId: deposit.userId,
    provider: deposit.provider,
    providerRef: report.disputeRef,
    moneyCents,
    amountCents,
    takenFrom: await pickBearer(sql, deposit, { holder, amountCents }),
    openedAt: deps.now(),
  });
  await take(sql, dispute);
  deps.log.warn({ depositId: deposit.id, disputeId: dispute.id }, "a payment is disputed");
  await queueDisputeMail(deps, sql, dispute, { kind: "opened", cancelled });
  return dispute;
}

/**
 * Cancels refunds that were not sent yet: the bank has refunded the payment, so we must not refund
 * it again. Returns their sum.
 */
async function cancelRefunds(deps: Deps, sql: Sql, depositId: number) {
  const refunds = await lockRequested(sql, depositId);
  for (const refund of refunds) {
    await changeRefund(deps, sql, refund, {
      status: "failed",
      evidence: PAYMENT_DISPUTED,
    });
  }
  if (refunds.length === 0) return undefined;
  return {
    moneyCents: refunds.reduce((sum, { moneyCents }) => sum + (moneyCents ?? 0), 0),
    amountCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}

async function take(sql: Sql, dispute: DisputeRow): Promise<void> {
  const { amountCents, takenFrom, userId } = dispute;
  if (amountCents === 0) return;
  const movement = { kind: "dispute", sourceId: String(dispute.id), amountCents } as const;
  const to = "provider_clearing";
  if (takenFrom === "user") await takeBack(sql, { ...movement, userId, to });
  else await post(sql, { ...movement, from: { platform: takenFrom }, to: { platform: to } });
}

async function close(
  deps: Deps,
  sql: Sql,
  dispute: DisputeRow,
  outcome: "won" | "lost",
  byHand?: { actorId: number; evidence: string },
): Promise<void> {
  const isNews = await closeDispute(sql, dispute.id, { status: outcome, now: deps.now(), byHand });
  if (!isNews) return;
  const { amountCents, takenFrom, userId } = dispute;
  if (outcome === "won" && amountCents > 0) {
    await post(sql, {
      kind: "dispute_won",
      sourceId: String(dispute.id),
      from: { platform: "provider_clearing" },
      to: takenFrom === "user" ? { wallet: userId } : { platform: takenFrom },
      amountCents,
    });
  }
  await followReview(sql, dispute.depositId);
  await queueDisputeMail(deps, sql, dispute, { kind: outcome });
}
