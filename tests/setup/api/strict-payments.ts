import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type {
  CheckoutRequest,
  PaymentProvider,
  PaymentReport,
  RefundReport,
  RefundRequest,
} from "#api/providers/payments/payments.ts";
import type { PaymentOutcome } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";

const NAME = "strict";
/** The origin of the strict provider's payment pages. */
export const STRICT_ORIGIN = "https://pay.strict.test";

export type StrictPayments = PaymentProvider & {
  /** Ends a payment as its payer or bank does, without sending a report. */
  end(providerRef: string, outcome: PaymentOutcome): void;
  /** A signed report, as the provider would send it to the webhook. */
  sign(report: Partial<PaymentReport>): { body: string; headers: Record<string, string> };
  /** The references and deposits that it was queried for, in order. */
  readonly asked: (string | number)[];
};

/**
 * A second payment company for tests. It takes only cards, keeps its payments in memory and rejects
 * what real ones reject: unknown amounts and currencies, overlong texts, relative addresses, one
 * deposit with two amounts, and reports without its signature.
 */
export function createStrictPayments(): StrictPayments {
  const payments = new Map<string, { request: CheckoutRequest; outcome: PaymentOutcome }>();
  const refunds = new Map<number, RefundRequest>();
  const refundReportOf = (request: RefundRequest): RefundReport => ({
    subject: "refund",
    eventId: randomUUID(),
    refundId: request.refundId,
    refundKey: request.refundKey,
    refundRef: `re_${request.refundId}`,
    providerRef: request.providerRef,
    outcome: "succeeded",
    amountCents: request.amountCents,
    currency: request.currency,
  });
  const asked: (string | number)[] = [];
  const mac = (body: string) => createHmac("sha256", `secret of ${NAME}`).update(body).digest();
  const refOf = (depositId: number) => `pay_${depositId}`;

  const reportOf = (providerRef: string): PaymentReport | null => {
    const payment = payments.get(providerRef);
    if (!payment) return null;
    const { request, outcome } = payment;
    const { depositId, depositKey, amountCents, currency } = request;
    const errorMessage = outcome === "failed" ? "Declined by the issuer" : null;
    const eventId = randomUUID();
    // It does not report whether its page is open.
    const facts = { outcome, amountCents, currency, errorMessage };
    return { eventId, providerRef, depositId, depositKey, ...facts };
  };

  return {
    name: NAME,
    takesRealMoney: true,
    methods: ["card"],
    asked,
    async createCheckout(request) {
      assertAccepted(request);
      const providerRef = refOf(request.depositId);
      const known = payments.get(providerRef)?.request;
      if (known && (known.amountCents !== request.amountCents || known.method !== request.method)) {
        throw new Error("the idempotency key was used with other parameters");
      }
      if (!known) payments.set(providerRef, { request, outcome: "pending" });
      return { providerRef, redirectUrl: `${STRICT_ORIGIN}/checkout/${providerRef}` };
    },
    async readWebhook(rawBody, headers) {
      const given = Buffer.from(headers.get("strict-signature") ?? "", "hex");
      const expected = mac(rawBody);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new DomainError("signature_invalid");
      }
      return JSON.parse(rawBody);
    },
    async fetchReport(providerRef) {
      asked.push(providerRef);
      return reportOf(providerRef);
    },
    async findReport({ depositId }) {
      asked.push(depositId);
      return reportOf(refOf(depositId));
    },
    pageOpenMs: 60 * 60_000,
    async closePage(providerRef) {
      asked.push(providerRef);
      const payment = payments.get(providerRef);
      if (payment?.outcome === "pending") payment.outcome = "canceled";
      return reportOf(providerRef);
    },
    async refund(request) {
      const { refundId, providerRef, amountCents, currency } = request;
      const payment = payments.get(providerRef);
      if (payment?.outcome !== "paid") throw new Error(`${providerRef} is not paid`);
      if (currency !== payment.request.currency) throw new Error(`currency ${currency}`);
      const known = refunds.get(refundId);
      if (known && known.amountCents !== amountCents) {
        throw new Error("the idempotency key was used with other parameters");
      }
      const before = [...refunds.values()]
        .filter((refund) => refund.providerRef === providerRef)
        .reduce((sum, refund) => sum + refund.amountCents, 0);
      if (!known && before + amountCents > payment.request.amountCents) {
        throw new Error("more than was paid");
      }
      refunds.set(refundId, request);
      return refundReportOf(request);
    },
    async findRefund({ refundId }) {
      asked.push(refundId);
      const known = refunds.get(refundId);
      return known ? refundReportOf(known) : null;
    },
    end(providerRef, outcome) {
      const payment = payments.get(providerRef);
      if (!payment) throw new Error(`${providerRef} is no payment of ${NAME}`);
      payment.outcome = outcome;
    },
    sign(report) {
      const body = JSON.stringify({ ...reportOf(report.providerRef ?? ""), ...report });
      return { body, headers: { "strict-signature": mac(body).toString("hex") } };
    },
  };
}

/** Throws like an HTTP 400 of the provider. */
function assertAccepted(request: CheckoutRequest): void {
  const { amountCents, currency, method, description, email, successUrl, cancelUrl } = request;
  const isAmount = Number.isSafeInteger(amountCents) && amountCents >= 50 && amountCents <= 200_000;
  if (!isAmount) throw new Error(`amount ${amountCents}`);
  if (currency !== "EUR") throw new Error(`currency ${currency}`);
  if (method !== "card") throw new Error(`method ${method}`);
  if (description === "" || description.length > 140) throw new Error("description");
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new Error(`email ${email}`);
  for (const url of [successUrl, cancelUrl]) {
    if (!URL.canParse(url) || url.length > 500) throw new Error(`url ${url}`);
  }
}
