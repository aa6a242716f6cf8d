import { DAY_MS } from "#domain/dates.ts";
import { PAYMENT_METHODS, type PaymentOutcome } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";
import { sha256 } from "../../../hashes.ts";
import {
  PAGE_TTL_MS,
  REPORT_RETRY_MS_MAX,
  reportPauseMs,
  WORK_EVERY_MS,
} from "../../sandbox-timing.ts";
import type { CheckoutRequest, PaymentProvider, PaymentReport } from "../payments.ts";
import { sandboxRoutes } from "./sandbox.routes.ts";
import {
  createSandboxContext,
  type SandboxContext,
  type SandboxOptions,
} from "./sandbox-context.ts";
import { readReport, refOf, toPaymentEvent, toPaymentReport } from "./sandbox-events.ts";
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
import { dispute, findRefund, refund, workOnRefunds } from "./sandbox-refunds.ts";

export type SandboxPayments = PaymentProvider & {
  readonly name: "sandbox";
  /** The content of the hosted page. Throws payment_not_found if it is unknown or has expired. */
  requirePayment(token: string): Promise<SandboxPaymentRow>;
  /** Records the payer's decision. Throws payment_finished if one was already made. */
  decide(token: string, decision: SandboxDecision): Promise<SandboxPaymentRow>;
  /** Settles due payments, expires old pages, and sends reports that were not accepted yet. */
  work(): Promise<void>;
};

export type SandboxDecision = "pay" | "pay_later" | "decline" | "cancel" | DisputeDecision;
/** What a payer or their bank can do about a completed payment. */
type DisputeDecision = keyof typeof DISPUTE_OF;

const DISPUTE_OF = { dispute: "opened", dispute_won: "won", dispute_lost: "lost" } as const;

const STATUS_OF = {
  pay: "paid",
  pay_later: "pending",
  decline: "failed",
  cancel: "canceled",
} as const satisfies Record<Exclude<SandboxDecision, DisputeDecision>, PaymentOutcome>;

/**
 * The embedded payment provider (design §4): a hosted page on which the payer chooses the outcome.
 */
export function createSandboxPayments(options: SandboxOptions): SandboxPayments {
  const sandbox = createSandboxContext(options);
  const { database, signer } = sandbox;
  const page: Pick<SandboxPayments, "requirePayment" | "decide"> = {
    requirePayment: (token) => requirePayment(sandbox, token),
    decide: (token, decision) => decide(sandbox, token, decision),
  };
  const run = () => work(sandbox);
  return {
    ...page,
    name: "sandbox",
    takesRealMoney: false,
    methods: PAYMENT_METHODS,
    createCheckout: (request) => createCheckout(sandbox, request),
    work: run,
    routes: sandboxRoutes(database, page),
    jobs: [{ name: "work of the sandbox provider", everyMs: WORK_EVERY_MS, run }],
    async readWebhook(rawBody, headers) {
      signer.assertSigned(rawBody, headers.get("sandbox-signature") ?? "");
      return readReport(rawBody);
    },
    fetchReport: (providerRef) => fetchReport(sandbox, providerRef),
    pageOpenMs: PAGE_TTL_MS,
    closePage: (providerRef) => closePage(sandbox, providerRef),
    findReport: ({ depositId }) => fetchReport(sandbox, refOf(depositId)),
    refund: (request) => refund(sandbox, request),
    // In fact forever; a day is typical of providers.
    refundKeysKeptMs: DAY_MS,
    findRefund: (request) => findRefund(sandbox, request),
  };
}

async function createCheckout(sandbox: SandboxContext, request: CheckoutRequest) {
  const { database, now, signer } = sandbox;
  const providerRef = refOf(request.depositId);
  // Derived, not random: the same deposit has the same page, even after a crash.
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
  const redirectUrl = `${sandbox.appUrl}/${request.locale}/sandbox-payment/${token}`;
  return { providerRef, redirectUrl };
}

async function requirePayment({ database, now }: SandboxContext, token: string) {
  const payment = await getPaymentByToken(database, sha256(token));
  const isExpired =
    payment?.status === "expired" || (payment?.status === "open" && payment.expiresAt <= now());
  if (!payment || isExpired) throw new DomainError("payment_not_found");
  return payment;
}

async function decide(sandbox: SandboxContext, token: string, decision: SandboxDecision) {
  const payment = await requirePayment(sandbox, token);
  if (isDispute(decision)) {
    const isChanged = await dispute(sandbox, payment, DISPUTE_OF[decision]);
    if (!isChanged) throw new DomainError("payment_finished");
    return payment;
  }
  const { database, now, laterMs } = sandbox;
  const decided = await decidePayment(database, sha256(token), {
    status: STATUS_OF[decision],
    paysAt: decision === "pay_later" ? new Date(now().getTime() + laterMs) : null,
  });
  if (!decided) throw new DomainError("payment_finished");
  await report(sandbox, decided);
  return decided;
}

function isDispute(decision: SandboxDecision): decision is DisputeDecision {
  return decision in DISPUTE_OF;
}

async function report(sandbox: SandboxContext, payment: SandboxPaymentRow): Promise<void> {
  const { database, now, send } = sandbox;
  // The decision stands even if its report fails, which `work` retries.
  const isAccepted = await send(JSON.stringify(toPaymentEvent(payment, now())));
  if (isAccepted) await markReported(database, payment.ref, payment.status, now());
  else await delayReport(database, payment.ref, retryAt(payment.reportTries, now()));
}

/** When a failed report is retried: once immediately, then after 4 s, 8 s, ... up to 5 minutes. */
function retryAt(tries: number, now: Date): Date {
  const delayMs = tries === 0 ? 0 : reportPauseMs(tries);
  return new Date(now.getTime() + delayMs);
}

async function fetchReport(
  { database, now, laterMs }: SandboxContext,
  providerRef: string,
): Promise<PaymentReport | null> {
  await payDuePayments(database, { now: now(), longestMs: laterMs });
  const payment = await getPaymentByRef(database, providerRef);
  return payment && toPaymentReport(toPaymentEvent(payment, now()));
}

async function closePage(
  sandbox: SandboxContext,
  providerRef: string,
): Promise<PaymentReport | null> {
  const closed = await cancelPayment(sandbox.database, providerRef);
  if (closed) await report(sandbox, closed);
  return fetchReport(sandbox, providerRef);
}

async function work(sandbox: SandboxContext): Promise<void> {
  const { database, now, laterMs } = sandbox;
  await payDuePayments(database, { now: now(), longestMs: laterMs });
  await expirePayments(database, { now: now(), longestMs: PAGE_TTL_MS });
  const unreported = { now: now(), longestMs: REPORT_RETRY_MS_MAX };
  for (const payment of await listUnreported(database, unreported)) await report(sandbox, payment);
  await workOnRefunds(sandbox);
}
