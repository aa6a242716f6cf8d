import Stripe from "stripe";
import {
  type NamedRefund,
  RefundNotSentError,
  type RefundReport,
  type RefundRequest,
} from "../payments.ts";
import { unlessMissing } from "./stripe-client.ts";
import { nameOf } from "./stripe-names.ts";
import { intentOf, toRefundReport } from "./stripe-reports.ts";
import { fetchSession, findSessionOf } from "./stripe-sessions.ts";

/**
 * Stripe keeps keys for at least a day, measured by its own clock from when it received the
 * request.
 */
export const REFUND_KEYS_KEPT_MS = 23 * 60 * 60_000;

/** Refunds the payment of a session, fully or partially. */
export async function refund(client: Stripe, request: RefundRequest): Promise<RefundReport> {
  const { refundId, refundKey, providerRef } = request;
  const intent = await findIntent(client, providerRef).catch((error: unknown) => {
    throw new RefundNotSentError(error);
  });
  if (!intent) {
    // The API key may belong to another account, while the original one accepted an earlier
    // request.
    if (request.isRepeated) throw new Error(`Stripe does not know the payment ${providerRef}`);
    return rejectedRefund(request);
  }
  try {
    const made = await client.refunds.create(
      {
        payment_intent: intent.id,
        amount: request.amountCents,
        reason: "requested_by_customer",
        metadata: { refund_id: String(refundId), ...(refundKey && { refund_key: refundKey }) },
      },
      // No retries: the error of a second request would not show the outcome of the first.
      { idempotencyKey: `refund-${nameOf(refundId, refundKey)}`, maxNetworkRetries: 0 },
    );
    return toRefundReport(made, { providerRef, eventId: `refund-${refundId}` });
  } catch (error) {
    // Stripe definitely will not pay. After any other error the outcome is unknown.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return rejectedRefund(request);
    throw isNotTaken(error) ? new RefundNotSentError(error) : error;
  }
}

/** The refund with this id and key, however long ago it was made; null if there is none. */
export async function findRefund(
  client: Stripe,
  { refundId, refundKey, providerRef }: NamedRefund,
): Promise<RefundReport | null> {
  const intent = await findIntent(client, providerRef);
  if (!intent) return null;
  for await (const made of client.refunds.list({ payment_intent: intent.id, limit: 100 })) {
    const report = toRefundReport(made, { providerRef, eventId: `refund-${refundId}` });
    if (report.refundId === refundId && report.refundKey === refundKey) return report;
  }
  return null;
}

/**
 * The report on a refund that an event is about; null if there is nothing to do. A refund made
 * outside the shop, on Stripe's own pages, is reported only if the event `isNews`.
 */
export async function reportOnRefund(
  client: Stripe,
  id: string,
  { eventId, isNews }: { eventId: string; isNews: boolean },
): Promise<RefundReport | null> {
  const made = await unlessMissing(client.refunds.retrieve(id));
  if (!made) return null;
  const session = made.payment_intent && (await findSessionOf(client, made.payment_intent));
  const report = toRefundReport(made, { providerRef: session ? session.id : null, eventId });
  if (report.refundId !== null) return report;
  return isNews && report.providerRef !== null ? report : null;
}

async function findIntent(client: Stripe, providerRef: string) {
  const session = await fetchSession(client, providerRef);
  return session && intentOf(session);
}

/** True if Stripe did not process the request: too many requests, a wrong key, or no connection. */
function isNotTaken(error: unknown): boolean {
  const { errors } = Stripe;
  return (
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    (error instanceof errors.StripeConnectionError && isUnconnected(error.detail))
  );
}

/** True if the error occurred before a connection was made, to any of the host's addresses. */
function isUnconnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnconnected);
  if (!(error instanceof Error)) return false;
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (syscall === "connect" || syscall === "getaddrinfo") return true;
  return code === "UND_ERR_CONNECT_TIMEOUT" || isUnconnected(error.cause);
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
