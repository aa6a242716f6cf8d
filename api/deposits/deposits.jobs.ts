import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import { isSandbox } from "../providers/payments/sandbox-payments.ts";
import {
  deleteWebhookEvents,
  expireUnopened,
  listPending,
  listUnopened,
} from "./deposits.queries.ts";
import { settleDeposit } from "./settle-deposit.ts";

const SANDBOX_EVERY_MS = 2_000;
const RECONCILE_EVERY_MS = 60_000;
/** Younger deposits are watched by their payer's own page. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const RECONCILE_BATCH = 100;
/** A page is opened within seconds; what has none by then was cut off. */
const UNOPENED_AFTER_MS = 15 * 60_000;
const UNOPENED_REASON = "The payment page could not be opened. No money was taken.";
const CLEAN_EVERY_MS = 60 * 60_000;
/** As long as a payer may dispute a SEPA debit: 13 months, and some days. */
const EVENTS_KEPT_MS = 400 * 86_400_000;

/** Background work around money: nothing depends on a payer keeping a page open. */
export function depositJobs(deps: ApiDeps): Job[] {
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
      name: "expire deposits without a payment page",
      everyMs: RECONCILE_EVERY_MS,
      run: () => expireUnopenedDeposits(deps),
    },
    {
      name: "forget old payment events",
      everyMs: CLEAN_EVERY_MS,
      run: async () => {
        await deleteWebhookEvents(deps.database, new Date(deps.now().getTime() - EVENTS_KEPT_MS));
      },
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

/**
 * Ends deposits that were cut off between their row and their payment page. The provider is asked
 * first: a page that it did make is found again, and the deposit goes on as any other. While it
 * cannot be asked the deposit stays. Money that arrives all the same is credited (I8).
 */
export async function expireUnopenedDeposits(deps: ApiDeps): Promise<void> {
  const olderThan = new Date(deps.now().getTime() - UNOPENED_AFTER_MS);
  const provider = deps.payments.name;
  for (let afterId = 0; ; ) {
    const page = { provider, olderThan, afterId, limit: RECONCILE_BATCH };
    const batch = await listUnopened(deps.database, page);
    for (const id of batch) {
      afterId = id;
      try {
        const report = await deps.payments.findReport(id);
        if (report) await settleDeposit(deps, report);
        else if (await expireUnopened(deps.database, id, UNOPENED_REASON)) {
          deps.log.info({ depositId: id }, "a deposit without a payment page expired");
        }
      } catch (error) {
        deps.log.warn(
          { err: error, depositId: id },
          "an unopened deposit could not be asked about",
        );
      }
    }
    if (batch.length < RECONCILE_BATCH) return;
  }
}
