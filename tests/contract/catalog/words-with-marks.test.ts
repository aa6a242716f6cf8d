import { afterAll, beforeAll, expect, it } from "vitest";
import { searchJobs } from "#api/catalog/search/search-index.ts";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { MIGRATIONS } from "#api/db/migrate.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

// Migration 0080: before it, marks within words did not count as letters.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const runJobs = async () => {
  for (const job of searchJobs(test.deps)) await job.run();
};
const find = async (search: string, locale: string) => {
  const path = `/api/products?${new URLSearchParams({ search, sort: "newest" })}`;
  const response = await test.createAgent({ locale }).get(path, { isStateful: false });
  return response.as(productListResponseSchema).data.map(({ slug }) => slug);
};

it("reads again what holds them, and leaves all else as it is", async () => {
  const sql = test.database;
  await createListedProduct(test, { slug: "soft", titles: { en: "Rain", de: "Re\u00adgen" } });
  await createListedProduct(test, { slug: "plain", titles: { en: "Rain", de: "Regen" } });
  await createListedProduct(test, { slug: "ink", styles: ["ink"], titles: { en: "Snow" } });
  await sql`UPDATE styles SET names = names || '{"ar": "حـبـر"}' WHERE slug = 'ink'`;
  await runJobs();
  await runJobs();
  // As the previous release had indexed it.
  await sql`UPDATE search_documents SET terms = '{}' WHERE product_id <>
    (SELECT id FROM products WHERE slug = 'plain')`;
  const before = await sql`SELECT xmin::text FROM products WHERE slug = 'plain'`;
  expect(await find("regen", "de")).toEqual(["plain"]);
  expect(await find("حبر", "ar")).toEqual([]);

  const migration = MIGRATIONS.find(({ name }) => name.startsWith("0080"));
  await sql.unsafe(migration?.sql ?? "");
  await runJobs();
  await runJobs();
  expect(await find("regen", "de")).toEqual(["plain", "soft"]);
  expect(await find("حبر", "ar")).toEqual(["ink"]);
  expect(await sql`SELECT xmin::text FROM products WHERE slug = 'plain'`).toEqual(before);
});
