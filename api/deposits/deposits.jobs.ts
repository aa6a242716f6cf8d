import type { ApiDeps } from "../http/context.ts";
import { isSandbox } from "../providers/payments/sandbox-payments.ts";
import { refreshSalesCounts } from "../purchases/purchases.queries.ts";
import { listPending } from "./deposits.queries.ts";
import { settleDeposit } from "./settle-deposit.ts";

const SANDBOX_EVERY_MS = 2_000;
const RECONCILE_EVERY_MS = 60_000;
/** Younger deposits are watched by their payer's own page. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const RECONCILE_BATCH = 100;
const SALES_EVERY_MS = 60_000;

/** Background work around money: nothing depends on a payer keeping a page open. */
export function depositJobs(deps: ApiDeps) {
  return [
    {
      name: "work of the sandbox provider",
      everyMs: SANDBOX_EVERY_MS,
      run: async () => {
        if (isSandbox(deps.payments)) await deps.payments.work();
      },
    },
    {
      name: "ask about pending deposits",
      everyMs: RECONCILE_EVERY_MS,
      run: () => reconcilePending(deps),
    },
    {
      name: "count sales",
      everyMs: SALES_EVERY_MS,
      run: () => refreshSalesCounts(deps.database),
    },
  ];
}

/**
 * Asks the provider about every deposit whose report may have been lost. One that cannot be asked
 * about is logged and keeps no other waiting.
 */
export async function reconcilePending(deps: ApiDeps): Promise<void> {
  const olderThan = new Date(deps.now().getTime() - RECONCILE_AFTER_MS);
  const provider = deps.payments.name;
  for (let afterId = 0; ; ) {
    const page = { provider, olderThan, afterId, limit: RECONCILE_BATCH };
    const batch = await listPending(deps.database, page);
    for (const { id, providerRef } of batch) {
      afterId = id;
      try {
        const report = await deps.payments.fetchReport(providerRef);
        if (report) await settleDeposit(deps, report);
      } catch (error) {
        deps.log.warn({ err: error, depositId: id }, "a pending deposit could not be asked about");
      }
    }
    if (batch.length < RECONCILE_BATCH) return;
  }
}
