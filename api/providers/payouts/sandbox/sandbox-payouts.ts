import { randomBytes } from "node:crypto";
import { z } from "zod";
import { DAY_MS } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { TRANSFER_OUTCOMES, type TransferOutcome } from "#domain/payouts.ts";
import { sha256 } from "../../../hashes.ts";
import { ANY_KEY, type ProviderContext } from "../../provider-modules.ts";
import { createSandboxSigner } from "../../sandbox-signer.ts";
import { REPORT_RETRY_MS_MAX, reportPauseMs, WORK_EVERY_MS } from "../../sandbox-timing.ts";
import type {
  CardPageRequest,
  NamedTransfer,
  PayoutProvider,
  TransferReport,
  TransferRequest,
} from "../payouts.ts";
import {
  deleteCard,
  deleteOldPages,
  endCardPage,
  getBehavior,
  getCard,
  getCardPage,
  insertCardPage,
  type SandboxCardRow,
} from "./sandbox-cards.queries.ts";
import { sandboxCardRoutes } from "./sandbox-cards.routes.ts";
import {
  delayReport,
  endDueTransfers,
  getTransfer,
  insertTransfer,
  listUnreported,
  markReported,
  type SandboxTransferRow,
} from "./sandbox-transfers.queries.ts";
import { type CardBehavior, readCard, type TypedCard } from "./test-cards.ts";

const PAGES_KEPT_MS = DAY_MS;
/** The sandbox's reason when a card rejects the payment. */
const DECLINED = "card_payout_declined";

/** `settleMs`: how long a transfer takes to settle. */
export type SandboxPayoutsOptions = ProviderContext & { settleMs: number };

export type SandboxPayouts = PayoutProvider & {
  readonly name: "sandbox";
  /** The content of the page. Throws payout_card_not_found if it is unknown or has expired. */
  requirePage(token: string): Promise<SandboxCardRow>;
  /**
   * Ends the page with the entered card, or with null if the visitor cancelled. Throws
   * validation_failed, payout_card_used.
   */
  endPage(token: string, typed: TypedCard | null): Promise<SandboxCardRow>;
  /** Completes or returns due transfers, and sends reports that were not accepted yet. */
  work(): Promise<void>;
};

const eventSchema = z.object({
  payout_id: z.number().int(),
  outcome: z.enum(TRANSFER_OUTCOMES),
  reason: z.string().nullable(),
});

type SandboxContext = SandboxPayoutsOptions & { signer: ReturnType<typeof createSandboxSigner> };

/** The embedded payout provider: accepts only test cards, and no money moves. */
export function createSandboxPayouts(options: SandboxPayoutsOptions): SandboxPayouts {
  const { database, secret, now } = options;
  const signer = createSandboxSigner({ secret, use: "payouts", now });
  const sandbox: SandboxContext = { ...options, signer };
  const page: Pick<SandboxPayouts, "requirePage" | "endPage"> = {
    requirePage: (token) => requirePage(sandbox, token),
    endPage: (token, typed) => endPage(sandbox, token, typed),
  };
  const run = () => work(sandbox);
  return {
    ...page,
    name: "sandbox",
    createCardPage: (request) => createCardPage(sandbox, request),
    work: run,
    findCard: (providerRef) => getCard(database, providerRef),
    deleteCard: (token) => deleteCard(database, token),
    pay: (request) => pay(sandbox, request),
    findTransfer: (transfer) => findTransfer(sandbox, transfer),
    async readWebhook(rawBody, headers) {
      signer.assertSigned(rawBody, headers.get("sandbox-signature") ?? "");
      return readEvent(rawBody);
    },
    routes: sandboxCardRoutes(database, page),
    jobs: [{ name: "work of the sandbox payout provider", everyMs: WORK_EVERY_MS, run }],
  };
}

async function createCardPage(sandbox: SandboxContext, request: CardPageRequest) {
  const providerRef = `sandbox_card_${request.requestId}_${request.requestKey.slice(0, 16)}`;
  // Derived, not random: the same visit has the same page, even after a crash.
  const token = sandbox.signer.deriveToken(providerRef);
  await insertCardPage(sandbox.database, {
    tokenHash: sha256(token),
    ref: providerRef,
    amountCents: request.amountCents,
    currency: request.currency,
    returnUrl: request.returnUrl,
    cancelUrl: request.cancelUrl,
    expiresAt: request.expiresAt,
  });
  const redirectUrl = `${sandbox.appUrl}/${request.locale}/sandbox-card/${token}`;
  return { providerRef, redirectUrl };
}

