import type Stripe from "stripe";
import { isRowId } from "#domain/ids.ts";
import type { DisputeOutcome, RefundOutcome } from "#domain/refunds.ts";
import type { DisputeReport, PaymentReport, RefundReport } from "../payments.ts";

/**
 * What a checkout session says about its deposit. `session` must hold its payment intent whole: by
 * itself a session cannot say whether a debit that is not paid is on its way or has failed.
 */
export function toPaymentReport(session: Stripe.Checkout.Session, eventId: string): PaymentReport {
  const outcome = outcomeOf(session);
  return {
    eventId,
    providerRef: session.id,
    depositId: readId(session.client_reference_id),
    outcome,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    errorMessage: outcome === "failed" ? failureOf(session) : null,
  };
}

function outcomeOf(session: Stripe.Checkout.Session): PaymentReport["outcome"] {
  if (session.status === "expired") return "expired";
  // On an open page a payer whose card was declined may try another.
  if (session.status !== "complete") return "pending";
  if (session.payment_status === "paid") return "paid";
  const status = intentOf(session)?.status;
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "pending";
}

/** The payment intent of a session that was fetched with it; null before the payer has paid. */
export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === "object" ? session.payment_intent : null;
}

function failureOf(session: Stripe.Checkout.Session): string | null {
  return intentOf(session)?.last_payment_error?.message ?? null;
}

const REFUND_OUTCOMES: Partial<Record<string, RefundOutcome>> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

/** What a refund says about itself; `refundId` is null when it was made on Stripe's own pages. */
export function toRefundReport(refund: Stripe.Refund, eventId: string): RefundReport {
  const refundId = readId(refund.metadata?.refund_id);
  const outcome = REFUND_OUTCOMES[refund.status ?? ""] ?? "pending";
  return { subject: "refund", eventId, refundId, outcome };
}

/**
 * What a dispute says about the payment of a session. Null for an inquiry, which is a question of
 * the bank's: no money has moved.
 */
export function toDisputeReport(
  dispute: Stripe.Dispute,
  given: { providerRef: string; eventId: string },
): DisputeReport | null {
  const outcome = DISPUTE_OUTCOMES[dispute.status];
  if (!outcome) return null;
  return {
    subject: "dispute",
    ...given,
    disputeRef: dispute.id,
    outcome,
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
  };
}

const DISPUTE_OUTCOMES: Partial<Record<string, DisputeOutcome>> = {
  needs_response: "opened",
  under_review: "opened",
  won: "won",
  lost: "lost",
};

/** One of our ids as Stripe gives it back; null for anything else. */
function readId(text: string | null | undefined): number | null {
  return isRowId(text) ? Number(text) : null;
}
