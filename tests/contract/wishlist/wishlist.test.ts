import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { renditionUrl } from "#api/catalog/images.ts";
import {
  wishlistRemoveResponseSchema,
  wishlistResponseSchema,
  wishlistToggleResponseSchema,
} from "#api/contract/wishlist.ts";
import { WISHLIST_SIZE_MAX } from "#domain/wishlist.ts";
import { createMember, createProduct, type MadeProduct, type MadeUser } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterAll(() => test.close());

let member: MadeUser & { agent: ApiAgent };
let product: MadeProduct;
beforeEach(async () => {
  member = await createMember(test);
  product = await createProduct(test, { priceCents: 250 });
});

const toggle = (agent: ApiAgent, id: unknown) => agent.post(`/api/wishlist/toggle/${id}`);
const remove = (agent: ApiAgent, id: unknown) => agent.delete(`/api/wishlist/${id}`);
const listOf = async (agent: ApiAgent) =>
  (await agent.get("/api/wishlist")).as(wishlistResponseSchema).payload;
const idsOf = async (agent: ApiAgent) => (await listOf(agent)).map((item) => item.id);
const isOn = async (agent: ApiAgent, id: unknown) =>
  (await toggle(agent, id)).as(wishlistToggleResponseSchema).payload.in_wishlist;
const withdraw = (status: string) => test.database`
  UPDATE products SET status = ${status} WHERE id = ${product.id}`;

describe("a wishlist", () => {
  it("is empty at first", async () => {
    expect((await member.agent.get("/api/wishlist")).body).toEqual({
      status: "OK",
      payload: [],
      message: "Wishlist fetched successfully",
    });
  });

  it("adds a product by one request and removes it by the next", async () => {
    const first = await toggle(member.agent, product.id);
    expect(first.status).toBe(200);
    expect(first.as(wishlistToggleResponseSchema).payload).toEqual({
      in_wishlist: true,
      message: "Wishlist updated successfully",
      code: "wishlist_updated",
    });
    expect(await listOf(member.agent)).toEqual([
      expect.objectContaining({
        id: product.id,
        slug: product.slug,
        title: "Stripes",
        price: "2.50",
        thumb_url: renditionUrl(product.imageHash, 320, "jpg"),
        is_for_sale: true,
      }),
    ]);
    expect(await isOn(member.agent, product.id)).toBe(false);
    expect(await listOf(member.agent)).toEqual([]);
  });

  it("shows what came last first, in the reader's language, and nothing of the prompt", async () => {
    const other = await createProduct(test, { titles: { en: "Only English" } });
    await toggle(member.agent, product.id);
    await toggle(member.agent, other.id);
    const german = test.createAgent({ locale: "de" }).takeCookiesOf(member.agent);
    const list = await german.get("/api/wishlist");
    const { payload } = list.as(wishlistResponseSchema);
    expect(payload.map(({ title, title_locale }) => [title, title_locale])).toEqual([
      ["Only English", "en"],
      ["Streifen", undefined],
    ]);
    expect(list.text).not.toContain("evening light");
  });

  it("lets go of a product, also of one that is not on it", async () => {
    await toggle(member.agent, product.id);
    for (const _ of ["on it", "no longer on it"]) {
      const response = await remove(member.agent, product.id);
      expect(response.status).toBe(200);
      expect(response.as(wishlistRemoveResponseSchema).payload).toEqual({
        message: "Item removed from wishlist",
        code: "wishlist_item_removed",
      });
      expect(await listOf(member.agent)).toEqual([]);
    }
  });

  it("is its owner's alone", async () => {
    const other = await createMember(test);
    await toggle(member.agent, product.id);
    expect(await idsOf(other.agent)).toEqual([]);
    expect((await remove(other.agent, product.id)).status).toBe(200);
    expect(await idsOf(member.agent)).toEqual([product.id]);
    expect(await isOn(other.agent, product.id)).toBe(true);
    expect(await isOn(other.agent, product.id)).toBe(false);
    expect(await idsOf(member.agent)).toEqual([product.id]);
  });

  it("is for members only", async () => {
    const guest = test.createAgent();
    for (const response of [
      await guest.get("/api/wishlist"),
      await toggle(guest, product.id),
      await remove(guest, product.id),
      await toggle(guest, "nothing"),
    ]) {
      expect(response.status).toBe(401);
      expect(response.error.message).toBe("Unauthenticated.");
    }
  });

  it.each([
    "999999999",
    "999999999999999",
    "9999999999999999999",
    "0",
    "-1",
    "1.5",
    "x",
    "%20",
  ])("knows no product %s", async (id) => {
    for (const response of [await toggle(member.agent, id), await remove(member.agent, id)]) {
      expect(response.status).toBe(404);
      expect(response.error.status).toBe("ERROR");
    }
    expect(await listOf(member.agent)).toEqual([]);
  });

  it(`holds ${WISHLIST_SIZE_MAX} products and not one more`, async () => {
    await test.database`
      WITH copies AS (
        INSERT INTO products (slug, category_id, titles, prompt, price_cents)
        SELECT p.slug || '-' || n, p.category_id, p.titles, p.prompt, p.price_cents
        FROM products p, generate_series(1, ${WISHLIST_SIZE_MAX - 1}::int) AS n
        WHERE p.id = ${product.id} RETURNING id)
      INSERT INTO wishlist_items (user_id, product_id) SELECT ${member.id}, id FROM copies`;
    const oneMore = await createProduct(test);
    expect(await isOn(member.agent, product.id)).toBe(true);
    const rejected = await toggle(member.agent, oneMore.id);
    expect(rejected.status).toBe(409);
    expect(rejected.error.code).toBe("wishlist_full");
    expect(await isOn(member.agent, product.id)).toBe(false);
    expect(await isOn(member.agent, oneMore.id)).toBe(true);
    expect(await listOf(member.agent)).toHaveLength(WISHLIST_SIZE_MAX);
  });
});

