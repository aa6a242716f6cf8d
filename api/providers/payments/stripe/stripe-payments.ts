import Stripe from "stripe";
import { z } from "zod";
import { toUnixSeconds } from "#domain/dates.ts";
import type { PaymentMethod } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";
import { parseJson } from "#domain/json.ts";
import type { Locale } from "#domain/locales.ts";
import { SIGNATURE_TTL_SECONDS } from "../../provider-modules.ts";
import type {
  CheckoutRequest,
  PaymentProvider,
  PaymentReport,
  ProviderReport,
} from "../payments.ts";
import { nameOf } from "./stripe-names.ts";
import { createStripeRefunds, REFUND_KEYS_KEPT_MS } from "./stripe-refunds.ts";
import { intentOf, toDisputeReport, toPaymentReport } from "./stripe-reports.ts";
import { unlessMissing } from "./unless-missing.ts";

/** Time limit of an attempt, in any of its phases, because a payer is waiting for the page. */
const ATTEMPT_WITHIN_MS = 10_000;
const RETRIES = 2;
/** How far apart a deposit and its page may be: clocks differ, and a retry may come later. */
const FIND_BEFORE_SECONDS = 10 * 60;
const FIND_AFTER_SECONDS = 60 * 60;

const METHOD_TYPES = { card: "card", sepa: "sepa_debit" } as const satisfies Record<
  PaymentMethod,
  string
>;

/** Stripe's page in our languages; "auto" is the browser's, for those that it does not support. */
const LOCALES = {
  de: "de",
  en: "en",
  es: "es",
  et: "et",
  fr: "fr",
  it: "it",
  nl: "nl",
  pl: "pl",
  pt: "pt",
  uk: "auto",
  ar: "auto",
} as const satisfies Record<Locale, string>;

/** The only data used of an event, as its object is fetched. */
const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});
/** The object of an event that we use; those of other events may have no such id (`balance`). */
const objectSchema = z.object({ id: z.string().regex(/^\w+$/) });
type StripeEvent = z.infer<typeof eventSchema>;

const WITH_INTENT = { expand: ["payment_intent"] };

export type StripeOptions = {
  secretKey: string;
  /** Any of them may have signed a webhook. */
  webhookSecrets: readonly string[];
  isLive: boolean;
  methods: readonly PaymentMethod[];
  /** Replaces Stripe itself. */
  apiUrl: URL | null;
  now: () => Date;
  attemptWithinMs?: number;
};

