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
import { CLEAN_EVERY_MS, CLEAN_OFTEN_MS, type Job, NEVER_ABORTED } from "../noun.ts";
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

/** Background jobs of card payouts. */
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
      run: (stopping = NEVER_ABORTED) => deleteDueCards(deps, stopping),
    },
    retentionJob(deps, "forget who got old payouts", async (sql, before) => {
      await anonymizePayees(sql, before);
      await eraseCards(sql, { before }, deps.now());
    }),
  ];
}

/**
 * Sends ready card payouts, and polls for those whose outcome is not final. A payout becomes
 * `sending` before its provider is called; from then on the provider is asked first, and pays only
 * a payout it does not know (I16). Failures are retried at growing intervals. Payouts are claimed
 * one at a time, so that a shutdown leaves no unsent one as `sending`. While a payout is claimed,
 * nobody can mark it.
 */
export async function sendCardPayouts(deps: ApiDeps, stopping = NEVER_ABORTED): Promise<void> {
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

/** The most overdue payout; null when none was due at `dueAt`. */
function claimNext(
  { database, now }: ApiDeps,
  { name: provider }: PayoutProvider,
  dueAt: Date,
): Promise<DueCardPayout | null> {
  return inTransaction(database, (sql) => claimDueCardPayout(sql, { provider, dueAt, now: now() }));
}

/** Null while there is nothing to report. Throws when the outcome is unknown. */
async function resolveOrPay(
  deps: ApiDeps,
  provider: PayoutProvider,
  payout: DueCardPayout,
): Promise<TransferReport | null> {
  const named = { payoutId: payout.id, payoutKey: payout.providerKey };
  const known = payout.attempts === 0 ? null : await provider.findTransfer(named);
  if (known) return known;
  const status = (await inTransaction(deps.database, (sql) => lockPayout(sql, payout.id)))?.status;
  // The status has changed since the claim; money that was sent must not be sent again.
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

/** Unknown does not mean failed: polling continues. */
async function noteUnknown(deps: ApiDeps, payoutId: number): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.database, async (sql) => {
    if (!(await changePayout(sql, payoutId, { from: "sending", to: "unknown", now }))) return;
    const evidence = "The payout provider did not respond";
    await insertPayoutEvent(sql, { payoutId, status: "unknown", evidence, actorId: null, now });
  });
}

/**
 * The only place where a report changes a card payout, whether it comes from the provider's
 * response, its webhook or the job. Any order and number of reports leads to the same state. False
 * when the payout is not one of this provider's: an id may be reused after a restore from a backup.
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

/** The error code for screens to translate; the provider's own wording is in the evidence. */
function toFailure(reason: string | null): CardPayoutFailure {
  return CARD_PAYOUT_FAILURES.find((code) => code === reason) ?? "card_payout_failed";
}
