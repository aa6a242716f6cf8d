import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { ORPHANED_REVIEW } from "#api/deposits/deposits.jobs.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { RefundNotSentError } from "#api/providers/payments/payments.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { createPayer, createShop, refundDeposit } from "#tests/setup/money/refunds.ts";
import { fillDeposit, lastDepositOf, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { createPricedOffer, createStaff, type Member } from "#tests/setup/records/offers.ts";

// Money jobs at a shutdown: the current item is finished, and no other is started.

const MINUTES = 60;
const HOURS = 60 * MINUTES;

let test: TestApi;
let member: Member;
let stopping: AbortController;
/** The providers' default behaviour. */
let usual: ReturnType<typeof listProviders>;
const listProviders = () =>
  [providerOf(test), ...test.deps.cardPayouts.all].map((provider) => ({
    provider,
    methods: { ...provider },
  }));
beforeAll(async () => {
  ({ test } = await createShop());
  await offerCards(test);
  usual = listProviders();
});
beforeEach(async () => {
  member = await createMember(test);
  stopping = new AbortController();
});
afterEach(async () => {
  for (const { provider, methods } of usual) Object.assign(provider, methods);
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});
afterAll(() => test.close());

async function run(name: string, signal?: AbortSignal, changes: Partial<ApiDeps> = {}) {
  const jobs = listJobs({ ...test.deps, ...changes }).filter((job) => job.name === name);
  expect(jobs).toHaveLength(1);
  for (const job of jobs) await job.run(signal);
}
/** Wraps a function, whose first call then begins a shutdown; records the arguments. */
function stopAt<Given, Result>(work: (given: Given) => Result) {
  const calls: Given[] = [];
  const watched = (given: Given) => {
    calls.push(given);
    stopping.abort();
    return work(given);
  };
  return { calls, watched };
}
/** Creates a log whose first line begins a shutdown, for jobs that write one line per item. */
const stoppingLog = () => pino({ base: null }, { write: () => stopping.abort() });
/** Counts deposits, refunds or payouts by status. */
async function count(table: "deposits" | "refunds" | "payouts") {
  const rows = await test.database<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count FROM ${test.database(table)} GROUP BY 1`;
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
/** Opens two deposits. */
const openTwo = async () => [await openDeposit(member.agent), await openDeposit(member.agent)];
/** Ends deposits that other jobs of this file would process. */
const endDeposits = () =>
  test.database`UPDATE deposits SET status = 'expired' WHERE status = 'pending'`;

it("begins no other payout to a card", async () => {
  const staff = await createStaff(test);
  for (const _ of ["one", "two"]) {
    const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
    const offer = await createPricedOffer(test, { staff, maker }, "99.50");
    await confirmCard(maker, offer, await giveCard(maker, offer));
  }
  const [sandbox] = test.deps.cardPayouts.all;
  if (!sandbox) throw new Error("no provider");
  const { calls, watched } = stopAt(sandbox.pay);
  sandbox.pay = watched;
  await run("pay out to cards", stopping.signal);
  // No other payout waits as if its provider might have received it.
  expect([calls.length, await count("payouts")]).toEqual([1, { sent: 1, ready: 1 }]);
  await run("pay out to cards");
  expect([calls.length, await count("payouts")]).toEqual([2, { sent: 2 }]);
});

it("sends no other refund", async () => {
  const sandbox = providerOf(test);
  const send = sandbox.refund;
  sandbox.refund = async () => {
    throw new RefundNotSentError(new Error("Too many requests"));
  };
  for (const _ of ["one", "two"]) {
    const { deposit } = await createPayer(test);
    await refundDeposit(await createStaff(test), deposit.id, { amount: "4.00" });
  }
  const { calls, watched } = stopAt(send);
  sandbox.refund = watched;
  test.clock.advance(HOURS);
  await run("follow refunds", stopping.signal);
  expect([calls.length, await count("refunds")]).toEqual([1, { succeeded: 1, requested: 1 }]);
  await run("follow refunds");
  expect([calls.length, await count("refunds")]).toEqual([2, { succeeded: 2 }]);
});

it("asks about no other pending deposit", async () => {
  await openTwo();
  const sandbox = providerOf(test);
  const { calls, watched } = stopAt(sandbox.fetchReport);
  sandbox.fetchReport = watched;
  test.clock.advance(6 * MINUTES);
  await run("ask about pending deposits", stopping.signal);
  expect(calls).toHaveLength(1);
  await run("ask about pending deposits");
  expect(calls).toHaveLength(2);
  await endDeposits();
});

it("expires no other deposit without a payment page", async () => {
  const sandbox = providerOf(test);
  sandbox.createCheckout = async () => {
    throw new Error("the process died");
  };
  for (const _ of ["one", "two"]) {
    const opened = await member.agent.post("/api/deposit/checkout", fillDeposit());
    expect(opened.status).toBe(502);
  }
  const before = (await count("deposits")).expired ?? 0;
  const { calls, watched } = stopAt(sandbox.findReport);
  sandbox.findReport = watched;
  test.clock.advance(16 * MINUTES);
  await run("expire deposits without a payment page", stopping.signal);
  expect([calls.length, (await count("deposits")).expired]).toEqual([1, before + 1]);
  await run("expire deposits without a payment page");
  expect([calls.length, (await count("deposits")).expired]).toEqual([2, before + 2]);
});

it("asks a provider that is back about no other deposit", async () => {
  for (const { id } of await openTwo()) {
    await test.database`
      UPDATE deposits SET status = 'expired', needs_review = ${ORPHANED_REVIEW} WHERE id = ${id}`;
  }
  const sandbox = providerOf(test);
  const { calls, watched } = stopAt(sandbox.fetchReport);
  sandbox.fetchReport = watched;
  await run("expire deposits of providers that are gone", stopping.signal);
  expect(calls).toHaveLength(1);
  await test.database`UPDATE deposits SET needs_review = NULL`;
});

it("tries no other kept report", async () => {
  const before = (await count("deposits")).success ?? 0;
  const opened = await openTwo();
  await test.database`UPDATE deposits SET provider_ref = NULL WHERE status = 'pending'`;
  for (const { ref } of opened) await sendReport(test, { ref: `late_${ref}` });
  for (const { id, ref } of opened) {
    await test.database`UPDATE deposits SET provider_ref = ${`late_${ref}`} WHERE id = ${id}`;
  }
  test.clock.advance(2 * MINUTES);
  await run("try kept payment reports again", stopping.signal, { log: stoppingLog() });
  expect((await count("deposits")).success).toBe(before + 1);
  await run("try kept payment reports again");
  expect((await count("deposits")).success).toBe(before + 2);
});

it("buys nothing else that a deposit was for", async () => {
  for (const _ of ["one", "two"]) {
    const { id } = await createProduct(test, { priceCents: 790 });
    const purchase = { prompt_id: id, expected_price: "7.90" };
    const { ref } = await openDeposit(member.agent, { purchase });
    await sendReport(test, { ref });
    expect(await lastDepositOf(member.agent)).toMatchObject({ status: "success" });
  }
  await test.database`UPDATE purchase_intents SET buys_itself = true`;
  const { calls, watched } = stopAt(test.deps.files.has);
  const changes = { files: { ...test.deps.files, has: watched } };
  const countOrders = async () =>
    (await test.database`SELECT 1 FROM orders WHERE user_id = ${member.id}`).length;
  await run("buy what deposits were for", stopping.signal, changes);
  expect([calls.length, await countOrders()]).toEqual([1, 1]);
  await run("buy what deposits were for");
  expect(await countOrders()).toBe(2);
});

it("removes no other download", async () => {
  for (const name of ["a", "b"]) await test.deps.files.put(`downloads/${name}`, new Uint8Array(1));
  const list = async function* () {
    for (const name of ["a", "b"]) {
      yield { key: `downloads/${name}`, bytes: 2 ** 40, writtenAtMs: 0 };
    }
  };
  const { calls, watched } = stopAt(test.deps.files.remove);
  const files = { ...test.deps.files, list, remove: watched };
  await run("trim cached downloads", stopping.signal, { files });
  expect(calls).toHaveLength(1);
});
