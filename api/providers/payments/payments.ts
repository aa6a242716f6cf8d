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
   * Random. Sent along with the id, because ids are reused after a restore from a backup, and in
   * another shop on the same account. Null for a deposit of an earlier release, which only sent the
   * id.
   */
  depositKey: string | null;
  /** When the deposit was created; its page may be created some time later. */
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
  /** Unique per report; a repeated id has no effect. */
  eventId: string;
  providerRef: string;
  /** Our own id of the deposit, as passed to `createCheckout`; null if the report lacks it. */
  depositId: number | null;
  /** The key passed beside it; null if the report lacks it. */
  depositKey: string | null;
  outcome: PaymentOutcome;
  amountCents: number;
  currency: string;
  /**
   * A code of PAYMENT_FAILURES, or the provider's own text; null when the outcome needs no reason.
   */
  errorMessage: string | null;
  /** False once nobody can pay on the page any more; missing where the provider does not say. */
  isPageOpen?: boolean;
  /**
   * Of an expired page: true if a request closed it before its time. Without it the page counts as
   * expired by itself, though the payer has asked for it to be closed: that request may be lost.
   */
  isClosedByRequest?: boolean;
};

export type RefundRequest = {
  /** Our own id: with the key, the provider's idempotency key. */
  refundId: number;
  /** Like the key of a deposit. */
  refundKey: string | null;
  /** The refunded payment. */
  providerRef: string;
  amountCents: number;
  currency: string;
  /** True when an earlier request may have reached the provider, by the same id and key. */
  isRepeated: boolean;
};

/** A refund request that was certainly not accepted: it may be sent again at any time. */
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
  /** Our own id of the refund; null for one that was made on the provider's own pages. */
  refundId: number | null;
  /** The key passed beside it; null if the report lacks it. */
  refundKey: string | null;
  /** The provider's own id of the refund; null where it made none, or the report lacks it. */
  refundRef: string | null;
  /** The refunded payment; null if the report lacks it, as do amount and currency. */
  providerRef: string | null;
  outcome: RefundOutcome;
  amountCents: number | null;
  currency: string | null;
};

/** A provider's report on a payment that its payer disputes at the bank. */
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
  /** Stored with each of its deposits, and part of its webhook's path: never changes. */
  readonly name: string;
  /** False for a demonstration, where balance costs nothing. */
  readonly takesRealMoney: boolean;
  readonly methods: readonly PaymentMethod[];
  /** Opens a hosted page. Idempotent by deposit id and key. Throws payment_unavailable. */
  createCheckout(request: CheckoutRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /** Verifies the signature over the raw bytes; throws signature_invalid. Null: nothing to do. */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderReport | null>;
  /** Queries a checkout's current state; null when the provider does not know it. */
  fetchReport(providerRef: string): Promise<PaymentReport | null>;
  /**
   * Queries the checkout of a deposit whose reference was never stored because the process died in
   * between. Null when the provider has no checkout for it; throws when it cannot be queried,
   * because the state is then unknown.
   */
  findReport(
    deposit: Pick<CheckoutRequest, "depositId" | "depositKey" | "createdAt">,
  ): Promise<PaymentReport | null>;
  /** For how long after its deposit was created a page can be open. */
  readonly pageOpenMs: number;
  /**
   * Closes a checkout's page, and returns the state after that: `canceled`, or `expired` with
   * `isClosedByRequest`, or what the payer had done before. Returns null when the provider does not know the checkout; throws when it
   * is unknown whether the page is closed. Safe to repeat.
   */
  closePage(providerRef: string): Promise<PaymentReport | null>;
  /**
   * Refunds a payment, or a part of it. Idempotent by refund id and key. Throws RefundNotSentError
   * when nothing can have been paid by this call, and anything else when the outcome is unknown
   * (I16): the refund is then queried, and made again for as long as `refundKeysKeptMs`.
   */
  refund(request: RefundRequest): Promise<RefundReport>;
  /**
   * For how long after the first request another one by the same id and key refunds nothing more;
   * without it one whose outcome is unknown is never sent again.
   */
  readonly refundKeysKeptMs?: number;
  /** Queries a refund's current state; null when the provider does not know it. Never pays. */
  findRefund(refund: NamedRefund): Promise<RefundReport | null>;
  /** Payment pages served by this process, below /api. */
  readonly routes?: OpenAPIHono<ApiEnv>;
  readonly jobs?: readonly Job[];
};

export type ConfiguredProvider = ConfiguredModule & {
  /** Async, so that only shops that use a provider load its client. */
  create(context: ProviderContext): PaymentProvider | Promise<PaymentProvider>;
};

/** A kind of provider, one folder beside this file and one line of `registry.ts`. */
export type PaymentProviderModule = ProviderModule<ConfiguredProvider>;

/** The providers of this process, in the order of PAYMENT_PROVIDERS. */
export type Payments = {
  readonly all: readonly PaymentProvider[];
  /** The methods offered by at least one provider, in the order of PAYMENT_METHODS. */
  readonly methods: readonly PaymentMethod[];
  /** The provider for a new deposit: the first that offers the method; null when none does. */
  forMethod(method: PaymentMethod): PaymentProvider | null;
  /** The provider of an existing deposit; null when it is no longer configured. */
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
