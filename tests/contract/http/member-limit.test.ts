import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WAITING_MAX, WRITES_AT_ONCE_MAX } from "#api/http/member-limit.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
});
afterAll(() => test.close());

describe("many requests of one member at once", () => {
  it("leave connections for others, also while all of them wait for one wallet", async () => {
    const busy = await createMember(test);
    const other = await createMember(test);
    await giveCredits(test.database, busy.id, 1_000);
    const product = await createProduct(test, { priceCents: 100 });
    let completed = 0;
    let buys: Promise<number[]> = Promise.resolve([]);
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${busy.id} FOR UPDATE`;
      buys = Promise.all(
        Array.from({ length: 60 }, async () => {
          const response = await busy.agent.post("/api/purchase/prompt", { prompt_id: product.id });
          completed += 1;
          return response.status;
        }),
      );
      // None of these would end before the wallet is free, if the 60 held the pool's connections.
      for (let times = 0; times < 5; times++) {
        expect((await other.agent.get("/api/user/profile")).status).toBe(200);
      }
      const added = await other.agent.post("/api/wishlist/add", { prompt_id: product.id });
      expect(added.status).toBeLessThan(500);
      expect(completed).toBe(0);
    });
    expect(new Set(await buys)).toEqual(new Set([200]));
    const orders = await test.database`SELECT 1 FROM orders WHERE user_id = ${busy.id}`;
    expect(orders).toHaveLength(1);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("beyond those that may wait are rejected at once with 429 and Retry-After", async () => {
    const busy = await createMember(test);
    const product = await createProduct(test);
    const statuses: number[] = [];
    let all: Promise<void>[] = [];
    const EXCESS = 7;
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${busy.id} FOR UPDATE`;
      const rejected = new Promise<void>((resolve) => {
        const count = WRITES_AT_ONCE_MAX + WAITING_MAX + EXCESS;
        all = Array.from({ length: count }, async () => {
          const response = await busy.agent.post("/api/purchase/prompt", { prompt_id: product.id });
          statuses.push(response.status);
          if (response.status === 429) expect(response.headers.get("retry-after")).toBe("1");
          if (statuses.length === EXCESS) resolve();
        });
      });
      await rejected;
      expect(statuses).toEqual(Array.from({ length: EXCESS }, () => 429));
    });
    await Promise.all(all);
    expect(statuses.filter((status) => status === 429)).toHaveLength(EXCESS);
  });
});
