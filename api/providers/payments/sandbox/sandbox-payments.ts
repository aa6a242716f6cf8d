import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DAY_MS } from "#domain/dates.ts";
import { PAYMENT_METHODS, PAYMENT_OUTCOMES, type PaymentOutcome } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";
import type { PaymentFailure } from "#domain/messages.ts";
import { sha256 } from "../../../hashes.ts";
import { ANY_KEY, type ProviderContext } from "../../provider-modules.ts";
import { createSandboxSigner } from "../../sandbox-signer.ts";
import { PAGE_TTL_MS, reportPauseMs, WORK_EVERY_MS } from "../../sandbox-timing.ts";
import type {
  CheckoutRequest,
  PaymentProvider,
  PaymentReport,
  ProviderReport,
} from "../payments.ts";
import { sandboxRoutes } from "./sandbox.routes.ts";
import {
  cancelPayment,
  decidePayment,
  delayReport,
  expirePayments,
  getPaymentByRef,
  getPaymentByToken,
  insertPayment,
  listUnreported,
  markReported,
  payDuePayments,
  type SandboxPaymentRow,
} from "./sandbox-payments.queries.ts";
import {
  createSandboxRefunds,
  disputeEventSchema,
  refundEventSchema,
  toDisputeReport,
  toRefundReport,
} from "./sandbox-refunds.ts";

const eventSchema = z.object({
  type: z.literal("payment").default("payment"),
  id: z.string(),
  ref: z.string(),
  outcome: z.enum(PAYMENT_OUTCOMES),
  amount_cents: z.number().int(),
  currency: z.string(),
  error_message: z.string().nullable(),
  is_page_open: z.boolean().optional(),
});

/** `deliver` sends the reports, so that they take the same path as a real provider's. */
export type SandboxOptions = ProviderContext & { payLaterMs: number };

export type SandboxPayments = PaymentProvider & {
  readonly name: "sandbox";
  /** The content of the hosted page. Throws payment_not_found when unknown or expired. */
  requirePayment(token: string): Promise<SandboxPaymentRow>;
  /** Records the payer's decision. Throws payment_finished if there is one already. */
  decide(token: string, decision: SandboxDecision): Promise<SandboxPaymentRow>;
  /** Settles due payments, expires old pages, and sends reports that have not been accepted yet. */
  work(): Promise<void>;
};

export type SandboxDecision = "pay" | "pay_later" | "decline" | "cancel" | DisputeDecision;
/** What a payer, or their bank, can do about a completed payment. */
type DisputeDecision = keyof typeof DISPUTE_OF;

const DISPUTE_OF = { dispute: "opened", dispute_won: "won", dispute_lost: "lost" } as const;

const STATUS_OF = {
  pay: "paid",
  pay_later: "pending",
  decline: "failed",
  cancel: "canceled",
} as const satisfies Record<Exclude<SandboxDecision, DisputeDecision>, PaymentOutcome>;

/**
 * The embedded payment provider (design §4): a hosted page on which the payer picks the outcome.
 */
