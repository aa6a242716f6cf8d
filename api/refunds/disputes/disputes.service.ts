import { DomainError } from "#domain/errors.ts";
import { type DisputeStatus, internalOfPart } from "#domain/refunds.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { DecideCreditBody } from "../../contract/staff/deposits.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import { setNeedsReview } from "../../deposits/deposits.queries.ts";
import { describeReported } from "../../deposits/describe-reported.ts";
import type { ApiDeps } from "../../http/context.ts";
import { assertNotOwn } from "../../own-records.ts";
import type { DisputeReport } from "../../providers/payments/payments.ts";
import { decideCredit, findUndecided, requestCredit } from "../../wallet/second-person.ts";
import { lockBalance, post, takeBack } from "../../wallet/wallet.service.ts";
import { changeRefund } from "../change-refund.ts";
import { PAYMENT_DISPUTED } from "../due-refunds.queries.ts";
import { type CancelledRefunds, queueDisputeMail } from "../refunds.mails.ts";
import {
  lockDepositOfRef,
  lockRefundableDeposit,
  lockRequested,
  type RefundableDeposit,
} from "../refunds.queries.ts";
import { getHolder } from "../suspense/holders.queries.ts";
import { followReview, pickLossBearer } from "../suspense/left-behind.ts";
import {
  closeDispute,
  type DisputeRow,
  getDisputed,
  insertDispute,
  lockDispute,
  lockDisputeById,
} from "./disputes.queries.ts";

type Deps = Pick<ApiDeps, "database" | "log" | "now" | "config">;

/**
 * The only place where a report changes a dispute. Opening a dispute takes the credit back, as a
 * debt if the wallet holds less (I17); winning it restores the full credit. Any order and number of
 * reports leads to the same state; a dispute first reported after its end is opened first. False
 * when the payment is unknown or unpaid, the amount exceeds what is left of it, or the dispute was
 * closed with another outcome, which stays: a person must review it.
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
    if (dispute.status === "open") await close(deps, sql, dispute, { outcome: report.outcome });
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
 * Records a dispute's outcome that its provider does not report. Idempotent. Winning restores the
 * credit; above the limit in the settings, this requests a second person's approval
 * (`requestCredit`), leaves the dispute open and returns true. Throws not_found, forbidden for
 * one's own payment, and dispute_changed if the dispute has another outcome or another request is
 * pending.
 */
export async function closeDisputeByHand(
  deps: Deps,
  actorId: number,
  disputeId: number,
  { outcome, evidence }: { outcome: "won" | "lost"; evidence: string },
): Promise<boolean> {
  return inDispute(deps, actorId, disputeId, async (sql, dispute) => {
    if (dispute.status === outcome) return false;
    if (dispute.status !== "open") throw new DomainError("dispute_changed");
    const closing = { actorId, action: "dispute.close", outcome, evidence };
    const { amountCents: cents } = dispute;
    const credit = { subject: toSubject(disputeId), cents, actorId, evidence, now: deps.now() };
    const request = outcome === "won" ? await requestCredit(sql, credit) : null;
    if (request === "new") {
      await record(sql, dispute, {
        ...closing,
        action: "dispute.close_request",
        outcome: dispute.status,
      });
    }
    if (!request) await closeOnEvidence(deps, sql, dispute, closing);
    return request !== null;
  });
}

/**
 * Approves an outcome pending a second person's approval, which closes the dispute as won with its
 * evidence, or rejects it. The requester may reject but not approve. Repeating one's own decision
 * changes nothing. Throws not_found, forbidden for one's own payment and for approving one's own
 * request, and dispute_changed when no request is pending (any more).
 */
export async function decideOnDispute(
  deps: Deps,
  actorId: number,
  disputeId: number,
  body: DecideCreditBody,
): Promise<void> {
  const decision = { ...body, subject: toSubject(disputeId), actorId };
  await inDispute(deps, actorId, disputeId, async (sql, dispute) => {
    const request = await findUndecided(sql, decision);
    if (!request) return;
    if (dispute.status !== "open") throw new DomainError("dispute_changed");
    await decideCredit(sql, decision, deps.now());
    const { evidence } = request;
    if (decision.decision === "reject") {
      const rejected = { action: "dispute.close_reject", outcome: dispute.status };
      return record(sql, dispute, { ...rejected, actorId, evidence });
    }
    const approved = { action: "dispute.close_approve", outcome: "won" } as const;
    await closeOnEvidence(deps, sql, dispute, { ...approved, actorId, evidence });
  });
}

const toSubject = (disputeId: number) => ({ kind: "dispute", id: disputeId }) as const;

/** Runs `work` on a dispute this person may decide on, locked with its deposit and wallet. */
async function inDispute<Result>(
  deps: Deps,
  actorId: number,
  disputeId: number,
  work: (sql: Sql, dispute: DisputeRow) => Promise<Result>,
): Promise<Result> {
  const target = await getDisputed(deps.database, disputeId);
  if (!target) throw new DomainError("not_found");
  assertNotOwn(actorId, target.userId);
  return inTransaction(deps.database, async (sql) => {
    await lockRefundableDeposit(sql, target.depositId);
    await lockBalance(sql, target.userId);
    const dispute = await lockDisputeById(sql, disputeId);
    if (!dispute) throw new Error(`dispute ${disputeId} is missing`);
    return work(sql, dispute);
  });
}

type Closing = { actorId: number; action: string; outcome: DisputeStatus; evidence: string };

/** Closes a locked, open dispute with a person's evidence, and logs it. */
async function closeOnEvidence(
  deps: Deps,
  sql: Sql,
  dispute: DisputeRow,
  closing: Closing & { outcome: "won" | "lost" },
): Promise<void> {
  await close(deps, sql, dispute, { outcome: closing.outcome, byHand: closing });
  await record(sql, dispute, closing);
}

function record(
  sql: Sql,
  dispute: DisputeRow,
  { actorId, action, outcome, evidence }: Closing,
): Promise<void> {
  return recordAction(sql, {
    actorId,
    action,
    subject: toSubject(dispute.id),
    before: { status: dispute.status },
    after: { status: outcome },
    reason: evidence,
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
    takenFrom: await pickLossBearer(sql, deposit, { holder, amountCents }),
    openedAt: deps.now(),
  });
  await take(sql, dispute);
  deps.log.warn({ depositId: deposit.id, disputeId: dispute.id }, "a payment is disputed");
  await queueDisputeMail(deps, sql, dispute, { kind: "opened", cancelled });
  return dispute;
}

/**
 * Cancels refunds that were not sent yet: the bank has refunded the payment, so we must not refund
 * it as well.
 */
async function cancelRefunds(
  deps: Deps,
  sql: Sql,
  depositId: number,
): Promise<CancelledRefunds | undefined> {
  const refunds = await lockRequested(sql, depositId);
  for (const refund of refunds) {
    await changeRefund(deps, sql, refund, {
      status: "failed",
      evidence: PAYMENT_DISPUTED,
    });
  }
  if (refunds.length === 0) return undefined;
  return {
    ids: refunds.map(({ id }) => id),
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
  closing: { outcome: "won" | "lost"; byHand?: { actorId: number; evidence: string } },
): Promise<void> {
  const { outcome, byHand } = closing;
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
