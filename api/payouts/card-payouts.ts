import { DEFAULT_CURRENCY } from "#domain/money.ts";
import {
  CARD_PAYOUT_FAILURES,
  type CardPayoutFailure,
  isPaidAfterReturn,
  nextPayoutStatus,
  type PayoutStatus,
} from "#domain/payouts.ts";
import { inTransaction } from "../db/client.ts";
import { retentionJob } from "../db/retention-job.ts";
import { whileLocked } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, CLEAN_OFTEN_MS, type Job, NEVER } from "../noun.ts";
import type { PayoutProvider, TransferReport } from "../providers/payouts/payouts.ts";
import { ANY_KEY } from "../providers/provider-modules.ts";
import { requireSettings } from "../site/site.queries.ts";
import {
  claimDueCardPayout,
  type DueCardPayout,
  endClaim,
  renewClaim,
  setFailure,
  toLockKey,
  uncountReturned,
} from "./card-payouts.queries.ts";
import { eraseCards } from "./payout-cards.queries.ts";
import { deleteDueCards, readToken, removeUnusedVisits } from "./payout-cards.service.ts";
import { anonymizePayees, changePayout, insertPayoutEvent, lockPayout } from "./payouts.queries.ts";
import { postPayout } from "./payouts.service.ts";

const EVERY_MS = 5_000;

/** Background jobs of payouts to cards. */
export function cardPayoutJobs(deps: ApiDeps): Job[] {
  return [
    ...deps.cardPayouts.all.flatMap(({ jobs }) => jobs ?? []),
    {
      name: "pay out to cards",
      everyMs: EVERY_MS,
      run: (stopping) => sendCardPayouts(deps, stopping),
    },
    {
      name: "delete unused card visits",
      everyMs: CLEAN_EVERY_MS,
      run: () => removeUnusedVisits(deps),
    },
    {
      name: "delete unowned cards at their providers",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER) => deleteDueCards(deps, stopping),
    },
    retentionJob(deps, "forget who got old payouts", async (sql, before) => {
      await anonymizePayees(sql, before);
      await eraseCards(sql, { before }, deps.now());
    }),
  ];
}

/**
 * Sends card payouts that are ready, and polls for those whose outcome is open. A payout is
 * `sending` before its provider hears of it; from then on the provider is queried first, and paid
 * only if it does not know the payout (I16). Failures are retried with growing pauses. Claimed one by
 * one: a shutdown leaves none as `sending` that nobody has sent. Meanwhile nobody can mark it.
 */
export async function sendCardPayouts(deps: ApiDeps, stopping = NEVER): Promise<void> {
  for (const provider of deps.cardPayouts.all) {
    const dueAt = deps.now();
    while (!stopping.aborted) {
      const payout = await claimNext(deps, provider, dueAt);
      if (!payout) break;
      try {
        await whileLocked(deps.database, toLockKey(payout.id), async () => {
          const report = await resolveOrPay(deps, provider, payout);
          if (report) await recordTransfer(deps, provider.name, report);
        });
      } catch (error) {
        deps.log.error({ err: error, payoutId: payout.id }, "the outcome of a payout is unknown");
        await noteUnknown(deps, payout.id);
      } finally {
        await endClaim(deps.database, payout);
      }
    }
  }
}

/** The payout that has been due for the longest; null when none was due at `dueAt`. */
function claimNext(
  { database, now }: ApiDeps,
  { name: provider }: PayoutProvider,
  dueAt: Date,
): Promise<DueCardPayout | null> {
  return inTransaction(database, (sql) => claimDueCardPayout(sql, { provider, dueAt, now: now() }));
}

/** Null when there is nothing to report yet. Throws when the outcome is unknown. */
async function resolveOrPay(
  deps: ApiDeps,
  provider: PayoutProvider,
  payout: DueCardPayout,
): Promise<TransferReport | null> {
  const named = { payoutId: payout.id, payoutKey: payout.providerKey };
  const known = payout.attempts === 0 ? null : await provider.findTransfer(named);
  if (known) return known;
  const status = (await inTransaction(deps.database, (sql) => lockPayout(sql, payout.id)))?.status;
  // It has changed since it was claimed; money that was sent is not sent again.
  if (status !== "sending" && status !== "unknown") {
    if (status === "sent") throw new Error("the provider does not know a payout that it has sent");
    return null;
  }
  if (payout.isOnHold) return null;
  const token = await readToken(deps, deps.database, payout.cardId);
  if (token === null) throw new Error("the card's token cannot be decrypted: is a secret missing?");
  const { companyName } = await requireSettings(deps.database);
  if (!(await renewClaim(deps.database, payout, deps.now()))) return null;
  return provider.pay({
    ...named,
    token,
    amountCents: payout.amountCents,
    currency: DEFAULT_CURRENCY,
    description: `${companyName}, offer ${payout.offerId}`,
  });
}

/** Unknown does not mean failed: it continues to be polled. */
async function noteUnknown(deps: ApiDeps, payoutId: number): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.database, async (sql) => {
    if (!(await changePayout(sql, payoutId, { from: "sending", to: "unknown", now }))) return;
    const evidence = "The payout provider did not respond";
    await insertPayoutEvent(sql, { payoutId, status: "unknown", evidence, actorId: null, now });
  });
}

/**
 * The single place where a report changes a card payout, used by the provider's response, its
 * webhook and the job. Any order and number of reports leads to the same state. False when this
 * provider has no such payout: another one may have had its id, in this shop before it was restored
 * from a backup.
 */
export async function recordTransfer(
  deps: ApiDeps,
  provider: string,
  report: TransferReport,
): Promise<boolean> {
  const { payoutId, payoutKey, outcome } = report;
  return inTransaction(deps.database, async (sql) => {
    const now = deps.now();
    const payout = await lockPayout(sql, payoutId);
    if (payout?.provider !== provider) return false;
    if (payoutKey !== ANY_KEY && payoutKey !== payout.providerKey) return false;
    if (isPaidAfterReturn(payout.status, outcome)) {
      deps.log.error({ payoutId }, "a payout that had come back was paid all the same");
    }
    const status = nextPayoutStatus(payout.status, outcome);
    if (status === null) return true;
    await changePayout(sql, payoutId, { from: payout.status, to: status, now });
    const evidence = describeReport(provider, report, status);
    await insertPayoutEvent(sql, { payoutId, status, evidence, actorId: null, now });
    if (status === "returned") await uncountReturned(sql, payoutId);
    if (outcome === "failed") await setFailure(sql, payoutId, toFailure(report.reason));
    await postPayout(deps, sql, payout, status);
    return true;
  });
}

function describeReport(provider: string, report: TransferReport, status: PayoutStatus): string {
  const reason = report.reason ? `: ${report.reason.slice(0, 200)}` : "";
  return `${provider} reported ${report.outcome === "failed" ? "failed" : status}${reason}`;
}

/** A code that screens can translate; the provider's own words are in the evidence. */
function toFailure(reason: string | null): CardPayoutFailure {
  return CARD_PAYOUT_FAILURES.find((code) => code === reason) ?? "card_payout_failed";
}
