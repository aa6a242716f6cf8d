import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { indexProducts } from "#api/catalog/search/search-index.ts";
import { inTransaction } from "#api/db/client.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { inOnePool } from "#tests/setup/database/one-pool.ts";
import { runs } from "#tests/setup/sample.ts";

// A search caches which styles and categories its slugs refer to.

const SLUGS = ["ink", "collage", "mosaic"];

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  for (const slug of SLUGS) {
    await createListedProduct(test, {
      slug: `fox-${slug}`,
      styles: [slug],
      category: slug,
      titles: { en: "Fox" },
    });
  }
  await inTransaction(test.database, (sql) => indexProducts(sql, SLUGS.length));
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of TABLES) {
    const ids = await listIds(table);
    for (const [at, slug] of SLUGS.entries()) await giveSlug(table, ids[at] ?? 0, slug);
  }
});

const TABLES = ["styles", "categories"] as const;
type Table = (typeof TABLES)[number];

const listIds = async (table: Table) =>
  (await test.database<{ id: number }[]>`SELECT id FROM ${test.database(table)} ORDER BY id`).map(
    ({ id }) => id,
  );

/** Gives a group this slug; any other group with it gets an unused one. */
async function giveSlug(table: Table, id: number, slug: string) {
  const sql = test.database;
  await sql`UPDATE ${sql(table)} SET slug = 'free-' || id WHERE slug = ${slug} AND id <> ${id}`;
  await sql`UPDATE ${sql(table)} SET slug = ${slug} WHERE id = ${id}`;
}

const filters = fc.record({
  text: fc.constantFrom("", "fox"),
  styleSlugs: fc.option(fc.subarray(SLUGS, { minLength: 1 })),
  categorySlugs: fc.option(fc.subarray(SLUGS, { minLength: 1 })),
  sort: fc.constantFrom("newest" as const, "price_asc" as const),
  withFacets: fc.boolean(),
});
const renames = fc.record({
  table: fc.constantFrom(...TABLES),
  at: fc.nat(SLUGS.length - 1),
  slug: fc.constantFrom(...SLUGS, "elsewhere"),
});
const REST = { locale: "en", priceMinCents: null, priceMaxCents: null, offset: 0, limit: 9 };

describe("the groups of a search", () => {
  it("are those that have the slugs now, whatever they were when it was last made", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(filters, renames), { maxLength: 24 }), async (steps) => {
        const search = createPostgresSearch(inOnePool(test.database));
        for (const step of steps) {
          if ("table" in step) {
            const ids = await listIds(step.table);
            await giveSlug(step.table, ids[step.at] ?? 0, step.slug);
          } else {
            const request = { ...step, ...REST };
            const first = await createPostgresSearch(inOnePool(test.database)).find(request);
            expect(await search.find(request), JSON.stringify(request)).toEqual(first);
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it("are found where a slug had none, and not found once its group is gone", async () => {
    const search = createPostgresSearch(inOnePool(test.database));
    const request = { ...REST, text: "", categorySlugs: null, withFacets: false };
    const find = (slug: string) =>
      search.find({ ...request, styleSlugs: [slug], sort: "newest" as const });
    const [id = 0] = await listIds("styles");
    expect((await find("etching")).total).toBe(0);
    await giveSlug("styles", id, "etching");
    const found = await find("etching");
    expect(found.total).toBe(1);
    await giveSlug("styles", id, "ink");
    expect(await find("etching")).toMatchObject({ ids: [], total: 0 });
    expect(await find("ink")).toEqual(found);
  });
});