/**
 * Payments by Stripe Checkout (spec §4 Deposits). A webhook is only a hint: its object is fetched,
 * so that the order of webhooks does not matter.
 */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const client = createClient(options);
  const { sessions } = client.checkout;

  async function createCheckout(request: CheckoutRequest) {
    try {
      const idempotencyKey = `deposit-${toReference(request)}`;
      return toPage(await sessions.create(toSession(request), { idempotencyKey }));
    } catch (error) {
      // The same deposit in another language would be a different request with the same key.
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
      const session = await findSession(request);
      if (!session) throw error;
      return toPage(session);
    }
  }

  async function findSession(deposit: NamedDeposit) {
    const seconds = toUnixSeconds(deposit.createdAt);
    const created = { gte: seconds - FIND_BEFORE_SECONDS, lte: seconds + FIND_AFTER_SECONDS };
    for await (const session of sessions.list({ created, limit: 100 })) {
      if (session.client_reference_id === toReference(deposit)) return session;
    }
    return null;
  }

  async function fetchSession(id: string): Promise<Stripe.Checkout.Session | null> {
    return unlessMissing(sessions.retrieve(id, WITH_INTENT));
  }

  async function findSessionOf(intent: string | Stripe.PaymentIntent) {
    const payment_intent = typeof intent === "string" ? intent : intent.id;
    const { data } = await sessions.list({ payment_intent, limit: 1 });
    return data[0] ?? null;
  }

  const refunds = createStripeRefunds({ client, fetchSession, findSessionOf });

  async function fetchReport(providerRef: string): Promise<PaymentReport | null> {
    const session = await fetchSession(providerRef);
    return session && toPaymentReport(session, pollId(session));
  }

  async function readWebhook(rawBody: string, headers: Headers): Promise<ProviderReport | null> {
    const event = readEvent(rawBody, headers.get("stripe-signature") ?? "");
    // Test events are not about real money, and vice versa.
    if (event.livemode !== options.isLive) return null;
    try {
      return await reportOf(event);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      // Stripe retries it for three days.
      throw new DomainError("unavailable", { cause: error });
    }
  }

  /** Throws signature_invalid; malformed_body for signed bytes that are not an event. */
  function readEvent(rawBody: string, signature: string): StripeEvent {
    if (!options.webhookSecrets.some((secret) => isSignedBy(secret, rawBody, signature))) {
      throw new DomainError("signature_invalid");
    }
    const event = eventSchema.safeParse(parseJson(rawBody));
    if (!event.success) throw new DomainError("malformed_body");
    return event.data;
  }

  function isSignedBy(secret: string, rawBody: string, header: string): boolean {
    const receivedAt = options.now().getTime();
    const { signature } = client.webhooks;
    if (!signature) throw new Error("the client verifies no signatures");
    try {
      return signature.verifyHeader(
        rawBody,
        withoutMalformed(header),
        secret,
        SIGNATURE_TTL_SECONDS,
        undefined,
        receivedAt,
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  }

  async function reportOf(event: StripeEvent): Promise<ProviderReport | null> {
    switch (event.type) {
      case "checkout.session.completed":
      case "checkout.session.async_payment_succeeded":
      case "checkout.session.async_payment_failed":
      case "checkout.session.expired": {
        const session = await fetchSession(requireObjectId(event));
        return session && toPaymentReport(session, event.id);
      }
      case "refund.created":
      case "refund.updated":
      case "refund.failed": {
        // A refund made outside the shop is for a person to post, and to undo if it fails.
        const isNews = event.type !== "refund.updated";
        return refunds.reportOn(requireObjectId(event), { eventId: event.id, isNews });
      }
      case "charge.dispute.created":
      case "charge.dispute.updated":
      case "charge.dispute.closed":
      case "charge.dispute.funds_withdrawn":
      case "charge.dispute.funds_reinstated":
        return disputeReportOf(requireObjectId(event), event.id);
      default:
        return null;
    }
  }

  async function disputeReportOf(disputeId: string, eventId: string) {
    const dispute = await unlessMissing(client.disputes.retrieve(disputeId));
    const intent = dispute?.payment_intent;
    if (!dispute || !intent) return null;
    const session = await findSessionOf(intent);
    // Without a session it belongs to another shop on the same account.
    return session ? toDisputeReport(dispute, { providerRef: session.id, eventId }) : null;
  }

  return {
    name: "stripe",
    takesRealMoney: options.isLive,
    methods: options.methods,
    createCheckout,
    readWebhook,
    fetchReport,
    async findReport(deposit) {
      const found = await findSession(deposit);
      return found && fetchReport(found.id);
    },
    refund: refunds.refund,
    refundKeysKeptMs: REFUND_KEYS_KEPT_MS,
    findRefund: refunds.findRefund,
  };
}

/** Throws malformed_body for an event whose object has no id of Stripe's. */
function requireObjectId(event: StripeEvent): string {
  const object = objectSchema.safeParse(event.data.object);
  if (!object.success) throw new DomainError("malformed_body");
  return object.data.id;
}

/**
 * A signature header without what cannot be a signature: Stripe's client throws an error of its own
 * for an empty one, and for one that is longer in bytes than in characters.
 */
function withoutMalformed(header: string): string {
  const parts = header.split(",");
  return parts.filter((part) => !part.startsWith("v1") || /^v1=[0-9a-f]+$/.test(part)).join();
}

function createClient(options: StripeOptions): Stripe {
  const { secretKey, apiUrl, attemptWithinMs = ATTEMPT_WITHIN_MS } = options;
  return new Stripe(secretKey, {
    timeout: attemptWithinMs,
    // The package's client of node:https counts from the connection on: a host that drops packets
    // and a slow DNS held up a payer for minutes.
    httpClient: Stripe.createFetchHttpClient((...[url, init]: Parameters<typeof fetch>) =>
      fetch(url, { ...init, redirect: "manual" }),
    ),
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port,
      protocol: apiUrl.protocol === "http:" ? "http" : "https",
    }),
  });
}

type NamedDeposit = Pick<CheckoutRequest, "depositId" | "depositKey" | "createdAt">;

const toReference = ({ depositId, depositKey }: NamedDeposit) => nameOf(depositId, depositKey);

/** Identical for every request of a deposit, or Stripe rejects the idempotency key. */
function toSession(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { depositId, depositKey } = request;
  const metadata = {
    deposit_id: String(depositId),
    ...(depositKey && { deposit_key: depositKey }),
  };
  return {
    mode: "payment",
    client_reference_id: toReference(request),
    customer_email: request.email,
    locale: isStripeLocale(request.locale) ? LOCALES[request.locale] : "auto",
    allowed_payment_method_types: [METHOD_TYPES[request.method]],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amountCents,
          product_data: { name: request.description },
        },
      },
    ],
    // In another currency it would not be the deposit's amount.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}

function isStripeLocale(locale: string): locale is keyof typeof LOCALES {
  return Object.hasOwn(LOCALES, locale);
}

/** Throws for a session whose page is closed. */
function toPage({ id, url }: Stripe.Checkout.Session) {
  if (!url) throw new Error(`the page of ${id} is closed`);
  return { providerRef: id, redirectUrl: url };
}

/** Polls of an unchanged session give the same report id. */
function pollId(session: Stripe.Checkout.Session): string {
  return `${session.id}:${session.status}:${session.payment_status}:${intentOf(session)?.status}`;
}
