import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { paymentsResponseSchema } from "#api/contract/payments.ts";
import { inTransaction } from "#api/db/client.ts";
import { post } from "#api/wallet/wallet.service.ts";
import { toDecimal } from "#domain/money.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  payDeposit,
  playSandbox,
  refundDeposit,
  refundOrder,
} from "#tests/setup/money/refunds.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";
import type { Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
});
afterAll(() => test.close());

const list = async (agent: ApiAgent, query = "") =>
  (await agent.get(`/api/payment/history${query}`)).as(paymentsResponseSchema);

it("lists all that changed the balance, with the balance after it, and what is under way", async () => {
  const { agent, id, deposit } = await createPayer(test);
  await giveCredits(test.database, id, 500);
  const { orderId } = await buy(test, agent);
  await refundOrder(staff, orderId, { amount: "1.50" });
  await refundDeposit(staff, deposit.id, { amount: "2.00" });
  await playSandbox(agent, deposit.token, "dispute");
  await openDeposit(agent);
  const { payload, balance, hold } = await list(agent);
  expect(payload.map((line) => [line.kind, line.amount, line.balance, line.status])).toEqual([
    ["deposit", null, null, "pending"],
    ["dispute", "-10.00", "0.50", "pending"],
    ["withdrawal", "-2.00", "10.50", "completed"],
    ["refund", "1.50", "12.50", "completed"],
    ["purchase", "-4.00", "11.00", "completed"],
    ["credit", "5.00", "15.00", "completed"],
    ["deposit", "10.00", "10.00", "success"],
  ]);
  expect([balance, hold]).toEqual(["0.50", "dispute"]);
});

it("names what came back of a payback that failed, apart from the payback", async () => {
  const { agent, deposit } = await createPayer(test);
  // The sandbox fails amounts that end in 13 cents.
  await refundDeposit(staff, deposit.id, { amount: "2.13" });
  for (const job of providerOf(test).jobs ?? []) await job.run();
  const { payload } = await list(agent, "?kind=withdrawal");
  expect(payload).toMatchObject([
    { is_returned: true, amount: "2.13", money: "2.13", balance: "10.00", status: "completed" },
    { is_returned: false, amount: "-2.13", money: "2.13", balance: "7.87", status: "failed" },
  ]);
});

it("has one line for what was taken from balance and debt together", async () => {
  const { agent, deposit } = await createPayer(test);
  await buy(test, agent);
  await playSandbox(agent, deposit.token, "dispute");
  const { payload } = await list(agent);
  expect(payload.map((line) => [line.kind, line.amount, line.balance])).toEqual([
    ["dispute", "-10.00", "-4.00"],
    ["purchase", "-4.00", "6.00"],
    ["deposit", "10.00", "10.00"],
  ]);
});

it("says the balance that the profile says, and why it cannot be spent", async () => {
  const { agent, deposit } = await createPayer(test);
  const look = async () => {
    const { balance, hold } = await list(agent);
    const profile = await readProfile(agent);
    expect([profile.balance, profile.hold ?? null]).toEqual([balance, hold]);
    return [balance, hold];
  };
  await buy(test, agent);
  expect(await look()).toEqual(["6.00", null]);
  await playSandbox(agent, deposit.token, "dispute");
  expect(await look()).toEqual(["-4.00", "dispute"]);
  // A payment while the bank decides does not lift the hold.
  await payDeposit(agent, 500);
  expect(await look()).toEqual(["1.00", "dispute"]);
  await playSandbox(agent, deposit.token, "dispute_lost");
  expect(await look()).toEqual(["1.00", null]);
});

it("distinguishes a dispute that is open from one that was lost", async () => {
  const { agent, deposit } = await createPayer(test);
  await buy(test, agent);
  await playSandbox(agent, deposit.token, "dispute");
  await playSandbox(agent, deposit.token, "dispute_lost");
  const { balance, hold } = await list(agent);
  expect([balance, hold]).toEqual(["-4.00", "debt"]);
});

it("goes forward in time, also when what began earlier ends later", async () => {
  const { agent, id } = await createMember(test);
  const to = { wallet: id };
  await inTransaction(test.database, async (sql) => {
    await sql`SELECT now()`;
    await giveCredits(test.database, id, 100);
    const grant = { kind: "grant", sourceId: randomUUID(), amountCents: 50 } as const;
    await post(sql, { ...grant, from: { platform: "promotion" }, to });
  });
  const { payload } = await list(agent);
  expect(payload.map(({ amount, balance }) => [amount, balance])).toEqual([
    ["0.50", "1.50"],
    ["1.00", "1.00"],
  ]);
});

it("is filtered by kind and days, and paged", async () => {
  const { agent, id } = await createPayer(test);
  for (let n = 0; n < 21; n++) await giveCredits(test.database, id, 100);
  expect((await list(agent, "?kind=deposit")).payload).toHaveLength(1);
  expect((await list(agent, "?from=2000-01-01&to=2000-12-31")).payload).toEqual([]);
  expect((await list(agent, "?kind=deposit&from=0001-01-01&to=9999-12-31")).payload).toHaveLength(
    1,
  );
  const first = await list(agent);
  expect(first.meta.newer).toBeNull();
  const second = await list(agent, `?before=${first.meta.older}`);
  expect([second.payload.length, second.meta.older]).toEqual([2, null]);
  expect(second.payload.at(-1)).toMatchObject({ kind: "deposit", balance: "10.00" });
  expect(await list(agent, `?after=${second.meta.newer}`)).toEqual(first);
  for (const wrong of [
    "kind=nonsense",
    "from=2026-02-31",
    "from=0000-01-01",
    "before=1-3-1",
    "after=abc",
    "limit=1001",
  ]) {
    expect((await agent.get(`/api/payment/history?${wrong}`)).status).toBe(422);
  }
});

