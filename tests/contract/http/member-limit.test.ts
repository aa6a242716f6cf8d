import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONCURRENT_WRITES_MAX, WAITING_MAX } from "#api/http/member-limit.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { beginRequest } from "#tests/setup/api/begun-request.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";

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
        const count = CONCURRENT_WRITES_MAX + WAITING_MAX + EXCESS;
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

it("a write that waits for its turn does nothing once its session has ended", async () => {
  const { agent, id } = await createMember(test);
  const product = await createProduct(test);
  const before = new Date(test.clock.now().getTime() - 120_000);
  const begin = () => beginRequest(test, agent, { method: "POST", path: "/api/purchase/prompt" });
  const begun = await Promise.all(Array.from({ length: CONCURRENT_WRITES_MAX }, begin));
  await test.database`UPDATE sessions SET last_seen_at = ${before} WHERE user_id = ${id}`;
  const waiting = agent.post(`/api/wishlist/toggle/${product.id}`);
  // Its session was read, and renewed.
  await expect
    .poll(
      () =>
        test.database`SELECT 1 FROM sessions WHERE user_id = ${id} AND last_seen_at > ${before}`,
    )
    .toHaveLength(1);
  await test.database`DELETE FROM sessions WHERE user_id = ${id}`;
  const ended = await Promise.all(begun.map(({ finish }) => finish()));
  const statuses = [...ended, await waiting].map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(await test.database`SELECT 1 FROM wishlist_items WHERE user_id = ${id}`).toEqual([]);
});

describe("a member's writes whose bodies wait to be read", () => {
  it.each([
    ["/api/purchase/prompt", "application/json"],
    ["/api/user/verification", "multipart/form-data; boundary=x"],
  ])("leave the member's turns to others: %s", async (path, type) => {
    const member = await createMember(test);
    const product = await createProduct(test);
    await member.agent.fetchToken();
    const headers = {
      "content-type": type,
      cookie: member.agent.cookieHeader,
      origin: TEST_APP_URL,
      referer: `${TEST_APP_URL}/`,
      "x-xsrf-token": decodeURIComponent(member.agent.cookies.get("XSRF-TOKEN") ?? ""),
    };
    let reading = 0;
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const slow = Array.from({ length: CONCURRENT_WRITES_MAX }, () => {
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => void bodies.push(controller),
          pull: () => {
            reading += 1;
          },
        },
        { highWaterMark: 0 },
      );
      const init: RequestInit & { duplex: "half" } = {
        method: "POST",
        headers,
        body,
        duplex: "half",
      };
      return test.api.fetch(new Request(TEST_APP_URL + path, init));
    });
    await expect.poll(() => reading).toBe(slow.length);
    const added = await member.agent.post(`/api/wishlist/toggle/${product.id}`);
    expect(added.status).toBe(200);
    for (const body of bodies) body.error(new Error("gone"));
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses).toEqual(slow.map(() => 400));
  });
});
