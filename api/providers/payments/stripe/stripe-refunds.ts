import Stripe from "stripe";
import type { NamedRefund, RefundReport, RefundRequest } from "../payments.ts";
import { nameOf } from "./stripe-names.ts";
import { intentOf, toRefundReport } from "./stripe-reports.ts";
import { unlessMissing } from "./unless-missing.ts";

type Options = {
  client: Stripe;
  /** With its payment intent; null when Stripe does not know it. */
  fetchSession(id: string): Promise<Stripe.Checkout.Session | null>;
  /** Null for a payment that no session made. */
  findSessionOf(intent: string | Stripe.PaymentIntent): Promise<Stripe.Checkout.Session | null>;
};

/** Refunds of the payments of sessions, those made on Stripe's own pages included. */
export function createStripeRefunds({ client, fetchSession, findSessionOf }: Options) {
  async function refund(request: RefundRequest): Promise<RefundReport> {
    const { refundId, refundKey, providerRef } = request;
    const session = await fetchSession(providerRef);
    const intent = session && intentOf(session);
    if (!intent) return rejectedRefund(request);
    try {
      const made = await client.refunds.create(
        {
          payment_intent: intent.id,
          amount: request.amountCents,
          reason: "requested_by_customer",
          metadata: { refund_id: String(refundId), ...(refundKey && { refund_key: refundKey }) },
        },
        { idempotencyKey: `refund-${nameOf(refundId, refundKey)}` },
      );
      return toRefundReport(made, { providerRef, eventId: `refund-${refundId}` });
    } catch (error) {
      // Stripe says that it will not pay. After any other error the outcome is unknown.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return rejectedRefund(request);
      throw error;
    }
  }

  async function findRefund({
    refundId,
    refundKey,
    providerRef,
  }: NamedRefund): Promise<RefundReport | null> {
    const session = await fetchSession(providerRef);
    const intent = session && intentOf(session);
    if (!intent) return null;
    for await (const made of client.refunds.list({ payment_intent: intent.id, limit: 100 })) {
      const report = toRefundReport(made, { providerRef, eventId: `refund-${refundId}` });
      if (report.refundId === refundId && report.refundKey === refundKey) return report;
    }
    return null;
  }

  /**
   * What an event about a refund reports; null where there is nothing to do. A refund that was made
   * outside of the shop is reported only if the event `isNews`.
   */
  async function reportOn(
    id: string,
    { eventId, isNews }: { eventId: string; isNews: boolean },
  ): Promise<RefundReport | null> {
    const made = await unlessMissing(client.refunds.retrieve(id));
    if (!made) return null;
    const session = made.payment_intent && (await findSessionOf(made.payment_intent));
    const report = toRefundReport(made, { providerRef: session ? session.id : null, eventId });
    if (report.refundId !== null) return report;
    // Without a session it belongs to another shop on the same account.
    return isNews && report.providerRef !== null ? report : null;
  }

  return { refund, findRefund, reportOn };
}

const rejectedRefund = (request: RefundRequest): RefundReport => ({
  subject: "refund",
  eventId: `refund-${request.refundId}-rejected`,
  refundId: request.refundId,
  refundKey: request.refundKey,
  refundRef: null,
  providerRef: request.providerRef,
  outcome: "failed",
  amountCents: request.amountCents,
  currency: request.currency,
});