describe("a product that is withdrawn", () => {
  it("stays on the list as such, without its picture, until it is taken off", async () => {
    await toggle(member.agent, product.id);
    await withdraw("withdrawn");
    expect(await listOf(member.agent)).toMatchObject([
      {
        id: product.id,
        slug: product.slug,
        title: "Stripes",
        price: "2.50",
        thumb_url: null,
        image_url: null,
        picture: null,
        is_for_sale: false,
      },
    ]);
    expect(await isOn(member.agent, product.id)).toBe(false);
    expect(await listOf(member.agent)).toEqual([]);
  });

  it("cannot be put on it any more", async () => {
    await withdraw("withdrawn");
    const response = await toggle(member.agent, product.id);
    expect(response.status).toBe(410);
    expect(response.error.code).toBe("product_withdrawn");
    expect((await remove(member.agent, product.id)).status).toBe(200);
  });

  it("or is a draft again is nobody's to see, and can still be let go", async () => {
    await toggle(member.agent, product.id);
    await withdraw("draft");
    expect(await listOf(member.agent)).toEqual([]);
    expect((await remove(member.agent, product.id)).status).toBe(200);
    for (const response of [
      await toggle(member.agent, product.id),
      await remove(member.agent, product.id),
    ]) {
      expect(response.status).toBe(404);
      expect(response.error.code).toBe("product_not_found");
    }
  });
});

describe("concurrent toggles", () => {
  const toggleAtOnce = (times: number) =>
    Promise.all(Array.from({ length: times }, () => isOn(member.agent, product.id)));

  it.each([
    [50, []],
    [51, [true]],
  ])("%i of them are done one after the other", async (times, left) => {
    const responses = await toggleAtOnce(times);
    const on = responses.filter(Boolean).length;
    expect(on).toBe(Math.ceil(times / 2));
    expect(await idsOf(member.agent)).toEqual(left.map(() => product.id));
  });

  it("and removals leave at most one entry, which a toggle removes", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0 ? remove(member.agent, product.id) : toggle(member.agent, product.id),
      ),
    );
    const before = await idsOf(member.agent);
    expect(before.length).toBeLessThanOrEqual(1);
    expect(await isOn(member.agent, product.id)).toBe(before.length === 0);
  });

  it("of two people at one product do not touch each other", async () => {
    const other = await createMember(test);
    const [mine, theirs] = await Promise.all([
      toggleAtOnce(9),
      Promise.all(Array.from({ length: 10 }, () => isOn(other.agent, product.id))),
    ]);
    expect([mine.length, theirs.length]).toEqual([9, 10]);
    expect(await idsOf(member.agent)).toEqual([product.id]);
    expect(await idsOf(other.agent)).toEqual([]);
  });
});