async function requirePage({ database, now }: SandboxContext, token: string) {
  const page = await getCardPage(database, sha256(token));
  const isExpired = page?.status === "open" && page.expiresAt <= now();
  if (!page || isExpired) throw new DomainError("payout_card_not_found");
  return page;
}

async function endPage(sandbox: SandboxContext, token: string, typed: TypedCard | null) {
  const { database, now } = sandbox;
  const page = await requirePage(sandbox, token);
  const { card, errors } = typed === null ? { card: null } : readCard(typed, now());
  if (errors) throw new DomainError("validation_failed", { fields: errors });
  const saved = card && { ...card, token: `card_${randomBytes(18).toString("base64url")}` };
  if (!(await endCardPage(database, sha256(token), saved))) {
    throw new DomainError("payout_card_used");
  }
  return { ...page, status: saved ? ("given" as const) : ("canceled" as const) };
}

/** The immediate and the later outcome of a transfer, by what its card does. */
const ENDINGS: Record<CardBehavior, { outcome: TransferOutcome; next: TransferOutcome | null }> = {
  pays: { outcome: "sent", next: "settled" },
  unknown: { outcome: "sent", next: "settled" },
  returns: { outcome: "sent", next: "returned" },
  fails: { outcome: "failed", next: null },
};

async function pay(sandbox: SandboxContext, request: TransferRequest): Promise<TransferReport> {
  const { database, now, settleMs } = sandbox;
  const behavior = await getBehavior(database, request.token);
  const { outcome, next } = ENDINGS[behavior ?? "fails"];
  await insertTransfer(database, {
    ...request,
    outcome,
    next: next && { outcome: next, at: new Date(now().getTime() + settleMs) },
  });
  const made = await getTransfer(database, request.payoutId);
  if (made?.token !== request.token || made.amountCents !== request.amountCents) {
    throw new Error(`transfer ${request.payoutId} was another one before`);
  }
  if (behavior === "unknown") throw new Error("the sandbox did not respond in time");
  return toReport(made);
}

async function findTransfer(
  { database, now, settleMs }: SandboxContext,
  { payoutId }: NamedTransfer,
): Promise<TransferReport | null> {
  await endDueTransfers(database, { now: now(), longestMs: settleMs });
  const made = await getTransfer(database, payoutId);
  return made && toReport(made);
}

async function work(sandbox: SandboxContext): Promise<void> {
  const { database, now, settleMs } = sandbox;
  await endDueTransfers(database, { now: now(), longestMs: settleMs });
  const unreported = { now: now(), longestMs: REPORT_RETRY_MS_MAX };
  for (const transfer of await listUnreported(database, unreported)) {
    if (await send(sandbox, transfer)) await markReported(database, transfer, now());
    else {
      const delayMs = reportPauseMs(transfer.reportTries);
      const retryAt = new Date(now().getTime() + delayMs);
      await delayReport(database, transfer.payoutId, retryAt);
    }
  }
  await deleteOldPages(database, new Date(now().getTime() - PAGES_KEPT_MS));
}

/** Sends a report; true if it was accepted. */
function send(sandbox: SandboxContext, transfer: SandboxTransferRow): Promise<boolean> {
  const { payoutId: payout_id, outcome, reason } = toReport(transfer);
  const body = JSON.stringify({ payout_id, outcome, reason });
  return sandbox.signer.post(sandbox, "/webhooks/payouts/sandbox", body);
}

function toReport({ payoutId, outcome }: SandboxTransferRow): TransferReport {
  const reason = outcome === "failed" ? DECLINED : null;
  return { payoutId, payoutKey: ANY_KEY, outcome, reason };
}

/** The report in a webhook's body. Throws malformed_body if it is signed but not a valid report. */
function readEvent(rawBody: string): TransferReport {
  try {
    const { payout_id: payoutId, outcome, reason } = eventSchema.parse(JSON.parse(rawBody));
    return { payoutId, payoutKey: ANY_KEY, outcome, reason };
  } catch {
    throw new DomainError("malformed_body");
  }
}
