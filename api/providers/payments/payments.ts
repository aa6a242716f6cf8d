import type { OpenAPIHono } from "@hono/zod-openapi";
import { PAYMENT_METHODS, type PaymentMethod, type PaymentOutcome } from "#domain/deposits.ts";
import type { DisputeOutcome, RefundOutcome } from "#domain/refunds.ts";
import type { ApiEnv } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import type { ConfiguredModule, ProviderContext, ProviderModule } from "../provider-modules.ts";

/** What a payment provider is asked for (design §4): a hosted page, then signed reports about it. */
export type CheckoutRequest = {
  depositId: number;
  /** Of the deposit; its page may be made some time later. */
  createdAt: Date;
  amountCents: number;
  currency: string;
  method: PaymentMethod;
  locale: string;
  email: string;
  successUrl: string;
  cancelUrl: string;
  description: string;
};

/** What a provider says about one checkout, by webhook or when asked. */
export type PaymentReport = {
  readonly subject?: "payment";
  /** Unique per report; a repeated id has no effect. */
  eventId: string;
  providerRef: string;
  /** Our own id of the deposit, as `createCheckout` was given it; null when it does not say. */
  depositId: number | null;
  outcome: PaymentOutcome;
  amountCents: number;
  currency: string;
  /** A code of PAYMENT_FAILURES, or the provider's own text; null when the outcome says it all. */
  errorMessage: string | null;
};

export type RefundRequest = {
  /** Our own id: the provider's idempotency key. */
  refundId: number;
  /** The payment that it is of. */
  providerRef: string;
  amountCents: number;
  currency: string;
};

/** What a provider says about a refund. */
export type RefundReport = {
  readonly subject: "refund";
  eventId: string;
  /** Our own id of the refund; null for one that was made on the provider's own pages. */
  refundId: number | null;
  outcome: RefundOutcome;
};

/** What a provider says about a payment that its payer disputes at the bank. */
export type DisputeReport = {
  readonly subject: "dispute";
  eventId: string;
  /** The provider's name for the dispute. */
  disputeRef: string;
  /** The payment that is disputed. */
  providerRef: string;
  outcome: DisputeOutcome;
  amountCents: number;
  currency: string;
};

export type ProviderReport = PaymentReport | RefundReport | DisputeReport;

export type PaymentProvider = {
  /** Stored with each of its deposits, and part of its webhook's path: never changes. */
  readonly name: string;
  /** False for a demonstration, where balance costs nothing. */
  readonly takesRealMoney: boolean;
  readonly methods: readonly PaymentMethod[];
  /** Opens a hosted page. The same deposit id again gives the same page. Throws payment_unavailable. */
  createCheckout(request: CheckoutRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /** Checks the signature over the raw bytes; throws signature_invalid. Null: nothing to do. */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderReport | null>;
  /** Asks about a checkout now; null when the provider does not know it. */
  fetchReport(providerRef: string): Promise<PaymentReport | null>;
  /**
   * Asks about the checkout of a deposit whose reference was never stored: the process died between
   * the two. Null when the provider has no checkout for it; throws when it cannot be asked, because
   * then nobody knows.
   */
  findReport(
    deposit: Pick<CheckoutRequest, "depositId" | "createdAt">,
  ): Promise<PaymentReport | null>;
  /**
   * Pays back a payment, or a part of it. The same refund id again is the same refund. Throws when
   * nobody knows whether it will be paid: it is never asked for again by itself then (I16).
   */
  refund(request: RefundRequest): Promise<RefundReport>;
  /** Asks about a refund now; null when the provider does not know it. Never pays. */
  findRefund(refund: Pick<RefundRequest, "refundId" | "providerRef">): Promise<RefundReport | null>;
  /** Payment pages that this process serves itself, below /api. */
  readonly routes?: OpenAPIHono<ApiEnv>;
  readonly jobs?: readonly Job[];
};

export type ConfiguredProvider = ConfiguredModule & {
  /** May load the client of its server first, which shops without it do without. */
  create(context: ProviderContext): PaymentProvider | Promise<PaymentProvider>;
};

/** A kind of provider, one folder beside this file and one line of `registry.ts`. */
export type PaymentProviderModule = ProviderModule<ConfiguredProvider>;

/** The providers of this process, in the order of PAYMENT_PROVIDERS. */
export type Payments = {
  readonly all: readonly PaymentProvider[];
  /** The methods that some provider offers, in the order of PAYMENT_METHODS. */
  readonly methods: readonly PaymentMethod[];
  /** The provider of a new deposit: the first that offers the method; null when none does. */
  forMethod(method: PaymentMethod): PaymentProvider | null;
  /** The provider of a deposit that exists; null when it is no longer configured. */
  find(name: string): PaymentProvider | null;
};

export function createPayments(all: readonly PaymentProvider[]): Payments {
  const forMethod = (method: PaymentMethod) =>
    all.find(({ methods }) => methods.includes(method)) ?? null;
  return {
    all,
    methods: PAYMENT_METHODS.filter((method) => forMethod(method) !== null),
    forMethod,
    find: (name) => all.find((provider) => provider.name === name) ?? null,
  };
}
