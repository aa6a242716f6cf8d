import type Stripe from "stripe";
import type { DisputeOutcome, RefundOutcome } from "#domain/refunds.ts";
import type { DisputeReport, PaymentReport, RefundReport } from "../payments.ts";
import { readName } from "./stripe-names.ts";

/** The maximum difference between Stripe's clock and ours, and delay in closing an expired page. */
const EXPIRY_TOLERANCE_SECONDS = 60;

/**
 * Maps a checkout session to a report on its deposit, as of the time `at` (unix seconds). A page
 * closed before its expiry must have been closed by a request, which Stripe itself does not report.
 * `session` must include its payment intent: on its own, a session does not show whether an unpaid
 * debit is in progress or has failed. Null if it is not a payment of an amount: other users of the
 * same account set up cards and subscriptions.
 */
export function toPaymentReport(
  session: Stripe.Checkout.Session,
  { eventId, at }: { eventId: string; at: number },
): PaymentReport | null {
  const { mode, amount_total: amountCents, currency } = session;
  if (mode !== "payment" || amountCents === null || !currency) return null;
  const outcome = outcomeOf(session);
  const { id: depositId, key: depositKey } = readName(session.client_reference_id);
  return {
    eventId,
    providerRef: session.id,
    depositId,
    depositKey,
    outcome,
    amountCents,
    currency: currency.toUpperCase(),
    errorMessage: outcome === "failed" ? failureOf(session) : null,
    isPageOpen: session.status === "open",
    isClosedByRequest: outcome === "expired" && at < session.expires_at - EXPIRY_TOLERANCE_SECONDS,
  };
}

function outcomeOf(session: Stripe.Checkout.Session): PaymentReport["outcome"] {
  if (session.status === "expired") return "expired";
  // On an open page, a payer whose card was declined may try another.
  if (session.status !== "complete") return "pending";
  if (session.payment_status === "paid") return "paid";
  const status = intentOf(session)?.status;
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "pending";
}

/** The payment intent fetched with a session; null before the payer has paid. */
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

/**
 * Maps a refund to a report on the payment of a session; `refundId` is null if the refund was made
 * in Stripe's dashboard.
 */
export function toRefundReport(
  refund: Stripe.Refund,
  given: { providerRef: string | null; eventId: string },
): RefundReport {
  const { refund_id: sentId, refund_key: sentKey } = refund.metadata ?? {};
  const { id: refundId, key: refundKey } = readName(
    sentKey === undefined ? sentId : `${sentId}-${sentKey}`,
  );
  const outcome = REFUND_OUTCOMES[refund.status ?? ""] ?? "pending";
  return {
    subject: "refund",
    ...given,
    refundId,
    refundKey,
    refundRef: refund.id,
    outcome,
    amountCents: refund.amount,
    currency: refund.currency.toUpperCase(),
  };
}

/**
 * Maps a dispute to a report on the payment of a session. Null for an inquiry, in which the bank
 * only asks a question and no money moves.
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
