import { DAY_MS } from "#domain/dates.ts";
import { POLL_PAUSE_MS_MAX, pollPauseMs } from "#domain/deposits.ts";
import type { PaymentFailure } from "#domain/messages.ts";
import type { DueBy } from "../db/due-times.ts";
import { retentionJob } from "../db/retention-job.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import type { PaymentProvider } from "../providers/payments/payments.ts";
import { eraseRequestEvidence } from "../wallet/credit-requests.queries.ts";
import { deleteWebhookEvents, setNeedsReview } from "./deposits.queries.ts";
import {
  expireOrphans,
  expireUnopened,
  expireUnopenedOrphans,
  listOrphans,
  listPending,
  listUnopened,
  postponeQuery,
} from "./due-deposits.queries.ts";
import { anonymizePayers } from "./payer-data.queries.ts";
import { settleDeposit } from "./settle-deposit.ts";

const RECONCILE_EVERY_MS = 60_000;
/** Younger deposits are polled by the payer's own page. */
const RECONCILE_AFTER_MS = 5 * 60_000;
const RECONCILE_BATCH = 100;
/** Payment pages open within seconds; a deposit still without one was cut off. */
const UNOPENED_AFTER_MS = 15 * 60_000;
const UNOPENED_REASON: PaymentFailure = "payment_page_failed";
const UNOPENED_EXPIRED = "a deposit without a payment page expired";
/** The set of providers changes only on restart, when each job runs immediately. */
const ORPHANS_EVERY_MS = 60 * 60_000;
/** Longer than any payment page stays open and any SEPA debit takes to be confirmed. */
const ORPHANED_AFTER_MS = 14 * DAY_MS;
export const ORPHANED_REVIEW = "its payment provider is no longer configured: look it up there";
/** As long as a payer may dispute a SEPA debit: 13 months, plus some days. */
const EVENTS_KEPT_MS = 400 * DAY_MS;

/**
 * Returns the background jobs of deposits, so that nothing depends on a payer keeping a page open.
 */
export function depositJobs(deps: ApiDeps): Job[] {
  return [
    ...deps.payments.all.flatMap(({ jobs }) => jobs ?? []),
    {
      name: "ask about pending deposits",
      everyMs: RECONCILE_EVERY_MS,
      run: (stopping) => reconcilePending(deps, stopping),
    },
    {
      name: "expire deposits without a payment page",
      everyMs: RECONCILE_EVERY_MS,
      run: (stopping) => expireUnopenedDeposits(deps, stopping),
    },
    {
      name: "expire deposits of providers that are gone",
      everyMs: ORPHANS_EVERY_MS,
      run: (stopping) => expireOrphanedDeposits(deps, stopping),
    },
    retentionJob(deps, "forget who made old deposits", anonymizePayers),
    retentionJob(deps, "forget the evidence of old settlements", eraseRequestEvidence),
    {
      name: "delete old payment events",
      everyMs: CLEAN_EVERY_MS,
      run: async () => {
        await deleteWebhookEvents(deps.database, new Date(deps.now().getTime() - EVENTS_KEPT_MS));
      },
    },
  ];
}

/**
 * Polls each provider about deposits whose report may have been lost, less often for older ones
 * (`pollPauseMs`). A failure is logged and does not block the others.
 */
export async function reconcilePending(deps: ApiDeps, stopping = NEVER_ABORTED): Promise<void> {
  const now = deps.now();
  const due = { now, longestMs: POLL_PAUSE_MS_MAX };
  const olderThan = new Date(now.getTime() - RECONCILE_AFTER_MS);
  for (const provider of deps.payments.all) {
    const list = (page: BatchPage) =>
      listPending(deps.database, { provider: provider.name, olderThan, ...due, ...page });
    await forEachDeposit(deps, { list, stopping }, async ({ id, providerRef, createdAt }) => {
      // Scheduled before the request, so that a deposit whose request fails waits like the others.
      const waitMs = pollPauseMs(now.getTime() - createdAt.getTime());
      await postponeQuery(deps.database, id, new Date(now.getTime() + waitMs));
      const report = await provider.fetchReport(providerRef);
      if (report) await settleDeposit(deps, provider.name, report);
    });
  }
}

