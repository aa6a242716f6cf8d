import type { ApiDeps } from "../http/context.ts";
import { isSandbox } from "../providers/payments/sandbox-payments.ts";
import { refreshSalesCounts } from "../purchases/purchases.queries.ts";
import { listPending } from "./deposits.queries.ts";
import { settleDeposit } from "./settle-deposit.ts";

const SANDBOX_EVERY_MS = 2_000;
const RECONCILE_EVERY_MS = 60_000;
/** Younger deposits are watched by their payer's own page. */
const RECONCILE_AFTER_MS = 5 * 60_000;
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

/** Asks the provider about deposits whose report may have been lost. */
export async function reconcilePending(deps: ApiDeps): Promise<void> {
  const olderThan = new Date(deps.now().getTime() - RECONCILE_AFTER_MS);
  for (const deposit of await listPending(deps.database, olderThan)) {
    if (!deposit.providerRef) continue;
    const report = await deps.payments.fetchReport(deposit.providerRef);
    if (report) await settleDeposit(deps, report);
  }
}
