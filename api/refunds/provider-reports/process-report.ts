import { settleDeposit } from "../../deposits/settle-deposit.ts";
import type { ApiDeps } from "../../http/context.ts";
import { NEVER_ABORTED } from "../../noun.ts";
import type { ProviderReport } from "../../providers/payments/payments.ts";
import { applyRefundReport } from "../change-refund.ts";
import { recordDispute } from "../disputes/disputes.service.ts";
import { keepReport, RETRY_MS } from "./keep-report.ts";
import { listDueUnmatched, postponeUnmatched, setMatched } from "./unmatched.queries.ts";

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now" | "config">;

const RETRY_MS_MAX = 60 * 60_000;

/**
 * Processes a provider's signed report. An unmatched one (its deposit is not stored yet, or is not
 * ours) is kept, retried by the job and shown to staff: it may be about real money.
 */
export async function processReport(
  deps: Deps,
  provider: string,
  report: ProviderReport,
): Promise<void> {
  if (await matchReport(deps, provider, report)) return;
  await keepReport(deps, provider, report);
}

/** False when the report matches nothing. */
function matchReport(deps: Deps, provider: string, report: ProviderReport): Promise<boolean> {
  if (report.subject === "refund") return applyRefundReport(deps, provider, report);
  if (report.subject === "dispute") return recordDispute(deps, provider, report);
  return settleDeposit(deps, provider, report);
}

/**
 * Retries unmatched reports at growing intervals: after one minute, two, four, ... up to an hour.
 */
export async function retryUnmatched(deps: Deps, stopping = NEVER_ABORTED): Promise<void> {
  const now = deps.now();
  const due = { now, longestMs: RETRY_MS_MAX };
  for (const { id, provider, report, tries } of await listDueUnmatched(deps.database, due)) {
    if (stopping.aborted) return;
    try {
      if (await matchReport(deps, provider, report)) {
        await setMatched(deps.database, id, now);
        deps.log.info({ reportId: id, provider }, "a kept report found its payment");
        continue;
      }
    } catch (error) {
      deps.log.warn({ err: error, reportId: id }, "a kept report could not be tried");
    }
    const delayMs = Math.min(RETRY_MS * 2 ** (tries + 1), RETRY_MS_MAX);
    await postponeUnmatched(deps.database, id, new Date(now.getTime() + delayMs));
  }
}
