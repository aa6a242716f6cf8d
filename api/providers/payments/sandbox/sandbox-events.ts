import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PAYMENT_OUTCOMES } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";
import type { PaymentFailure } from "#domain/messages.ts";
import { DISPUTE_OUTCOMES, type DisputeOutcome, REFUND_OUTCOMES } from "#domain/refunds.ts";
import { ANY_KEY } from "../../provider-modules.ts";
import type { DisputeReport, PaymentReport, ProviderReport, RefundReport } from "../payments.ts";
import type { SandboxPaymentRow } from "./sandbox-payments.queries.ts";
import type { SandboxRefund } from "./sandbox-refunds.queries.ts";

const paymentEventSchema = z.object({
  type: z.literal("payment").default("payment"),
  id: z.string(),
  ref: z.string(),
  outcome: z.enum(PAYMENT_OUTCOMES),
  amount_cents: z.number().int(),
  currency: z.string(),
  error_message: z.string().nullable(),
  is_page_open: z.boolean().optional(),
});

const refundEventSchema = z.object({
  type: z.literal("refund"),
  id: z.string(),
  refund_id: z.number().int(),
  outcome: z.enum(REFUND_OUTCOMES),
  // Events queued by the previous release lack these.
  ref: z.string().nullish(),
  amount_cents: z.number().int().nullish(),
  currency: z.string().nullish(),
});

const disputeEventSchema = z.object({
  type: z.literal("dispute"),
  id: z.string(),
  dispute_ref: z.string(),
  ref: z.string(),
  outcome: z.enum(DISPUTE_OUTCOMES),
  amount_cents: z.number().int(),
  currency: z.string(),
});

const eventSchema = z.union([refundEventSchema, disputeEventSchema, paymentEventSchema]);

type PaymentEvent = z.infer<typeof paymentEventSchema>;
type RefundEvent = z.infer<typeof refundEventSchema>;
type DisputeEvent = z.infer<typeof disputeEventSchema>;

/**
 * The report in the body of a webhook. Throws malformed_body if it is signed but not a valid
 * report.
 */
export function readReport(rawBody: string): ProviderReport {
  const event = parseEvent(rawBody);
  if (event.type === "refund") return toRefundReport(event);
  return event.type === "dispute" ? toDisputeReport(event) : toPaymentReport(event);
}

function parseEvent(rawBody: string): z.infer<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(rawBody));
  } catch {
    throw new DomainError("malformed_body");
  }
}

export function toPaymentEvent(payment: SandboxPaymentRow, now: Date): PaymentEvent {
  const outcome = payment.status === "open" ? "pending" : payment.status;
  return {
    type: "payment",
    id: randomUUID(),
    ref: payment.ref,
    outcome,
    amount_cents: payment.amountCents,
    currency: payment.currency,
    error_message: outcome === "failed" ? nameDecline(payment.method) : null,
    is_page_open: payment.status === "open" && payment.expiresAt > now,
  };
}

/** The reason of a declined payment; only a card payment can name the card. */
function nameDecline(method: string): PaymentFailure {
  return method === "card" ? "card_declined" : "payment_failed";
}

export function toPaymentReport(event: PaymentEvent): PaymentReport {
  return {
    eventId: event.id,
    providerRef: event.ref,
    depositId: depositIdOf(event.ref),
    depositKey: ANY_KEY,
    outcome: event.outcome,
    amountCents: event.amount_cents,
    currency: event.currency,
    errorMessage: event.error_message,
    isPageOpen: event.is_page_open,
  };
}

export const refOf = (depositId: number) => `sandbox_${depositId}`;

/** The deposit that a reference was created for; null if the reference is not ours. */
function depositIdOf(ref: string): number | null {
  const [, digits] = /^sandbox_(\d{1,15})$/.exec(ref) ?? [];
  return digits === undefined ? null : Number(digits);
}

export function toRefundEvent(refundId: number, made: SandboxRefund): RefundEvent {
  return {
    type: "refund",
    id: randomUUID(),
    refund_id: refundId,
    outcome: made.outcome,
    ref: made.paymentRef,
    amount_cents: made.amountCents,
    currency: made.currency,
  };
}

export function toRefundReport(event: RefundEvent): RefundReport {
  return {
    subject: "refund",
    eventId: event.id,
    refundId: event.refund_id,
    refundKey: ANY_KEY,
    refundRef: `refund_${event.refund_id}`,
    providerRef: event.ref ?? null,
    outcome: event.outcome,
    amountCents: event.amount_cents ?? null,
    currency: event.currency ?? null,
  };
}

/** The data of a payment in the events of its dispute. */
export type DisputedPayment = Pick<SandboxPaymentRow, "ref" | "amountCents" | "currency">;

export function toDisputeEvent(payment: DisputedPayment, outcome: DisputeOutcome): DisputeEvent {
  return {
    type: "dispute",
    id: randomUUID(),
    dispute_ref: `dispute_${payment.ref}`,
    ref: payment.ref,
    outcome,
    amount_cents: payment.amountCents,
    currency: payment.currency,
  };
}

function toDisputeReport(event: DisputeEvent): DisputeReport {
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
