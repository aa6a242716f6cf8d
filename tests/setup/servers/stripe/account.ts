import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { createRefundSchema, createSessionSchema } from "./parameters.ts";
import { StripeRejection } from "./rejection.ts";

type SessionRequest = z.infer<typeof createSessionSchema>;

export type Session = ReturnType<typeof newSession>;
export type Intent = ReturnType<typeof newIntent>;
export type Refund = ReturnType<typeof newRefund>;
export type Dispute = ReturnType<typeof newDispute>;
type Subject = Session | Intent | Refund | Dispute;

/** An event as the webhook receives it. */
export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: boolean;
  pending_webhooks: number;
  request: null;
  type: string;
  data: { object: Subject };
};

const idOf = (kind: string) => `${kind}_${randomBytes(12).toString("hex")}`;
const PAGE_SECONDS = 24 * 60 * 60;

/** Stripe's data: sessions, their payments, refunds and disputes, and the events about them. */
export class StripeAccount {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** In the order in which they happened; not sent yet. */
  readonly events: StripeEvent[] = [];

  constructor(
    private readonly options: { origin: () => string; apiVersion: string; now: () => Date },
  ) {}

  createSession(request: SessionRequest): Session {
    const session = newSession(request, { origin: this.options.origin(), created: this.seconds() });
    this.sessions.set(session.id, session);
    return session;
  }

  /** The payer pays by card; succeeds immediately. */
  pay(sessionId: string): void {
    const session = this.complete(sessionId);
    this.intentOf(session).status = "succeeded";
    session.payment_status = "paid";
    this.record("checkout.session.completed", session);
  }

  /** The payer signs a SEPA mandate: the money comes later, or never. */
  payLater(sessionId: string): void {
    const session = this.complete(sessionId);
    this.intentOf(session).status = "processing";
    this.record("checkout.session.completed", session);
  }

  /** The bank has debited the payer's account. */
  settle(sessionId: string): void {
    const session = this.session(sessionId);
    this.requireIntent(session, "processing").status = "succeeded";
    session.payment_status = "paid";
    this.record("checkout.session.async_payment_succeeded", session);
  }

  /** The bank could not debit the account. */
  bounce(sessionId: string, message: string): void {
    const session = this.session(sessionId);
    const intent = this.requireIntent(session, "processing");
    intent.status = "requires_payment_method";
    intent.last_payment_error = { code: "payment_intent_payment_attempt_failed", message };
    this.record("checkout.session.async_payment_failed", session);
    this.record("payment_intent.payment_failed", intent);
  }

  /** A card is declined; the page stays open for another one. */
  decline(sessionId: string, message: string): void {
    const session = this.open(sessionId);
    const intent = this.intentOf(session);
    intent.status = "requires_payment_method";
    intent.last_payment_error = { code: "card_declined", message };
    this.record("payment_intent.payment_failed", intent);
  }

  /** Closes the page on the shop's request, which only an open page allows. */
  expireByRequest(sessionId: string): Session {
    const session = this.sessions.get(sessionId);
    if (!session) throw StripeRejection.missing("checkout.session", sessionId);
    if (session.status !== "open") {
      throw new StripeRejection(400, {
        message:
          'Only Checkout Sessions with a status in ["open"] can be expired. ' +
          `This Checkout Session has a status of \`${session.status}\`.`,
      });
    }
    this.close(session);
    return session;
  }

  /** The page times out and closes. */
  expire(sessionId: string): void {
    const session = this.open(sessionId);
    session.expires_at = this.seconds();
    this.close(session);
  }

  /** Closes the page and cancels the payment that a payer had begun on it. */
  private close(session: Session): void {
    session.status = "expired";
    session.url = null;
    const intent = this.intents.get(session.payment_intent ?? "");
    if (intent) intent.status = "canceled";
    this.record("checkout.session.expired", session);
  }

