import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#api/db/client.ts";
import { listViolations, type Movement, post } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { type Damage, expectFound } from "#tests/setup/money/damages.ts";
import {
  buy,
  createPayer,
  createShop,
  refundDeposit,
  refundOrder,
} from "#tests/setup/money/refunds.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";

// Money that deleted accounts left: damages that the check must find.

let test: TestApi;
/** Paid after its account was deleted; 10.00 of it are in suspense. */
let lateId: number;
/** A payer with an existing account, who has spent 4.00 and got 1.00 refunded. */
let payer: Awaited<ReturnType<typeof createPayer>>;
let orderId: number;
/** An order of a deleted account, partially refunded. */
let leftOrder: { orderId: number; userId: number };

beforeAll(async () => {
  const shop = await createShop();
  test = shop.test;
  payer = await createPayer(test);
  ({ orderId } = await buy(test, payer.agent));
  await refundDeposit(shop.staff, payer.deposit.id, { amount: "1.00" });
  const leaver = await createPayer(test);
  leftOrder = { orderId: (await buy(test, leaver.agent)).orderId, userId: leaver.id };
  await leaver.agent.delete("/api/user/delete", {
    ...{ password: leaver.password, forfeit_balance: true },
  });
  await refundOrder(shop.staff, leftOrder.orderId, { amount: "1.00", destination: "source" });
  const late = await createMember(test);
  const { id, ref } = await openDeposit(late.agent);
  lateId = id;
  await sendReport(test, { ref, outcome: "expired" });
  await late.agent.delete("/api/user/delete", { password: late.password });
  await sendReport(test, { ref });
});
afterAll(() => test.close());

it("what deleted accounts left behind is found right", async () => {
  const rows = await test.database`
    SELECT kind, source_id FROM ledger_transactions WHERE kind = 'kept'`;
  expect(rows).toHaveLength(1);
  expect(await listViolations(test.database)).toEqual([]);
});

/** Inserts an order's refund row and its posting to suspense. */
async function refundToSuspense(sql: Sql, of: { orderId: number; userId: number }) {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO refunds (operation_id, user_id, order_id, amount_cents, status, reason, created_at,
      changed_at)
    VALUES (${randomUUID()}, ${of.userId}, ${of.orderId}, 50, 'succeeded', 'x', now(), now())
    RETURNING id`;
  const id = row?.id ?? 0;
  const movement = { kind: "refund", sourceId: String(id), amountCents: 50 } as const;
  await post(sql, { ...movement, from: { platform: "revenue" }, to: { platform: "suspense" } });
  return id;
}

const keep = (sql: Sql, sourceId: string, changes: Partial<Movement> = {}) =>
  post(sql, {
    kind: "kept",
    sourceId,
    from: { platform: "suspense" },
    to: { platform: "revenue" },
    amountCents: 50,
    ...changes,
  });

it.each<Damage>([
  [
    "money in suspense that nobody is shown",
    ["suspense is its open items"],
    (sql) => sql`UPDATE deposits SET needs_review = NULL WHERE id = ${lateId}`,
  ],
  [
    "a refund of an order that stays in suspense",
    ["suspense is its open items"],
    (sql) => refundToSuspense(sql, leftOrder),
  ],
  [
    "a refund of an order of which another amount is kept",
    ["suspense is its open items"],
    async (sql) => {
      const id = await refundToSuspense(sql, leftOrder);
      await keep(sql, `refund ${id}`, { amountCents: 49 });
    },
  ],
  [
    "more kept of a deposit than there was of it",
    ["suspense is its open items"],
    (sql) => keep(sql, `deposit ${lateId}`, { amountCents: 1_001 }),
  ],
  [
    "a lost dispute that took more than there was",
    ["suspense is its open items"],
    async (sql) => {
      const [row] = await sql<{ id: number }[]>`
        INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents,
          amount_cents, status, taken_from, opened_at, closed_at)
        SELECT id, user_id, provider, 'd', amount_cents, internal_amount_cents, 'lost', 'suspense',
          now(), now() FROM deposits WHERE id = ${lateId} RETURNING id`;
      const taken = { kind: "dispute", sourceId: String(row?.id), amountCents: 1_000 } as const;
      const ends = {
        from: { platform: "suspense" },
        to: { platform: "provider_clearing" },
      } as const;
      await post(sql, { ...taken, ...ends });
      await keep(sql, `deposit ${lateId}`);
    },
  ],
  [
    "a refund that was kept from a buyer whose account is there",
    ["refund is posted once"],
    async (sql) => {
      const id = await refundToSuspense(sql, { orderId, userId: payer.id });
      await keep(sql, `refund ${id}`);
    },
  ],
  [
    "a failed refund that was kept from a payer whose account is there",
    ["refund is posted once"],
    async (sql) => {
      const [row] = await sql<{ id: number }[]>`
        UPDATE refunds SET status = 'failed' WHERE deposit_id = ${payer.deposit.id} RETURNING id`;
      await post(sql, {
        ...{ kind: "refund_failed", sourceId: String(row?.id), amountCents: 100 },
        ...{ from: { platform: "provider_clearing" }, to: { platform: "revenue" } },
      });
    },
  ],
  [
    "kept money that was never in suspense",
    ["kept money is ours"],
    (sql) => keep(sql, `deposit ${payer.deposit.id}`, { from: { platform: "promotion" } }),
  ],
  [
    "kept money whose cause is missing",
    ["payment has its cause", "suspense is its open items"],
    (sql) => keep(sql, "deposit 999999"),
  ],
])("%s is found", (...damage) => expectFound(test.database, damage));
