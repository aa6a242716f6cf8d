import type { DisputeOutcome } from "#domain/refunds.ts";
import { inTransaction, type Sql } from "../../../db/client.ts";
import type { RefundReport, RefundRequest } from "../payments.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import {
  type DisputedPayment,
  toDisputeEvent,
  toRefundEvent,
  toRefundReport,
} from "./sandbox-events.ts";
import {
  changeDispute,
  completeRefunds,
  delayEvent,
  deleteEvent,
  getSandboxRefund,
  insertEvent,
  insertSandboxRefund,
  listDueEvents,
  lockRefundableCents,
} from "./sandbox-refunds.queries.ts";

/**
 * The cents of the amount select a refund's outcome: .13 fails, .17 succeeds later, and .19 also
 * succeeds later, but its request seems to fail.
 */
const REFUND_ENDINGS = { failed: 13, slow: 17, unknown: 19 } as const;

const RETRY_MS_MAX = 5 * 60_000;

/** Makes a refund once per id. Its amount decides the outcome; throws if that is unknown. */
export async function refund(
  sandbox: SandboxContext,
  request: RefundRequest,
): Promise<RefundReport> {
  const { refundId, providerRef: paymentRef, amountCents } = request;
  const { database, now } = sandbox;
  await inTransaction(database, async (sql) => {
    const outcome = chooseOutcome(amountCents, await lockRefundableCents(sql, paymentRef));
    const isNew = await insertSandboxRefund(sql, {
      refundId,
      paymentRef,
      amountCents,
      outcome,
      completesAt: outcome === "pending" ? new Date(now().getTime() + sandbox.laterMs) : null,
      now: now(),
    });
    if (isNew) await queueRefundEvent(sql, refundId, now());
  });
  if (amountCents % 100 === REFUND_ENDINGS.unknown) {
    throw new Error("the sandbox did not respond in time");
  }
  const report = await findRefund(sandbox, request);
  if (!report) throw new Error("the refund that was just made is missing");
  return report;
}

/** `leftCents`: the refundable amount in cents; null if the payment is unknown. */
function chooseOutcome(amountCents: number, leftCents: number | null) {
  const ending = amountCents % 100;
  if (leftCents === null || amountCents > leftCents) return "failed";
  if (ending === REFUND_ENDINGS.failed) return "failed";
  const isLater = ending === REFUND_ENDINGS.slow || ending === REFUND_ENDINGS.unknown;
  return isLater ? "pending" : "succeeded";
}

/** Null if the refund was never requested. */
export async function findRefund(
  sandbox: SandboxContext,
  { refundId }: Pick<RefundRequest, "refundId">,
): Promise<RefundReport | null> {
  await completeDueRefunds(sandbox);
  const made = await getSandboxRefund(sandbox.database, refundId);
  return made && toRefundReport(toRefundEvent(refundId, made));
}

async function completeDueRefunds({ database, now, laterMs }: SandboxContext): Promise<void> {
  await inTransaction(database, async (sql) => {
    for (const refundId of await completeRefunds(sql, { now: now(), longestMs: laterMs })) {
      await queueRefundEvent(sql, refundId, now());
    }
  });
}

async function queueRefundEvent(sql: Sql, refundId: number, now: Date): Promise<void> {
  const made = await getSandboxRefund(sql, refundId);
  if (!made) throw new Error(`sandbox refund ${refundId} is missing`);
  await queueEvent(sql, toRefundEvent(refundId, made), now);
}

async function queueEvent(sql: Sql, event: { id: string }, now: Date): Promise<void> {
  await insertEvent(sql, { id: event.id, body: JSON.stringify(event), now });
}

/** Opens or ends the dispute of a payment; false if its state does not allow that (any more). */
export async function dispute(
  sandbox: SandboxContext,
  payment: DisputedPayment,
  outcome: DisputeOutcome,
): Promise<boolean> {
  const isChanged = await inTransaction(sandbox.database, async (sql) => {
    if (!(await changeDispute(sql, payment.ref, outcome))) return false;
    await queueEvent(sql, toDisputeEvent(payment, outcome), sandbox.now());
    return true;
  });
  if (isChanged) await sendEvents(sandbox);
  return isChanged;
}

async function sendEvents({ database, now, send }: SandboxContext): Promise<void> {
  const due = { now: now(), longestMs: RETRY_MS_MAX };
  for (const { id, body, tries } of await listDueEvents(database, due)) {
    if (await send(body)) await deleteEvent(database, id);
    else {
      const delayMs = Math.min(2_000 * 2 ** tries, RETRY_MS_MAX);
      await delayEvent(database, id, new Date(now().getTime() + delayMs));
    }
  }
}

/**
 * Completes due refunds, and sends the queued events of refunds and disputes until they are
 * accepted.
 */
export async function workOnRefunds(sandbox: SandboxContext): Promise<void> {
  await completeDueRefunds(sandbox);
  await sendEvents(sandbox);
}
