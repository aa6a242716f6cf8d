import Stripe from "stripe";
import { toUnixSeconds } from "#domain/dates.ts";
import type { PaymentMethod } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";
import type { PaymentProvider, PaymentReport, ProviderReport } from "../payments.ts";
import { createStripeClient, type StripeClientOptions, unlessMissing } from "./stripe-client.ts";
import { parseSignedEvent, requireObjectId, type StripeEvent } from "./stripe-events.ts";
import { findRefund, REFUND_KEYS_KEPT_MS, refund, reportOnRefund } from "./stripe-refunds.ts";
import { intentOf, toDisputeReport, toPaymentReport } from "./stripe-reports.ts";
import {
  createSession,
  expireSession,
  fetchSession,
  findSession,
  findSessionOf,
} from "./stripe-sessions.ts";

/** Stripe closes a page after a day, unless requested otherwise. */
const PAGE_OPEN_MS = 24 * 60 * 60_000;

export type StripeOptions = StripeClientOptions & {
  /** Any of them may have signed a webhook. */
  webhookSecrets: readonly string[];
  isLive: boolean;
  methods: readonly PaymentMethod[];
  now: () => Date;
};

/**
 * Payments through Stripe Checkout (spec §4 Deposits). A webhook is only a hint: the object it is
 * about is fetched, so the order of webhooks does not matter.
 */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const { isLive, methods, webhookSecrets, now } = options;
  const client = createStripeClient(options);
  return {
    name: "stripe",
    takesRealMoney: isLive,
    methods,
    async createCheckout(request) {
      return toPage(await createSession(client, request));
    },
    async readWebhook(rawBody, headers) {
      const signature = headers.get("stripe-signature") ?? "";
      const signed = { rawBody, signature, receivedAt: now() };
      const event = parseSignedEvent(client, webhookSecrets, signed);
      // Test events are not about real money, and vice versa.
      return event.livemode === isLive ? fetchEventReport(client, event) : null;
    },
    fetchReport: (providerRef) => fetchPaymentReport(client, providerRef, now()),
    pageOpenMs: PAGE_OPEN_MS,
    closePage: (providerRef) => closePage(client, providerRef, now),
    async findReport(deposit) {
      const found = await findSession(client, deposit);
      return found && fetchPaymentReport(client, found.id, now());
    },
    refund: (request) => refund(client, request),
    refundKeysKeptMs: REFUND_KEYS_KEPT_MS,
    findRefund: (named) => findRefund(client, named),
  };
}

/** Throws if the session's page is closed. */
function toPage({ id, url }: Stripe.Checkout.Session) {
  if (!url) throw new Error(`the page of ${id} is closed`);
  return { providerRef: id, redirectUrl: url };
}

async function fetchPaymentReport(
  client: Stripe,
  providerRef: string,
  now: Date,
): Promise<PaymentReport | null> {
  const session = await fetchSession(client, providerRef);
  return session && toPolledReport(session, now);
}

/** Expires an open session. Throws if it is unknown whether anybody can still pay on its page. */
async function closePage(
  client: Stripe,
  providerRef: string,
  now: () => Date,
): Promise<PaymentReport | null> {
  try {
    return toPolledReport(await expireSession(client, providerRef), now());
  } catch (error) {
    // Stripe rejects it if it is not open or does not exist. After any other error it may be closed
    // or not.
    const report = await fetchPaymentReport(client, providerRef, now());
    if (report?.isPageOpen) throw error;
    return report;
  }
}

function toPolledReport(session: Stripe.Checkout.Session, now: Date): PaymentReport | null {
  return toPaymentReport(session, { eventId: pollId(session), at: toUnixSeconds(now) });
}

/** The same id for each poll of an unchanged session. */
function pollId(session: Stripe.Checkout.Session): string {
  return `${session.id}:${session.status}:${session.payment_status}:${intentOf(session)?.status}`;
}

/** Throws unavailable if Stripe cannot be queried; Stripe then resends the event for three days. */
async function fetchEventReport(
  client: Stripe,
  event: StripeEvent,
): Promise<ProviderReport | null> {
  try {
    return await reportOnEvent(client, event);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new DomainError("unavailable", { cause: error });
  }
}

async function reportOnEvent(client: Stripe, event: StripeEvent): Promise<ProviderReport | null> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const session = await fetchSession(client, requireObjectId(event));
      return session && toPaymentReport(session, { eventId: event.id, at: event.created });
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      // A refund made outside the shop has to be posted by a person, and reversed if it fails.
      const isNews = event.type !== "refund.updated";
      return reportOnRefund(client, requireObjectId(event), { eventId: event.id, isNews });
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return reportOnDispute(client, requireObjectId(event), event.id);
    default:
      return null;
  }
}

async function reportOnDispute(client: Stripe, disputeId: string, eventId: string) {
  const dispute = await unlessMissing(client.disputes.retrieve(disputeId));
  const intent = dispute?.payment_intent;
  if (!dispute || !intent) return null;
  const session = await findSessionOf(client, intent);
  return session && toDisputeReport(dispute, { providerRef: session.id, eventId });
}
