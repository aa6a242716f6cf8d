import { afterAll, beforeAll, expect, it } from "vitest";
import { paymentsResponseSchema } from "#api/contract/payments.ts";
import { giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api-agent.ts";
import type { Member } from "#tests/setup/offers.ts";
import {
  buy,
  createPayer,
  createShop,
  playSandbox,
  refundDeposit,
  refundOrder,
} from "#tests/setup/refunds.ts";
import type { TestApi } from "#tests/setup/test-api.ts";
import { openDeposit } from "#tests/setup/top-up.ts";

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
  const { payload, balance, is_on_hold } = await list(agent);
  expect(payload.map((line) => [line.kind, line.amount, line.balance, line.status])).toEqual([
    ["deposit", null, null, "pending"],
    ["dispute", "-10.00", "0.50", "pending"],
    ["withdrawal", "-2.00", "10.50", "completed"],
    ["refund", "1.50", "12.50", "completed"],
    ["purchase", "-4.00", "11.00", "completed"],
    ["other", "5.00", "15.00", "completed"],
    ["deposit", "10.00", "10.00", "success"],
  ]);
  expect([balance, is_on_hold]).toEqual(["0.50", true]);
});

it("is filtered by kind and days, and paged", async () => {
  const { agent, id } = await createPayer(test);
  for (let n = 0; n < 21; n++) await giveCredits(test.database, id, 100);
  expect((await list(agent, "?kind=deposit")).payload).toHaveLength(1);
  expect((await list(agent, "?from=2000-01-01&to=2000-12-31")).payload).toEqual([]);
  const second = await list(agent, "?page=2");
  expect([second.payload.length, second.meta.last_page]).toEqual([2, 2]);
  expect(second.payload.at(-1)).toMatchObject({ kind: "deposit", balance: "10.00" });
  expect((await agent.get("/api/payment/history?kind=nonsense")).status).toBe(422);
});
