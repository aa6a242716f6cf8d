import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#api/db/client.ts";
import { ShopMetrics } from "#server/metrics/shop-metrics.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { withoutTriggers } from "#tests/setup/money/damages.ts";
import { listAskedLabels, showsLabel } from "#tests/setup/servers/monitoring.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const create = (waitMs?: number) => {
  const database = openDatabase(test.connection, { connectionsMax: 1 });
  const metrics = new ShopMetrics(database, { log: test.deps.log, now: test.deps.now, waitMs });
  const read = async () => {
    await metrics.refresh();
    await metrics.settled();
    return metrics.registry.metrics();
  };
  return { metrics, read, close: () => database.end() };
};

it("shows queues, mails and what waits for people, and the money as adding up", async () => {
  const shop = create();
  const { id } = await createMember(test);
  await giveCredits(test.database, id, 500);
  await test.database`
    INSERT INTO mails (recipient, subject, body_text, body_html, headers, created_at, due_at,
      last_error, gave_up_at)
    SELECT 'a@example.com', 'Hello', 'Hello', 'Hello', '{}', at, at, error, gave_up
    FROM (VALUES (now(), NULL::text, NULL::timestamptz), (now(), 'no server', NULL),
      (now(), 'unknown', now()), (now(), 'unknown', now())) AS mail (at, error, gave_up)`;
  await test.database`
    WITH issue AS (INSERT INTO newsletter_issues
      (operation_id, texts, author_id, created_at, sent_by, sent_at)
      VALUES (gen_random_uuid(), '{}', ${id}, now(), ${id}, now()) RETURNING id)
    INSERT INTO newsletter_deliveries (issue_id, status)
    SELECT id, status FROM issue, (VALUES ('waiting'), ('left')) AS delivery (status)`;
  test.clock.advance(3_600);
  const page = await shop.read();
  expect(page).toContain('promptory_mails{state="waiting"} 1');
  expect(page).toContain('promptory_mails{state="failing"} 1');
  expect(page).toContain('promptory_mails{state="given_up"} 2');
  expect(page).toContain('promptory_queue_depth{queue="mails"} 2');
  expect(page).toContain('promptory_queue_depth{queue="newsletter"} 1');
  expect(page).toContain('promptory_queue_depth{queue="card_payouts"} 0');
  expect(page).toContain('promptory_waiting_for_staff{kind="mails"} 2');
  expect(page).toContain("promptory_oldest_unpaid_payout_seconds 0");
  expect(page).toContain("promptory_wallet_violations 0");
  await shop.close();
});

it("is not silent about what a clock that was ahead has dated", async () => {
  const shop = create();
  await test.database`DELETE FROM mails`;
  await test.database`
    INSERT INTO mails (recipient, subject, body_text, body_html, created_at, queued_at, due_at)
    SELECT 'a@example.com', 'Hello', 'Hello', 'Hello', at, at, at
    FROM (SELECT ${test.clock.now()}::timestamptz + interval '365 days' AS at) AS ahead`;
  const page = await shop.read();
  const [, seconds] = /promptory_queue_oldest_seconds\{queue="mails"\} (\d+)/.exec(page) ?? [];
  expect(Number(seconds)).toBeGreaterThan(364 * 24 * 60 * 60);
  await test.database`DELETE FROM mails`;
  await shop.close();
});

it("has the labels that the alert rules and the dashboard ask for, with these values", async () => {
  const shop = create();
  const page = await shop.read();
  const known = shop.metrics.registry.getMetricsAsArray().map(({ name }) => name);
  const asked = listAskedLabels().filter(({ metric }) => known.includes(metric));
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((label) => !showsLabel(page, label))).toEqual([]);
  const isSeen = (queue: string) =>
    asked.some(({ label, pattern }) => label === "queue" && pattern === queue);
  expect(["newsletter", "card_payouts"].filter((queue) => !isSeen(queue))).toEqual([]);
  await shop.close();
});

it("reads the database at a bounded rate, however often it is asked", async () => {
  const shop = create();
  const first = await shop.read();
  const { id } = await createMember(test);
  await giveCredits(test.database, id, 500);
  await test.database`DELETE FROM mails`;
  for (let times = 0; times < 20; times++) expect(await shop.read()).toBe(first);
  await shop.close();
});

it("shows money that does not add up, and says so in the log", async () => {
  const { id } = await createMember(test);
  await withoutTriggers(test.database, "ledger_accounts", async () => {
    await test.database`
      UPDATE ledger_accounts SET balance_cents = balance_cents + 1 WHERE user_id = ${id}`;
  });
  const shop = create();
  expect(await shop.read()).toMatch(/^promptory_wallet_violations [1-9]/m);
  expect(test.logged.map(({ msg }) => msg)).toContain("the money does not add up");
  await shop.close();
  await withoutTriggers(test.database, "ledger_accounts", async () => {
    await test.database`
      UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE user_id = ${id}`;
  });
});

it("gives what it knew while a table is locked, and does not wait for it", async () => {
  const shop = create(50);
  let unlock = () => {};
  const locked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const lock = test.database.begin(async (sql) => {
    await sql`LOCK TABLE mails`;
    isHeld();
    await locked;
  });
  await held;
  await shop.metrics.refresh();
  expect(await shop.metrics.registry.metrics()).not.toContain("promptory_mails{");
  unlock();
  await lock;
  await shop.metrics.settled();
  expect(await shop.metrics.registry.metrics()).toContain("promptory_mails{");
  await shop.close();
});
