import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { wishlistResponseSchema } from "#api/contract/wishlist.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
let recording: RecordingApi;
beforeAll(async () => {
  test = await createTestApi();
  recording = createRecordingApi(test);
});
afterAll(async () => {
  await recording.close();
  await test.close();
});

const profileOf = async (agent: ApiAgent, query = "") =>
  (await agent.get(`/api/user/profile${query}`)).as(profileResponseSchema).payload;

describe("a profile with what a page shows of its reader", () => {
  it("has the ids of the favorites as the list has them, when asked", async () => {
    const { agent } = await createMember(test);
    expect((await profileOf(agent, "?favorites=1")).favorite_ids).toEqual([]);
    const products = await Promise.all([1, 2, 3, 4].map(() => createProduct(test)));
    for (const { id } of products) await agent.post(`/api/wishlist/toggle/${id}`);
    const [, withdrawn, draft] = products;
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${withdrawn?.id ?? 0}`;
    await test.database`UPDATE products SET status = 'draft' WHERE id = ${draft?.id ?? 0}`;
    const list = (await agent.get("/api/wishlist")).as(wishlistResponseSchema).payload;
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual([products[3]?.id, products[1]?.id, products[0]?.id]);
    expect((await profileOf(agent, "?favorites=1")).favorite_ids).toEqual(ids);
  });

  it("says whether a product is bought, when asked, until it is refunded", async () => {
    const { agent, id: userId } = await createMember(test);
    const product = await createProduct(test, { priceCents: 250 });
    const other = await createProduct(test);
    const isOwned = async (productId = product.id) =>
      (await profileOf(agent, `?product_id=${productId}`)).owns_product;
    expect(await isOwned()).toBe(false);
    await giveCredits(test.database, userId, 250);
    await agent.post("/api/purchase/prompt", { prompt_id: product.id });
    expect(await isOwned()).toBe(true);
    expect(await isOwned(other.id)).toBe(false);
    const { agent: another } = await createMember(test);
    expect((await profileOf(another, `?product_id=${product.id}`)).owns_product).toBe(false);
    await test.database`UPDATE orders SET refunded_at = now() WHERE user_id = ${userId}`;
    expect(await isOwned()).toBe(false);
  });

  it("says nothing of either when not asked", async () => {
    const { agent } = await createMember(test);
    const profile = await profileOf(agent);
    expect(profile).not.toHaveProperty("favorite_ids");
    expect(profile).not.toHaveProperty("owns_product");
  });

  it.each([
    "product_id=0",
    "product_id=x",
    "product_id=1%20OR%201",
    "favorites=2",
  ])("rejects ?%s", async (query) => {
    const { agent } = await createMember(test);
    expect((await agent.get(`/api/user/profile?${query}`)).status).toBe(422);
  });

  it("is read in one statement, session and all", async () => {
    const { email, password } = await createMember(test);
    expect((await recording.agent.post("/api/login", { email, password })).status).toBe(200);
    for (const query of ["", "?favorites=1", "?favorites=1&product_id=1"]) {
      expect(await recording.statements(`/api/user/profile${query}`), query).toEqual([
        expect.stringMatching(/FROM sessions s\s+CROSS JOIN LATERAL/),
      ]);
    }
  });
});