const LINES = 20_000;
const START = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;

/** Every third line has the same time as the one before it, and days have hundreds of lines. */
const atOf = (n: number) => START + (n - (n % 3 === 2 ? 1 : 0)) * 60_000;
const centsOf = (n: number) => (n % 7 === 0 ? -200 : 100 + (n % 50));
const isUnpaid = (n: number) => n % 5_000 === 4_999 && n % 3 !== 2;

it("of 20,000 lines is paged and filtered as a simple model is, each balance the sum so far", async () => {
  const { agent, id } = await createMember(test);
  const model: { cents: number | null; balance: number | null; day: number; kind: string }[] = [];
  let balance = 0;
  for (let n = 1; n <= LINES; n++) {
    const day = Math.floor(atOf(n) / DAY_MS);
    if (isUnpaid(n)) model.push({ cents: null, balance: null, day, kind: "deposit" });
    else {
      balance += centsOf(n);
      const kind = centsOf(n) < 0 ? "withdrawal" : "credit";
      model.push({ cents: centsOf(n), balance, day, kind });
    }
  }
  model.reverse();
  await insertLines(id);
  const read = async (query: Record<string, string>) => {
    const page = await list(agent, `?${new URLSearchParams(query)}`);
    const rows = page.payload.map((line) => [line.kind, line.amount, line.balance]);
    return { rows, ...page.meta };
  };
  const toRows = (lines: typeof model) =>
    lines.map((line) => [line.kind, decimal(line.cents), decimal(line.balance)]);
  const walked: unknown[] = [];
  for (let before = ""; ; ) {
    const page = await read({ limit: "1000", ...(before && { before }) });
    walked.push(...page.rows);
    if (!page.older) break;
    before = String(page.older);
  }
  expect(walked).toEqual(toRows(model));
  const day = fc.integer({ min: START / DAY_MS - 1, max: START / DAY_MS + 15 });
  const asked = fc.record({
    kind: fc.constantFrom("", "credit", "withdrawal", "deposit", "purchase"),
    from: fc.option(day),
    to: fc.option(day),
    limit: fc.integer({ min: 1, max: 60 }),
    steps: fc.array(fc.constantFrom("older", "newer"), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ kind, from, to, limit, steps }) => {
      const matching = model.filter(
        (line) =>
          (kind === "" || line.kind === kind) &&
          (from === null || line.day >= from) &&
          (to === null || line.day <= to),
      );
      const query = {
        ...{ kind, limit: String(limit) },
        ...{ from: from === null ? "" : toDay(from), to: to === null ? "" : toDay(to) },
      };
      let [at, page] = [0, await read(query)];
      expect(page.rows).toEqual(toRows(matching.slice(0, limit)));
      for (const step of steps) {
        const key = step === "older" ? page.older : page.newer;
        const isThere = step === "older" ? at + page.rows.length < matching.length : at > 0;
        expect(key !== null).toBe(isThere);
        if (key === null || key === undefined) continue;
        const end = step === "older" ? at + page.rows.length + limit : at;
        at = step === "older" ? at + page.rows.length : Math.max(0, at - limit);
        page = await read({ ...query, [step === "older" ? "before" : "after"]: String(key) });
        expect(page.rows).toEqual(toRows(matching.slice(at, end)));
      }
    }),
    { numRuns: 25 },
  );
});

const toDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const decimal = (cents: number | null) => (cents === null ? null : toDecimal(cents));

/**
 * Inserts the lines that the trigger would write, which would take a minute; invariants.sql checks
 * the trigger.
 */
async function insertLines(userId: number): Promise<void> {
  const { database } = test;
  const numbers = Array.from({ length: LINES }, (_, index) => index + 1);
  const posted = numbers.filter((n) => !isUnpaid(n));
  const unpaid = numbers.filter(isUnpaid);
  const sources = posted.map((n) => `line ${n}`);
  const times = (list: number[]) => list.map((n) => new Date(atOf(n)).toISOString());
  await database`ALTER TABLE balance_changes DISABLE TRIGGER balance_changes_guard`;
  await database`
    WITH given AS (
      SELECT * FROM unnest(${database.array(sources)}::text[], ${database.array(posted.map(centsOf))}::bigint[],
        ${database.array(times(posted))}::timestamptz[]) WITH ORDINALITY AS given (source, cents, at, n)
    ), made AS (
      INSERT INTO ledger_transactions (kind, source_id, created_at)
      SELECT 'grant', source, at FROM given ORDER BY n RETURNING id, source_id
    )
    INSERT INTO balance_changes (user_id, transaction_id, kind, amount_cents, balance_cents, at)
    SELECT ${userId}, made.id, CASE WHEN cents < 0 THEN 'withdrawal' ELSE 'credit' END, cents,
      sum(cents) OVER (ORDER BY n), at
    FROM given JOIN made ON made.source_id = given.source ORDER BY n`;
  await database`ALTER TABLE balance_changes ENABLE TRIGGER balance_changes_guard`;
  await database`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, status, provider, contact, created_at)
    SELECT ${userId}, gen_random_uuid(), 'x', 500, 500, 'card', 'failed', 'sandbox', '{}', at
    FROM unnest(${database.array(times(unpaid))}::timestamptz[]) AS at`;
  // As autovacuum would do shortly.
  await database`ANALYZE balance_changes, ledger_transactions, deposits`;
}
