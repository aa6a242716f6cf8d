import type { PaymentMethod, PaymentOutcome } from "#domain/deposits.ts";

/** What is asked of a payment provider (design §4): a hosted page, then signed reports about it. */
export type CheckoutRequest = {
  depositId: number;
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
  /** Unique per report; a repeated id has no effect. */
  eventId: string;
  providerRef: string;
  /** Our own id of the deposit, as `createCheckout` was given it; null when it does not say. */
  depositId: number | null;
  outcome: PaymentOutcome;
  amountCents: number;
  currency: string;
  errorMessage: string | null;
};

export type PaymentProvider = {
  readonly name: string;
  /** Opens a hosted page. The same deposit id again gives the same page. Throws payment_unavailable. */
  createCheckout(request: CheckoutRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /** Checks the signature over the raw bytes; throws signature_invalid. Null: nothing to do. */
  readWebhook(rawBody: string, headers: Headers): Promise<PaymentReport | null>;
  /** Asks about a checkout now; null when the provider does not know it. */
  fetchReport(providerRef: string): Promise<PaymentReport | null>;
  /**
   * Asks about the checkout of a deposit whose reference we never got to store: the process died
   * between the two. Null when the provider has no checkout for it; throws when it cannot be asked,
   * because then nobody knows.
   */
  findReport(depositId: number): Promise<PaymentReport | null>;
};
