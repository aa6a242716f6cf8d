import Stripe from "stripe";
import { toUnixSeconds } from "#domain/dates.ts";
import type { PaymentMethod } from "#domain/deposits.ts";
import type { Locale } from "#domain/locales.ts";
import type { CheckoutRequest } from "../payments.ts";
import { unlessMissing } from "./stripe-client.ts";
import { nameOf } from "./stripe-names.ts";

/** The maximum time between a deposit and its page: clocks differ, and a retry may come later. */
const FIND_BEFORE_SECONDS = 10 * 60;
const FIND_AFTER_SECONDS = 60 * 60;

const METHOD_TYPES = { card: "card", sepa: "sepa_debit" } as const satisfies Record<
  PaymentMethod,
  string
>;

/**
 * The locales of Stripe's page for our languages; "auto", the browser's, for those it does not
 * support.
 */
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

const WITH_INTENT = { expand: ["payment_intent"] };

type Session = Stripe.Checkout.Session;
type NamedDeposit = Pick<CheckoutRequest, "depositId" | "depositKey" | "createdAt">;

/** Creates the checkout session of a deposit, or finds the one that an earlier request created. */
export async function createSession(client: Stripe, request: CheckoutRequest): Promise<Session> {
  const idempotencyKey = `deposit-${toReference(request)}`;
  try {
    return await client.checkout.sessions.create(toSessionParams(request), { idempotencyKey });
  } catch (error) {
    // The same deposit in another language would be a different request with the same key.
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const session = await findSession(client, request);
    if (!session) throw error;
    return session;
  }
}

/** The checkout session that was created for a deposit; null if there is none. */
export async function findSession(client: Stripe, deposit: NamedDeposit): Promise<Session | null> {
  const seconds = toUnixSeconds(deposit.createdAt);
  const created = { gte: seconds - FIND_BEFORE_SECONDS, lte: seconds + FIND_AFTER_SECONDS };
  for await (const session of client.checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === toReference(deposit)) return session;
  }
  return null;
}

/** A session with its payment intent; null if Stripe does not know it. */
export async function fetchSession(client: Stripe, id: string): Promise<Session | null> {
  return unlessMissing(client.checkout.sessions.retrieve(id, WITH_INTENT));
}

/** Closes the page of an open session; Stripe rejects this for any other. */
export async function expireSession(client: Stripe, id: string): Promise<Session> {
  return client.checkout.sessions.expire(id, WITH_INTENT);
}

/**
 * The session that made a payment; null if none did, because it belongs to another user of the
 * account.
 */
export async function findSessionOf(
  client: Stripe,
  intent: string | Stripe.PaymentIntent,
): Promise<Session | null> {
  const payment_intent = typeof intent === "string" ? intent : intent.id;
  const { data } = await client.checkout.sessions.list({ payment_intent, limit: 1 });
  return data[0] ?? null;
}

const toReference = ({ depositId, depositKey }: NamedDeposit) => nameOf(depositId, depositKey);

/** Identical in every request for a deposit, otherwise Stripe rejects the idempotency key. */
function toSessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
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
    // In another currency, the amount would differ from the deposit's.
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
