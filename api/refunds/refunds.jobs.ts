import { retentionJob } from "../db/retention-job.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import type { PaymentProvider } from "../providers/payments/payments.ts";
import { eraseDisputeEvidence } from "./disputes/disputes.queries.ts";
import {
  claimDueRefund,
  type DueRefund,
  setLastError,
  stopRepeating,
} from "./due-refunds.queries.ts";
import { processReport, retryUnmatched } from "./provider-reports/process-report.ts";
import { eraseUnmatched } from "./provider-reports/unmatched.queries.ts";
import { eraseRefundReasons } from "./refunds.queries.ts";
import { repeatRefund, sendRefund } from "./send-refunds.ts";
import { repairSuspense } from "./suspense/repair-suspense.ts";

const EVERY_MS = 60_000;

/** Background jobs of refunds and of provider reports. */
export function refundJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "follow refunds",
      everyMs: EVERY_MS,
      run: (stopping) => followRefunds(deps, stopping),
    },
    {
      name: "try kept payment reports again",
      everyMs: EVERY_MS,
      run: (stopping) => retryUnmatched(deps, stopping),
    },
    {
      name: "repair suspense",
      everyMs: CLEAN_EVERY_MS,
      run: (stopping) => repairSuspense(deps, stopping),
    },
    retentionJob(deps, "forget why old refunds were made", async (sql, before) => {
      await eraseRefundReasons(sql, before);
      await eraseDisputeEvidence(sql, before);
      await eraseUnmatched(sql, before);
    }),
  ];
}

/**
 * Sends requested refunds, first asking their providers about those that may have been sent before,
 * and polls for those whose outcome is unknown; each refund in one process at a time, at growing
 * intervals. A refund that the provider does not know is sent again with the same key for as long
 * as the provider deduplicates by it; then it is left to staff (I16).
 */
export async function followRefunds(deps: ApiDeps, stopping = NEVER_ABORTED): Promise<void> {
  for (const provider of deps.payments.all) await followRefundsOf(deps, provider, stopping);
}

async function followRefundsOf(
  deps: ApiDeps,
  provider: PaymentProvider,
  stopping: AbortSignal,
): Promise<void> {
  const dueAt = deps.now();
  let isQuiet = false;
  while (!stopping.aborted) {
    const claim = { provider: provider.name, dueAt, now: deps.now() };
    const refund = await claimDueRefund(deps.database, claim);
    if (!refund) return;
    try {
      await followRefund(deps, provider, refund);
    } catch (error) {
      await setLastError(deps.database, refund.id, error);
      // The rest will most likely fail for the same reason: one warning is enough.
      const details = { err: error, refundId: refund.id };
      deps.log[isQuiet ? "debug" : "warn"](details, "a refund could not be asked about");
      isQuiet = true;
    }
  }
}

async function followRefund(
  deps: ApiDeps,
  provider: PaymentProvider,
  { id, status, providerKey, providerRef }: DueRefund,
): Promise<void> {
  if (status === "requested") return sendRefund(deps, id);
  const named = { refundId: id, refundKey: providerKey, providerRef };
  const report = await provider.findRefund(named);
  if (report) return processReport(deps, provider.name, report);
  if (await repeatRefund(deps, id)) return;
  const isLeft = await stopRepeating(deps.database, id, { now: deps.now(), keeper: provider });
  if (isLeft || status === "pending") {
    deps.log.error({ refundId: id }, "the provider does not know a refund");
  }
}
