import type { OpenAPIHono } from "@hono/zod-openapi";
import { PAYMENT_METHODS, type PaymentMethod, type PaymentOutcome } from "#domain/deposits.ts";
import type { DisputeOutcome, RefundOutcome } from "#domain/refunds.ts";
import type { ApiEnv } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import type { ConfiguredModule, ProviderContext, ProviderModule } from "../provider-modules.ts";

/** The interface of a payment provider (design §4): a hosted page, then signed reports. */
export type CheckoutRequest = {
  depositId: number;
  /**
   * Random. Sent with the id, because ids are reused after a restore from a backup, and by another
   * shop on the same account. Null for a deposit of an earlier release, which sent only the id.
   */
  depositKey: string | null;
  /** When the deposit was created; its page may be opened some time later. */
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

/** A provider's report on a checkout, by webhook or polling. */
export type PaymentReport = {
  readonly subject?: "payment";
  /** Unique per report; repeating an id has no effect. */
  eventId: string;
  providerRef: string;
  /** Our own id of the deposit, as passed to `createCheckout`; null if the report lacks it. */
  depositId: number | null;
  /** The key that was passed with it; null if the report lacks it. */
  depositKey: string | null;
  outcome: PaymentOutcome;
  amountCents: number;
  currency: string;
  /**
   * A code of PAYMENT_FAILURES, or the provider's own text; null when the outcome needs no reason.
   */
  errorMessage: string | null;
  /**
   * False once nobody can pay on the page any more; undefined if the provider does not report that.
   */
  isPageOpen?: boolean;
  /**
   * For an expired page: true if a request closed it early. Otherwise it counts as expired on its
   * own even if the payer asked to close it, because that request may have been lost.
   */
  isClosedByRequest?: boolean;
};

export type RefundRequest = {
  /** Our own id; together with the key, the provider's idempotency key. */
  refundId: number;
  /** Serves the same purpose as the key of a deposit. */
  refundKey: string | null;
  /** The refunded payment. */
  providerRef: string;
  amountCents: number;
  currency: string;
  /** True if an earlier request with the same id and key may have reached the provider. */
  isRepeated: boolean;
};

/** The refund request was certainly not accepted, so it can safely be sent again at any time. */
export class RefundNotSentError extends Error {
  override readonly name = "RefundNotSentError";

  constructor(cause: unknown) {
    super("the provider has not taken the request for a refund", { cause });
  }
}

/** Identifies a refund at its provider. */
export type NamedRefund = Pick<RefundRequest, "refundId" | "refundKey" | "providerRef">;

/** A provider's report on a refund. */
export type RefundReport = {
  readonly subject: "refund";
  eventId: string;
  /** Our own id of the refund; null if it was made on the provider's own pages. */
  refundId: number | null;
  /** The key that was passed with it; null if the report lacks it. */
  refundKey: string | null;
  /** The provider's own id of the refund; null if it assigned none, or the report lacks it. */
  refundRef: string | null;
  /** The refunded payment; null if the report lacks it, and so are amount and currency. */
  providerRef: string | null;
  outcome: RefundOutcome;
  amountCents: number | null;
  currency: string | null;
};

/** A provider's report on a payment that the payer disputes at the bank. */
export type DisputeReport = {
  readonly subject: "dispute";
  eventId: string;
  /** The provider's id of the dispute. */
  disputeRef: string;
  /** The disputed payment. */
  providerRef: string;
  outcome: DisputeOutcome;
  amountCents: number;
  currency: string;
};

export type ProviderReport = PaymentReport | RefundReport | DisputeReport;

export type PaymentProvider = {
  /** Stored with each of its deposits and part of its webhook's path, so it must never change. */
  readonly name: string;
  /** False for a demonstration, in which balance costs nothing. */
  readonly takesRealMoney: boolean;
  readonly methods: readonly PaymentMethod[];
  /** Opens a hosted page. Idempotent by deposit id and key. Throws payment_unavailable. */
  createCheckout(request: CheckoutRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /**
   * Verifies the signature over the raw bytes; throws signature_invalid. Null if there is nothing
   * to do.
   */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderReport | null>;
  /** Queries a checkout's current state; null if the provider does not know it. */
  fetchReport(providerRef: string): Promise<PaymentReport | null>;
  /**
   * Queries the checkout of a deposit whose reference was not stored because the process died
   * before that. Null if the provider has no checkout for it. Throws if it cannot be queried,
   * because the state is then unknown.
   */
  findReport(
    deposit: Pick<CheckoutRequest, "depositId" | "depositKey" | "createdAt">,
  ): Promise<PaymentReport | null>;
  /** The longest time a page can stay open after its deposit was created. */
  readonly pageOpenMs: number;
  /**
   * Closes a checkout's page and returns the state after that: `canceled`, or `expired` with
   * `isClosedByRequest`, or whatever the payer had done before. Null if the provider does not know
   * the checkout. Throws if it is unknown whether the page is closed. Safe to repeat.
   */
  closePage(providerRef: string): Promise<PaymentReport | null>;
  /**
   * Refunds a payment, fully or partially. Idempotent by refund id and key. Throws
   * RefundNotSentError if this call cannot have paid anything, and any other error if the outcome
   * is unknown (I16): the refund is then queried, and sent again for as long as `refundKeysKeptMs`.
   */
  refund(request: RefundRequest): Promise<RefundReport>;
  /**
   * How long after the first request another one with the same id and key refunds nothing more. If
   * undefined, a refund whose outcome is unknown is never sent again.
   */
  readonly refundKeysKeptMs?: number;
  /** Queries a refund's current state; null if the provider does not know it. Never pays. */
  findRefund(refund: NamedRefund): Promise<RefundReport | null>;
  /** Payment pages served by this process, below /api. */
  readonly routes?: OpenAPIHono<ApiEnv>;
  readonly jobs?: readonly Job[];
};

export type ConfiguredProvider = ConfiguredModule & {
  /** May be async, so that a provider's client is loaded only in shops that use it. */
  create(context: ProviderContext): PaymentProvider | Promise<PaymentProvider>;
};

/** A kind of provider: a folder next to this file and a line in `registry.ts`. */
export type PaymentProviderModule = ProviderModule<ConfiguredProvider>;

/** The providers of this process, in the order of PAYMENT_PROVIDERS. */
export type Payments = {
  readonly all: readonly PaymentProvider[];
  /** The methods offered by at least one provider, in the order of PAYMENT_METHODS. */
  readonly methods: readonly PaymentMethod[];
  /** The provider for a new deposit: the first that offers the method; null if none does. */
  forMethod(method: PaymentMethod): PaymentProvider | null;
  /** The provider of an existing deposit; null if it is no longer configured. */
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
