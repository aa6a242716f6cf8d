import { retentionJob } from "../db/retention-job.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import type { PaymentProvider } from "../providers/payments/payments.ts";
import { eraseDisputeEvidence } from "./disputes.queries.ts";
import { processReport, retryUnmatched } from "./process-report.ts";
import { eraseRefundReasons, listOpenRefunds } from "./refunds.queries.ts";
import { repairSuspense } from "./repair-suspense.ts";
import { sendRefund } from "./send-refunds.ts";
import { eraseUnmatched } from "./unmatched.queries.ts";

const EVERY_MS = 60_000;
/** Younger ones are being requested right now. */
const ASK_AFTER_MS = 5 * 60_000;
const BATCH = 100;

/** Background jobs of refunds and of provider reports. */
export function refundJobs(deps: ApiDeps): Job[] {
  return [
    { name: "follow refunds", everyMs: EVERY_MS, run: () => followRefunds(deps) },
    { name: "try kept payment reports again", everyMs: EVERY_MS, run: () => retryUnmatched(deps) },
    { name: "repair suspense", everyMs: CLEAN_EVERY_MS, run: () => repairSuspense(deps) },
    retentionJob(deps, "forget why old refunds were made", async (sql, before) => {
      await eraseRefundReasons(sql, before);
      await eraseDisputeEvidence(sql, before);
      await eraseUnmatched(sql, before);
    }),
  ];
}

/**
 * Sends refunds whose process died before it could, and polls for those whose outcome is uncertain.
 * It never sends one twice: if the provider does not know it, the outcome stays unknown (I16).
 */
export async function followRefunds(deps: ApiDeps, batchSize = BATCH): Promise<void> {
  const before = new Date(deps.now().getTime() - ASK_AFTER_MS);
  for (const provider of deps.payments.all) {
    await followRefundsOf(deps, provider, { before, limit: batchSize });
  }
}

async function followRefundsOf(
  deps: ApiDeps,
  provider: PaymentProvider,
  filter: { before: Date; limit: number },
): Promise<void> {
  for (let afterId = 0; ; ) {
    const page = { ...filter, provider: provider.name, afterId };
    const batch = await listOpenRefunds(deps.database, page);
    for (const { id, status, providerKey, providerRef } of batch) {
      afterId = id;
      if (status === "requested") {
        await sendRefund(deps, id);
        continue;
      }
      try {
        const named = { refundId: id, refundKey: providerKey, providerRef };
        const report = await provider.findRefund(named);
        if (report) await processReport(deps, provider.name, report);
        else deps.log.error({ refundId: id }, "the provider does not know a refund");
      } catch (error) {
        deps.log.warn({ err: error, refundId: id }, "a refund could not be asked about");
      }
    }
    if (batch.length < filter.limit) return;
  }
}
