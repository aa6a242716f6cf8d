import fc from "fast-check";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { processWaitingIntents } from "#api/purchases/intents.ts";
import { retryUnmatched } from "#api/refunds/provider-reports/process-report.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { repairSuspense } from "#api/refunds/suspense/repair-suspense.ts";
import { providerOf } from "../api/test-api.ts";
import { adjustmentCommands } from "./adjustment-commands.ts";
import { depositCommands, owner } from "./deposit-commands.ts";
import { disputes } from "./dispute-commands.ts";
import { markCommands } from "./mark-commands.ts";
import {
  command,
  depositOf,
  expectSame,
  giveBackTo,
  idsOf,
  isOnHold,
  memberOf,
  personOf,
  type Real,
  settle,
  statusOf,
} from "./model.ts";
import { orderCommands } from "./order-commands.ts";
import { payoutCommands } from "./payout-commands.ts";
import { assertHistories, type MoneyShop, openMoneyShop, openRun } from "./shop.ts";

const deletions = owner.map((who) =>
  command(`delete(${who})`, async (model, real) => {
    const person = personOf(model, who);
    if (person.isDeleted) return;
    const { agent, password } = memberOf(real, who);
    const body = { password, forfeit_balance: true };
    const response = await agent.request("DELETE", "/api/user/delete", body);
    if (isOnHold(model, who)) expectSame("deletion", response.status, 422, response);
    if (response.status !== 200) return;
    person.isDeleted = true;
    model.shop.revenue += person.balance;
    person.balance = 0;
  }),
);

const jobs = fc.constant(
  command("jobs", async (model, real) => {
    const { test } = real;
    const before = await refundsToFollow(real);
    // Lost reports are sent again.
    for (const deposit of model.deposits) settle(model, deposit);
    for (const job of providerOf(test).jobs ?? []) await job.run();
    await sendCardPayouts(test.deps);
    for (const { jobs: own } of test.deps.cardPayouts.all)
      for (const job of own ?? []) await job.run();
    await followRefunds(test.deps);
    await retryUnmatched(test.deps);
    // The repair must find nothing to correct.
    await repairSuspense(test.deps);
    await processWaitingIntents(test.deps);
    // The provider could not pay these back: the staff settled the deposit without its money.
    for (const { id, depositId, cents } of before) {
      const isFailed = (await statusOf(real, id)) === "failed";
      if (isFailed) giveBackTo(model, depositOf(model, depositId), cents);
    }
  }),
);

function refundsToFollow(real: Real): Promise<{ id: number; depositId: number; cents: number }[]> {
  return real.test.database<{ id: number; depositId: number; cents: number }[]>`
    SELECT id, deposit_id AS "depositId", amount_cents AS cents FROM refunds
    WHERE user_id = ANY (${idsOf(real)}) AND deposit_id IS NOT NULL
      AND status <> 'failed'
    ORDER BY id`;
}

const all = [
  ...depositCommands,
  disputes,
  ...markCommands,
  ...orderCommands,
  ...payoutCommands,
  ...adjustmentCommands,
  deletions,
  jobs,
];

/** Runs the model with up to 60 commands a run, each with new people. Throws on disagreement. */
export async function runMoneyModel(options: {
  runs: number;
  seed?: number;
  /** Called after each run with the names of its commands. */
  onRun?: (commands: string[]) => void;
}): Promise<void> {
  const commands = fc.commands(all, { maxCommands: 60, size: "max" });
  let shop: MoneyShop | null = null;
  const closeShop = async () => {
    await shop?.close();
    shop = null;
  };
  try {
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        shop ??= await openMoneyShop();
        const opened = await openRun(shop);
        try {
          await fc.asyncModelRun(() => opened, given);
          await assertHistories(opened.model, opened.real);
        } catch (error) {
          // A fault in it would be found again in every later run.
          await closeShop();
          throw error;
        }
        options.onRun?.([...given].map(String));
        shop.runsLeft -= 1;
        if (shop.runsLeft === 0) await closeShop();
      }),
      { numRuns: options.runs, seed: options.seed, endOnFailure: options.runs > 50 },
    );
  } finally {
    await closeShop();
  }
}