export function createSandboxPayments(options: SandboxOptions): SandboxPayments {
  const { database, now } = options;
  const signer = createSandboxSigner({ secret: options.secret, use: "payments", now });
  const send = (body: string) => signer.post(options, "/webhooks/sandbox", body);
  const refunds = createSandboxRefunds({ database, now, laterMs: options.payLaterMs, send });

  async function createCheckout(request: CheckoutRequest) {
    const providerRef = refOf(request.depositId);
    // Derived, not random: the same deposit has the same page, even after a crash in between.
    const token = signer.deriveToken(providerRef);
    await insertPayment(database, {
      tokenHash: sha256(token),
      ref: providerRef,
      amountCents: request.amountCents,
      currency: request.currency,
      method: request.method,
      description: request.description,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      expiresAt: new Date(now().getTime() + PAGE_TTL_MS),
    });
    const redirectUrl = `${options.appUrl}/${request.locale}/sandbox-payment/${token}`;
    return { providerRef, redirectUrl };
  }

  async function requirePayment(token: string) {
    const payment = await getPaymentByToken(database, sha256(token));
    const isExpired =
      payment?.status === "expired" || (payment?.status === "open" && payment.expiresAt <= now());
    if (!payment || isExpired) throw new DomainError("payment_not_found");
    return payment;
  }

  async function decide(token: string, decision: SandboxDecision) {
    const payment = await requirePayment(token);
    if (isDispute(decision)) {
      const isChanged = await refunds.dispute(payment, DISPUTE_OF[decision]);
      if (!isChanged) throw new DomainError("payment_finished");
      return payment;
    }
    const isLater = decision === "pay_later";
    const decided = await decidePayment(database, sha256(token), {
      status: STATUS_OF[decision],
      paysAt: isLater ? new Date(now().getTime() + options.payLaterMs) : null,
    });
    if (!decided) throw new DomainError("payment_finished");
    await report(decided);
    return decided;
  }

  async function report(payment: SandboxPaymentRow): Promise<void> {
    // The decision stands even if its report fails: `work` retries it.
    const isAccepted = await send(JSON.stringify(toEvent(payment, now())));
    if (isAccepted) await markReported(database, payment.ref, payment.status, now());
    else await delayReport(database, payment.ref, retryAt(payment.reportTries, now()));
  }

  async function fetchReport(providerRef: string): Promise<PaymentReport | null> {
    await payDuePayments(database, now());
    const payment = await getPaymentByRef(database, providerRef);
    return payment && toReport(toEvent(payment, now()));
  }

  async function closePage(providerRef: string): Promise<PaymentReport | null> {
    const closed = await cancelPayment(database, providerRef);
    if (closed) await report(closed);
    return fetchReport(providerRef);
  }

  async function work(): Promise<void> {
    await payDuePayments(database, now());
    await expirePayments(database, now());
    for (const payment of await listUnreported(database, now())) await report(payment);
    await refunds.work();
  }

  return {
    name: "sandbox",
    takesRealMoney: false,
    methods: PAYMENT_METHODS,
    createCheckout,
    requirePayment,
    decide,
    work,
    routes: sandboxRoutes(database, { requirePayment, decide }),
    jobs: [{ name: "work of the sandbox provider", everyMs: WORK_EVERY_MS, run: work }],
    async readWebhook(rawBody, headers) {
      signer.assertSigned(rawBody, headers.get("sandbox-signature") ?? "");
      return toProviderReport(readEvent(rawBody));
    },
    fetchReport,
    pageOpenMs: PAGE_TTL_MS,
    closePage,
    findReport: ({ depositId }) => fetchReport(refOf(depositId)),
    refund: refunds.refund,
    // For ever; a day is what is usual.
    refundKeysKeptMs: DAY_MS,
    findRefund: refunds.findRefund,
  };
}

function isDispute(decision: SandboxDecision): decision is DisputeDecision {
  return decision in DISPUTE_OF;
}

const refOf = (depositId: number) => `sandbox_${depositId}`;

/** The deposit that a reference was created for; null for a reference that is not ours. */
function depositIdOf(ref: string): number | null {
  const [, digits] = /^sandbox_(\d{1,15})$/.exec(ref) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** When a failed report is retried: once immediately, then after 4 s, 8 s, ... up to 5 minutes. */
function retryAt(tries: number, now: Date): Date {
  const delayMs = tries === 0 ? 0 : reportPauseMs(tries);
  return new Date(now.getTime() + delayMs);
}

/** The reason for a declined payment: a direct debit has no card to mention. */
function nameDecline(method: string): PaymentFailure {
  return method === "card" ? "card_declined" : "payment_failed";
}

function toEvent(payment: SandboxPaymentRow, now: Date): z.infer<typeof eventSchema> {
  const outcome = payment.status === "open" ? "pending" : payment.status;
  return {
    type: "payment",
    id: randomUUID(),
    ref: payment.ref,
    outcome,
    amount_cents: payment.amountCents,
    currency: payment.currency,
    error_message: outcome === "failed" ? nameDecline(payment.method) : null,
    is_page_open: payment.status === "open" && payment.expiresAt > now,
  };
}

const anyEventSchema = z.union([refundEventSchema, disputeEventSchema, eventSchema]);

function toProviderReport(event: z.infer<typeof anyEventSchema>): ProviderReport {
  if (event.type === "refund") return toRefundReport(event);
  return event.type === "dispute" ? toDisputeReport(event) : toReport(event);
}

/** Throws malformed_body: signed, but not a valid report. */
function readEvent(rawBody: string): z.infer<typeof anyEventSchema> {
  try {
    return anyEventSchema.parse(JSON.parse(rawBody));
  } catch {
    throw new DomainError("malformed_body");
  }
}

function toReport(event: z.infer<typeof eventSchema>): PaymentReport {
  return {
    eventId: event.id,
    providerRef: event.ref,
    depositId: depositIdOf(event.ref),
    depositKey: ANY_KEY,
    outcome: event.outcome,
    amountCents: event.amount_cents,
    currency: event.currency,
    errorMessage: event.error_message,
    isPageOpen: event.is_page_open,
  };
}