  createRefund(request: z.infer<typeof createRefundSchema>): Refund {
    const intent = this.intents.get(request.payment_intent);
    if (!intent) throw StripeRejection.missing("payment_intent", request.payment_intent);
    if (intent.status !== "succeeded") {
      throw new StripeRejection(400, {
        code: "payment_intent_unexpected_state",
        message: "This PaymentIntent does not have a successful charge to refund.",
      });
    }
    const left = intent.amount - this.refundedOf(intent.id);
    if (left === 0) {
      throw new StripeRejection(400, {
        code: "charge_already_refunded",
        message: "Charge has already been refunded.",
      });
    }
    const amount = request.amount ?? left;
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
      throw new StripeRejection(400, { message, param: "amount" });
    }
    const refund = newRefund({ ...request, amount }, { intent, created: this.seconds() });
    this.refunds.set(refund.id, refund);
    this.record("refund.created", refund);
    return refund;
  }

  /** Sets the final outcome of a refund. */
  endRefund(refundId: string, status: "succeeded" | "failed"): void {
    const refund = this.refunds.get(refundId);
    if (!refund) throw new Error(`no refund ${refundId}`);
    refund.status = status;
    this.record(status === "failed" ? "refund.failed" : "refund.updated", refund);
  }

  /**
   * The payer disputes the payment: the bank takes the money back immediately, or only inquires.
   */
  dispute(sessionId: string, status: "needs_response" | "warning_needs_response"): Dispute {
    const intent = this.requireIntent(this.session(sessionId), "succeeded");
    const dispute = newDispute(intent, { status, created: this.seconds() });
    this.disputes.set(dispute.id, dispute);
    this.record("charge.dispute.created", dispute);
    if (status === "needs_response") this.record("charge.dispute.funds_withdrawn", dispute);
    return dispute;
  }

  closeDispute(disputeId: string, status: "won" | "lost"): void {
    const dispute = this.disputes.get(disputeId);
    if (!dispute) throw new Error(`no dispute ${disputeId}`);
    dispute.status = status;
    if (status === "won") this.record("charge.dispute.funds_reinstated", dispute);
    this.record("charge.dispute.closed", dispute);
  }

  /** Any other event that Stripe sends to an endpoint that subscribes to all of them. */
  record(type: string, subject: Subject): void {
    this.events.push({
      id: idOf("evt"),
      object: "event",
      api_version: this.options.apiVersion,
      created: this.seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      // A snapshot: later changes are in later events.
      data: { object: structuredClone(subject) },
    });
  }

  private refundedOf(intentId: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === intentId && refund.status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  private session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }

  private open(id: string): Session {
    const session = this.session(id);
    if (session.status !== "open") throw new Error(`${id} is ${session.status}`);
    return session;
  }

  private complete(id: string): Session {
    const session = this.open(id);
    session.status = "complete";
    session.url = null;
    return session;
  }

  /** Returns the payment intent, which is created when the payer first tries to pay. */
  private intentOf(session: Session): Intent {
    const known = this.intents.get(session.payment_intent ?? "");
    if (known) return known;
    const intent = newIntent(session, this.seconds());
    this.intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    return intent;
  }

  private requireIntent(session: Session, status: string): Intent {
    const intent = this.intentOf(session);
    if (intent.status !== status) throw new Error(`${session.id} is ${intent.status}`);
    return intent;
  }

  private seconds(): number {
    return Math.floor(this.options.now().getTime() / 1_000);
  }
}

function newSession(request: SessionRequest, given: { origin: string; created: number }) {
  const [first] = request.line_items;
  if (!first) throw new Error("no line items");
  const id = idOf("cs_test");
  return {
    id,
    object: "checkout.session" as const,
    mode: request.mode,
    livemode: false,
    client_reference_id: request.client_reference_id ?? null,
    customer_email: request.customer_email ?? null,
    locale: request.locale,
    allowed_payment_method_types: request.allowed_payment_method_types,
    metadata: request.metadata,
    intentMetadata: request.payment_intent_data?.metadata ?? {},
    amount_total: request.line_items.reduce(
      (sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity,
      0,
    ),
    currency: first.price_data.currency as string,
    status: "open" as "open" | "complete" | "expired",
    payment_status: "unpaid" as "paid" | "unpaid",
    payment_intent: null as string | null,
    success_url: request.success_url,
    cancel_url: request.cancel_url ?? null,
    url: `${given.origin}/c/pay/${id}` as string | null,
    created: given.created,
    expires_at: given.created + PAGE_SECONDS,
  };
}

function newIntent(session: Session, created: number) {
  return {
    id: idOf("pi"),
    object: "payment_intent" as const,
    amount: session.amount_total,
    currency: session.currency,
    status: "requires_payment_method" as
      | "requires_payment_method"
      | "processing"
      | "succeeded"
      | "canceled",
    last_payment_error: null as { code: string; message: string } | null,
    metadata: session.intentMetadata,
    livemode: false,
    created,
  };
}

function newRefund(
  request: { amount: number; reason?: string; metadata: Record<string, string> },
  given: { intent: Intent; created: number },
) {
  return {
    id: idOf("re"),
    object: "refund" as const,
    amount: request.amount,
    currency: given.intent.currency,
    payment_intent: given.intent.id,
    reason: request.reason ?? null,
    metadata: request.metadata,
    status: "succeeded" as "pending" | "succeeded" | "failed" | "canceled",
    created: given.created,
  };
}

function newDispute(intent: Intent, given: { status: string; created: number }) {
  return {
    id: idOf("du"),
    object: "dispute" as const,
    amount: intent.amount,
    currency: intent.currency,
    payment_intent: intent.id,
    reason: "fraudulent",
    status: given.status,
    livemode: false,
    created: given.created,
  };
}
