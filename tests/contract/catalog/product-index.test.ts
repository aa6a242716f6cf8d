import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexEntriesResponseSchema, indexPartsResponseSchema } from "#api/contract/catalog.ts";
import { INDEX_PART_SIZE } from "#domain/catalog.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

// The catalogue's index, from which sitemaps are generated.

const OLD = new Date("2026-01-02T03:04:05.000Z");
const NEW = new Date("2026-03-04T05:06:07.000Z");

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  await createListedProduct(test, { slug: "first", publishedAt: NEW });
  await createListedProduct(test, { slug: "draft", status: "draft" });
  await createListedProduct(test, { slug: "gone", status: "withdrawn" });
  // The last id of part 1, the first of part 2, and one far beyond.
  for (const [slug, id] of [
    ["last-of-one", INDEX_PART_SIZE],
    ["first-of-two", INDEX_PART_SIZE + 1],
    ["far-away", 7 * INDEX_PART_SIZE + 5],
  ] as const) {
    await test.database`SELECT setval(pg_get_serial_sequence('products', 'id'), ${id}, false)`;
    await createListedProduct(test, { slug, publishedAt: OLD });
  }
});
afterAll(() => test.close());

const get = (path: string) => test.createAgent().get(`/api${path}`, { isStateful: false });
const slugsOf = async (part: number) => {
  const { data } = (await get(`/product-index/${part}`)).as(indexEntriesResponseSchema);
  return data.map(({ slug }) => slug);
};

describe("the index of products", () => {
  it("names the parts that hold products, with their newest day", async () => {
    const response = await get("/product-index");
    expect(response.as(indexPartsResponseSchema).data).toEqual([
      { part: 1, updated_at: NEW.toISOString() },
      { part: 2, updated_at: OLD.toISOString() },
      { part: 8, updated_at: OLD.toISOString() },
    ]);
    expect(response.headers.get("cache-control")).toMatch(/public, max-age=/);
  });

  it("has each product on sale in exactly one part", async () => {
    expect(await slugsOf(1)).toEqual(["first", "last-of-one"]);
    expect(await slugsOf(2)).toEqual(["first-of-two"]);
    expect(await slugsOf(3)).toEqual([]);
    expect(await slugsOf(8)).toEqual(["far-away"]);
    const { data } = (await get("/product-index/1")).as(indexEntriesResponseSchema);
    expect(data[0]).toEqual({ slug: "first", updated_at: NEW.toISOString() });
  });

  it.each(["0", "-1", "1.5", "x", "100000", "1e3"])("knows no part %s", async (part) => {
    expect((await get(`/product-index/${part}`)).status).toBe(404);
  });
});
