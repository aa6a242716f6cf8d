import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchJobs } from "#api/catalog/search/search-index.ts";
import { productListResponseSchema, stylesResponseSchema } from "#api/contract/catalog.ts";
import { MIGRATIONS } from "#api/db/migrate.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const get = (path: string) => test.createAgent().get(path, { isStateful: false });
const listSlugs = async (query: string) =>
  (await get(`/api/products?${query}`))
    .as(productListResponseSchema)
    .data.map(({ slug }) => slug)
    .sort();
const countByStyle = async () => {
  const { data } = (await get("/api/styles")).as(stylesResponseSchema);
  return Object.fromEntries(data.map(({ url, products_count }) => [url, products_count]));
};

describe("a demo catalogue of an older release, with two styles for some products", () => {
  beforeAll(async () => {
    await createListedProduct(test, { slug: "flat-roof-study", styles: ["bauhaus", "isometric"] });
    await createListedProduct(test, { slug: "ten-stairs", styles: ["isometric"] });
    await createListedProduct(test, {
      slug: "a-shop-of-its-own",
      styles: ["bauhaus", "isometric"],
    });
    for (const job of searchJobs(test.deps)) await job.run();
    expect(await countByStyle()).toEqual({ bauhaus: 2, isometric: 3 });
    const migration = MIGRATIONS.find(({ name }) => name.endsWith("-one-style-each"));
    await test.database.unsafe(migration?.sql ?? "missing");
    for (const job of searchJobs(test.deps)) await job.run();
  });

  it("keeps the style that each picture is painted in; products that are not ours stay", async () => {
    expect(await listSlugs("style_slugs=isometric")).toEqual(["a-shop-of-its-own", "ten-stairs"]);
    expect(await listSlugs("style_slugs=bauhaus")).toEqual([
      "a-shop-of-its-own",
      "flat-roof-study",
    ]);
  });

  it("counts what it shows, and finds it by its own style only", async () => {
    expect(await countByStyle()).toEqual({ bauhaus: 2, isometric: 2 });
    expect(await listSlugs("search=isometric")).toEqual(["a-shop-of-its-own", "ten-stairs"]);
    expect(await listSlugs("search=bauhaus")).toEqual(["a-shop-of-its-own", "flat-roof-study"]);
  });
});
