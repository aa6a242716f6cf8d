import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import {
  type NamedRefund,
  type PaymentProvider,
  RefundNotSentError,
  type RefundReport,
} from "../providers/payments/payments.ts";
import {
  applyRefundReport,
  changeRefund,
  notifyOfOutcome,
  type RecordDeps,
} from "./change-refund.ts";
import {
  type ClaimedRefund,
  claimRequested,
  claimUnknown,
  endSending,
  holdsClaim,
  isRefundDisputed,
  keptMsOf,
  PAYMENT_DISPUTED,
  setLastError,
  setRequestedAgain,
} from "./due-refunds.queries.ts";
import { keepReport } from "./provider-reports/keep-report.ts";
import {
  getDepositOfRefund,
  lockRefund,
  lockRefundableDeposit,
  type RefundRow,
} from "./refunds.queries.ts";

type Deps = RecordDeps & Pick<ApiDeps, "payments">;

/**
 * Sends refunds to their providers; call it after the transaction that created them has committed.
 * If the process dies, the job sends them. Never throws: the refunds exist, and only the provider's
 * part is open.
 */
export async function sendRefunds(deps: Deps, refunds: readonly RefundRow[]): Promise<void> {
  for (const { id } of refunds) await sendRefund(deps, id);
}

/**
 * Sends a refund to its provider if it is still `requested`. It becomes `unknown` first, and stays
 * so if the process dies or the provider does not report what it did (I16); the job polls for its
 * outcome. If the provider certainly has not accepted it, it becomes `requested` again, and the job
 * sends it later.
 */
export async function sendRefund(deps: Deps, refundId: number): Promise<void> {
  await send(deps, refundId, "requested");
}

/**
 * Sends a refund whose outcome is unknown again with the same key, so that the provider pays it
 * only once. Call it after the provider was queried and did not know the refund. Returns false when
 * it must not be sent any more, or another process is sending it.
 */
export async function repeatRefund(deps: Deps, refundId: number): Promise<boolean> {
  return send(deps, refundId, "unknown");
}

async function send(deps: Deps, refundId: number, from: "requested" | "unknown"): Promise<boolean> {
  try {
    const target = await getDepositOfRefund(deps.database, refundId);
    const provider = target && deps.payments.find(target.provider);
    // Stays as it is until its provider is configured again.
    if (!provider) return false;
    const now = deps.now();
    const repeatUntil = new Date(now.getTime() + keptMsOf(provider));
    const isRepeated = from === "unknown";
    const refund = isRepeated
      ? await claimUnknown(deps.database, refundId, { now, keeper: provider })
      : await claimRequested(deps.database, refundId, { now, repeatUntil });
    if (!refund) return false;
    try {
      await requestRefund(deps, provider, { refund, isRepeated });
    } catch (error) {
      await noteFailure(deps, refund, { error, isRepeated });
    } finally {
      await endSending(deps.database, refund);
    }
    return true;
  } catch (error) {
    deps.log.error({ err: error, refundId }, "a refund could not be sent");
    return false;
  }
}

async function requestRefund(
  deps: RecordDeps,
  provider: PaymentProvider,
  { refund, isRepeated }: { refund: ClaimedRefund; isRepeated: boolean },
): Promise<void> {
  if (refund.moneyCents === null) throw new Error("a refund to the wallet is not sent");
  const named = {
    refundId: refund.id,
    refundKey: refund.providerKey,
    providerRef: refund.providerRef,
  };
  const isToBeFound = !isRepeated && mayHaveBeenSent(refund, deps.now(), provider);
  const known = isToBeFound ? await findSentRefund(provider, named) : null;
  const report =
    known ??
    (await provider.refund({
      ...named,
      amountCents: refund.moneyCents,
      currency: refund.currency,
      isRepeated: isRepeated || isToBeFound,
    }));
  const isMatched = await applyRefundReport(deps, provider.name, report);
  if (!isMatched) await keepReport(deps, provider.name, report);
  const { id: refundId, attempts } = refund;
  if (attempts > 1) deps.log.info({ refundId, attempts }, "a refund that had waited was sent");
}

/**
 * True when the provider may already have a requested refund and may have forgotten its key: the
 * database may have been restored from a backup made before the refund was sent. While the key,
 * counted from the refund's creation, is still valid, a first request is safe without asking.
 */
function mayHaveBeenSent(
  { attempts, createdAt }: ClaimedRefund,
  now: Date,
  provider: PaymentProvider,
): boolean {
  const ageMs = now.getTime() - createdAt.getTime();
  return attempts > 1 || ageMs < 0 || ageMs >= keptMsOf(provider);
}

/** Finds a refund that was already sent. If the provider cannot be queried, it is not sent now. */
function findSentRefund(
  provider: PaymentProvider,
  named: NamedRefund,
): Promise<RefundReport | null> {
  return provider.findRefund(named).catch((error: unknown) => {
    throw new RefundNotSentError(error);
  });
}

/**
 * Stores the error. Logs only when the state changes (the refund waits, or its outcome is unknown),
 * not each attempt.
 */
async function noteFailure(
  deps: RecordDeps,
  refund: ClaimedRefund,
  { error, isRepeated }: { error: unknown; isRepeated: boolean },
): Promise<void> {
  const { id: refundId, attempts } = refund;
  const details = { err: error, refundId, attempts };
  await setLastError(deps.database, refundId, error);
  // The provider may have accepted an earlier request for a repeated refund.
  if (isRepeated) deps.log.debug(details, "a refund could not be sent again");
  else if (!(error instanceof RefundNotSentError)) {
    deps.log.error(details, "the outcome of a refund is unknown");
  } else {
    deps.log[attempts === 1 ? "warn" : "debug"](details, "a refund could not be sent yet");
    await requestAgain(deps, refund);
  }
}

/**
 * Sets a refund back to requested if the provider certainly never received it, unless this process
 * took so long that another one has sent it. If the payment has been disputed, cancels the refund,
 * as the dispute did with the others that were still requested.
 */
async function requestAgain(deps: RecordDeps, claimed: ClaimedRefund): Promise<void> {
  const { id: refundId } = claimed;
  const target = await getDepositOfRefund(deps.database, refundId);
  if (!target) throw new Error(`refund ${refundId} is missing`);
  await inTransaction(deps.database, async (sql) => {
    await lockRefundableDeposit(sql, target.depositId);
    const refund = await lockRefund(sql, refundId);
    if (refund?.status !== "unknown" || !(await holdsClaim(sql, claimed))) return;
    if (!(await isRefundDisputed(sql, refundId))) {
      await setRequestedAgain(sql, refundId, deps.now());
      return;
    }
    await changeRefund(deps, sql, refund, { status: "failed", evidence: PAYMENT_DISPUTED });
    await notifyOfOutcome(deps, sql, refund, "failed");
  });
}
