import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymizeUser, lockUser } from "#api/accounts/profile.queries.ts";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { lockBalance } from "#api/wallet/wallet.service.ts";
import { createWithdrawalKey } from "#api/withdrawals/withdrawal-key.ts";
import { createMember, createProduct, giveCredits, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { buy, createPayer } from "#tests/setup/money/refunds.ts";

// Requests of a member at the moment when the account is deleted (docs/decisions/0013).

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
});
afterAll(() => test.close());

type Member = Awaited<ReturnType<typeof createMember>>;

/** Returns the response to the request of `send`, which is held until the account is deleted. */
async function whileDeleted({ id }: Member, send: () => ReturnType<Member["agent"]["post"]>) {
  let response: ReturnType<typeof send> | undefined;
  await test.database.begin(async (sql) => {
    await lockUser(sql, id);
    response = send();
    await untilWaiting(test.database, 1);
    await anonymizeUser(sql, id, test.clock.now());
  });
  if (!response) throw new Error("nothing was sent");
  return response;
}

describe("while its sender's account is deleted", () => {
  it("a message to the team is kept without a link to it", async () => {
    const member = await createMember(test);
    const message = { email: member.email, message: "Where is my order?", first_name: "Bea" };
    const send = () => member.agent.post("/api/contact", message);
    expect((await whileDeleted(member, send)).status).toBe(200);
    const rows = await test.database`
      SELECT user_id FROM contact_messages WHERE details ->> 'email' = ${member.email}`;
    expect([...rows]).toEqual([{ user_id: null }]);
  });

  it("a notice of illegal content is kept without a link to it", async () => {
    const member = await createMember(test);
    const { email } = member;
    const product = await createProduct(test);
    const operationId = randomUUID();
    const notice = {
      operation_id: operationId,
      product: product.slug,
      reason: "rights",
      explanation: "This picture is mine: I painted it in 1999 and have never sold it.",
      name: "Bea",
      email,
      good_faith: true,
    };
    const send = () => member.agent.post("/api/notices", notice);
    expect((await whileDeleted(member, send)).status).toBe(200);
    const rows = await test.database`
      SELECT user_id FROM content_notices WHERE operation_id = ${operationId}`;
    expect([...rows]).toEqual([{ user_id: null }]);
  });

  it("a withdrawal moves nothing and goes to the staff", async () => {
    const member = await createMember(test);
    const { agent, id, email } = member;
    await giveCredits(test.database, id, 400);
    const product = await createProduct(test, { priceCents: 400 });
    await agent.post("/api/purchase/prompt", { prompt_id: product.id });
    const [order] = await test.database<{ id: number }[]>`
      SELECT id FROM orders WHERE user_id = ${id}`;
    const statement = {
      operation_id: randomUUID(),
      subject: "order",
      contract: String(order?.id),
      destination: "wallet",
      name: "Bea",
      email,
    };
    const send = () => agent.post("/api/withdrawals", statement);
    const response = await whileDeleted(member, send);
    expect(response.body).toMatchObject({ payload: { status: "review" } });
    const rows = await test.database`
      SELECT user_id, status FROM withdrawals WHERE operation_id = ${statement.operation_id}`;
    expect([...rows]).toEqual([{ user_id: null, status: "review" }]);
    expect(await test.database`SELECT 1 FROM refunds WHERE user_id = ${id}`).toEqual([]);
  });

  it("a withdrawal that is confirmed by mail moves nothing and goes to the staff", async () => {
    const { agent, id, email } = await createPayer(test, 400);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const statement = {
      ...{ operation_id: randomUUID(), subject: "order", contract: String(orderId) },
      ...{ destination: "wallet", name: "Bea", email },
    };
    const stated = await test.createAgent().post("/api/withdrawals", statement);
    const { number } = stated.as(withdrawalResponseSchema).payload;
    const confirm = { number, key: createWithdrawalKey(test.deps, number), decision: "confirm" };
    const both = await test.database.begin(async (sql) => {
      await lockBalance(sql, id);
      const forfeited = { forfeit_balance: true, expected_orders: "4.00" };
      const deletion = agent.delete("/api/user/delete", { password: PASSWORD, ...forfeited });
      await untilWaiting(test.database, 1);
      const confirmation = test.createAgent().post("/api/withdrawals/confirm", confirm);
      await untilWaiting(test.database, 2);
      return { deletion, confirmation };
    });
    expect((await both.deletion).status).toBe(200);
    expect((await both.confirmation).body).toMatchObject({ payload: { status: "review" } });
    expect(await test.database`SELECT 1 FROM refunds WHERE user_id = ${id}`).toEqual([]);
  });
});