/**
 * Ends deposits that were cut off before their payment page was stored. Queries the provider first:
 * if it did create a page, the deposit continues as usual. If the provider is unreachable, the
 * deposit stays pending; a provider that is no longer configured cannot be queried, but without a
 * reference no payer has seen a page. Money that arrives anyway is credited (I8).
 */
export async function expireUnopenedDeposits(
  deps: ApiDeps,
  stopping = NEVER_ABORTED,
): Promise<void> {
  const due = dueAfter(deps, UNOPENED_AFTER_MS);
  const { all } = deps.payments;
  for (const provider of all) await expireUnopenedOf(deps, provider, { due, stopping });
  const expired = await expireUnopenedOrphans(deps.database, {
    ...due,
    providers: all.map(({ name }) => name),
    reason: UNOPENED_REASON,
  });
  for (const depositId of expired) deps.log.info({ depositId }, UNOPENED_EXPIRED);
}

async function expireUnopenedOf(
  deps: ApiDeps,
  provider: PaymentProvider,
  { due, stopping }: { due: DueAfter; stopping: AbortSignal },
): Promise<void> {
  const list = (page: BatchPage) =>
    listUnopened(deps.database, { provider: provider.name, ...due, ...page });
  await forEachDeposit(deps, { list, stopping }, async ({ id, providerKey, createdAt }) => {
    const deposit = { depositId: id, depositKey: providerKey, createdAt };
    const report = await provider.findReport(deposit);
    if (report) await settleDeposit(deps, provider.name, report);
    else if (await expireUnopened(deps.database, id, UNOPENED_REASON)) {
      deps.log.info({ depositId: id }, UNOPENED_EXPIRED);
    }
  });
}

/**
 * Ends deposits whose provider is no longer configured, ORPHANED_AFTER_MS after they began: nothing
 * can be queried about them, and a pending deposit blocks deleting the account. A person has to
 * look them up at the provider. Once the provider is configured again, it is queried about them:
 * paid ones are credited, and unpaid ones need no review (docs/decisions/0024).
 */
export async function expireOrphanedDeposits(
  deps: ApiDeps,
  stopping = NEVER_ABORTED,
): Promise<void> {
  const { all } = deps.payments;
  const expired = await expireOrphans(deps.database, {
    ...dueAfter(deps, ORPHANED_AFTER_MS),
    providers: all.map(({ name }) => name),
    review: ORPHANED_REVIEW,
  });
  for (const { id: depositId, provider } of expired) {
    deps.log.error({ depositId, provider }, "a deposit of a provider that is gone has expired");
  }
  for (const provider of all) {
    const list = (page: BatchPage) =>
      listOrphans(deps.database, { provider: provider.name, review: ORPHANED_REVIEW, ...page });
    await forEachDeposit(deps, { list, stopping }, async ({ id, providerRef }) => {
      const report = await provider.fetchReport(providerRef);
      if (!report || report.outcome === "pending") return;
      if (report.outcome === "paid") await settleDeposit(deps, provider.name, report);
      else await setNeedsReview(deps.database, id, null);
    });
  }
}

type DueAfter = DueBy & { dueAt: Date };

/**
 * Returns the filter for deposits that are at least this old, or were made while the clock was
 * ahead.
 */
function dueAfter(deps: Pick<ApiDeps, "now">, ageMs: number): DueAfter {
  const now = deps.now();
  return { now, longestMs: ageMs, dueAt: new Date(now.getTime() - ageMs) };
}

type BatchPage = { afterId: number; limit: number };

/**
 * Handles every deposit of a list in batches, until a shutdown. Errors from `handle` are logged.
 */
async function forEachDeposit<Row extends { id: number }>(
  deps: ApiDeps,
  { list, stopping }: { list: (page: BatchPage) => Promise<Row[]>; stopping: AbortSignal },
  handle: (row: Row) => Promise<void>,
): Promise<void> {
  for (let afterId = 0; !stopping.aborted; ) {
    const batch = await list({ afterId, limit: RECONCILE_BATCH });
    for (const row of batch) {
      if (stopping.aborted) return;
      afterId = row.id;
      try {
        await handle(row);
      } catch (error) {
        deps.log.warn({ err: error, depositId: row.id }, "a deposit could not be asked about");
      }
    }
    if (batch.length < RECONCILE_BATCH) return;
  }
}
