import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DISPUTE_OUTCOMES, type DisputeOutcome, REFUND_OUTCOMES } from "#domain/refunds.ts";
import { type Database, inTransaction, type Sql } from "../../../db/client.ts";
import { ANY_KEY } from "../../provider-modules.ts";
import type { DisputeReport, RefundReport, RefundRequest } from "../payments.ts";
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
  type SandboxRefund,
} from "./sandbox-refunds.queries.ts";

/**
 * The last two digits of the amount select a refund's outcome: .13 fails, .17 succeeds later, .19
 * succeeds later too, but the request seems to fail.
 */
const REFUND_ENDINGS = { failed: 13, slow: 17, unknown: 19 } as const;

const RETRY_MS_MAX = 5 * 60_000;

export const refundEventSchema = z.object({
  type: z.literal("refund"),
  id: z.string(),
  refund_id: z.number().int(),
  outcome: z.enum(REFUND_OUTCOMES),
  // Events that the release before has queued do not have these.
  ref: z.string().nullish(),
  amount_cents: z.number().int().nullish(),
  currency: z.string().nullish(),
});

export const disputeEventSchema = z.object({
  type: z.literal("dispute"),
  id: z.string(),
  dispute_ref: z.string(),
  ref: z.string(),
  outcome: z.enum(DISPUTE_OUTCOMES),
  amount_cents: z.number().int(),
  currency: z.string(),
});

export function toRefundReport(event: z.infer<typeof refundEventSchema>): RefundReport {
  return {
    subject: "refund",
    eventId: event.id,
    refundId: event.refund_id,
    refundKey: ANY_KEY,
    refundRef: toRefundRef(event.refund_id),
    providerRef: event.ref ?? null,
    outcome: event.outcome,
    amountCents: event.amount_cents ?? null,
    currency: event.currency ?? null,
  };
}

const toRefundRef = (refundId: number) => `refund_${refundId}`;

const toEvent = (refundId: number, made: SandboxRefund) => ({
  type: "refund" as const,
  id: randomUUID(),
  refund_id: refundId,
  outcome: made.outcome,
  ref: made.paymentRef,
  amount_cents: made.amountCents,
  currency: made.currency,
});

export function toDisputeReport(event: z.infer<typeof disputeEventSchema>): DisputeReport {
  return {
    subject: "dispute",
    eventId: event.id,
    disputeRef: event.dispute_ref,
    providerRef: event.ref,
    outcome: event.outcome,
    amountCents: event.amount_cents,
    currency: event.currency,
  };
}

type Options = {
  database: Database;
  now: () => Date;
  /** How long a slow refund takes. */
  laterMs: number;
  /** Sends a signed report; true when it was accepted. */
  send(body: string): Promise<boolean>;
};

/**
 * Refunds and disputes of the sandbox: both are reported by the webhook, with unlimited retries.
 */
export function createSandboxRefunds({ database, now, laterMs, send }: Options) {
  async function refund(request: RefundRequest): Promise<RefundReport> {
    const ending = request.amountCents % 100;
    const isLater = ending === REFUND_ENDINGS.slow || ending === REFUND_ENDINGS.unknown;
    await inTransaction(database, async (sql) => {
      const leftCents = await lockRefundableCents(sql, request.providerRef);
      const isRejected =
        leftCents === null || request.amountCents > leftCents || ending === REFUND_ENDINGS.failed;
      const outcome = isRejected ? "failed" : isLater ? "pending" : "succeeded";
      const isNew = await insertSandboxRefund(sql, {
        refundId: request.refundId,
        paymentRef: request.providerRef,
        amountCents: request.amountCents,
        outcome,
        completesAt: outcome === "pending" ? new Date(now().getTime() + laterMs) : null,
        now: now(),
      });
      if (isNew) await noteRefund(sql, request.refundId);
    });
    if (ending === REFUND_ENDINGS.unknown) throw new Error("the sandbox did not respond in time");
    const report = await findRefund(request);
    if (!report) throw new Error("the refund that was just made is missing");
    return report;
  }

  async function findRefund({
    refundId,
  }: Pick<RefundRequest, "refundId">): Promise<RefundReport | null> {
    await completeDue();
    const made = await getSandboxRefund(database, refundId);
    if (!made) return null;
    return toRefundReport(toEvent(refundId, made));
  }

  /** Queues a report of the refund's state. */
  async function noteRefund(sql: Sql, refundId: number): Promise<void> {
    const made = await getSandboxRefund(sql, refundId);
    if (!made) throw new Error(`sandbox refund ${refundId} is missing`);
    const event = toEvent(refundId, made);
    await insertEvent(sql, { id: event.id, body: JSON.stringify(event), now: now() });
  }

  async function completeDue(): Promise<void> {
    await inTransaction(database, async (sql) => {
      for (const refundId of await completeRefunds(sql, now())) await noteRefund(sql, refundId);
    });
  }

  /**
   * Opens or ends the dispute of a payment; false when its state does not allow that (any more).
   */
  async function dispute(
    payment: { ref: string; amountCents: number; currency: string },
    outcome: DisputeOutcome,
  ): Promise<boolean> {
    const isChanged = await inTransaction(database, async (sql) => {
      if (!(await changeDispute(sql, payment.ref, outcome))) return false;
      const id = randomUUID();
      const event = {
        type: "dispute",
        id,
        dispute_ref: `dispute_${payment.ref}`,
        ref: payment.ref,
        outcome,
        amount_cents: payment.amountCents,
        currency: payment.currency,
      };
      await insertEvent(sql, { id, body: JSON.stringify(event), now: now() });
      return true;
    });
    if (isChanged) await sendEvents();
    return isChanged;
  }

  async function sendEvents(): Promise<void> {
    for (const { id, body, tries } of await listDueEvents(database, now())) {
      if (await send(body)) await deleteEvent(database, id);
      else {
        const delayMs = Math.min(2_000 * 2 ** tries, RETRY_MS_MAX);
        await delayEvent(database, id, new Date(now().getTime() + delayMs));
      }
    }
  }

  async function work(): Promise<void> {
    await completeDue();
    await sendEvents();
  }

  return { refund, findRefund, dispute, work };
}
