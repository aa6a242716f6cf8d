import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { inTransaction } from "#api/db/client.ts";
import { MIGRATIONS } from "#api/db/migrate.ts";
import { createGroup, createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { runs } from "#tests/setup/sample.ts";

// Lists of one style read the time of listing from `product_styles` (migration 0073).

const SLUGS = ["fox", "owl", "whale", "dunes"];

let test: TestApi;
let ids: number[];
let styleId: number;
beforeAll(async () => {
  test = await createTestApi();
  ids = [];
  for (const slug of SLUGS) {
    ids.push((await createListedProduct(test, { slug, styles: ["ink"] })).id);
  }
  await createGroup(test.database, "styles", "other");
  const [row] = await test.database<{ id: number }[]>`SELECT id FROM styles WHERE slug = 'ink'`;
  styleId = row?.id ?? 0;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`UPDATE products SET status = 'published'`;
});

const listed = async () =>
  (await test.createAgent().get("/api/products?style_slugs=ink", { isStateful: false })).as(
    productListResponseSchema,
  );

/** Lists the style's published products by the data in `products`. */
const expectedIds = async () =>
  (
    await test.database<{ id: number }[]>`
      SELECT p.id FROM products p JOIN product_styles ps ON ps.product_id = p.id
      WHERE p.status = 'published' AND ps.style_id = ${styleId}
      ORDER BY p.published_at DESC, p.id DESC`
  ).map(({ id }) => id);

type Change = (id: number, value: number) => Promise<unknown>;
const changes: Record<string, Change> = {
  status: (id, value) => test.database`
    UPDATE products SET status = ${["published", "draft", "withdrawn"][value % 3] ?? "draft"}
    WHERE id = ${id}`,
  date: (id, value) => test.database`
    UPDATE products SET published_at = timestamptz '2026-01-01' + ${value} * interval '1 day'
    WHERE id = ${id}`,
  removeStyle: (id) => test.database`
    DELETE FROM product_styles WHERE product_id = ${id} AND style_id = ${styleId}`,
  addStyle: (id) => test.database`
    INSERT INTO product_styles (product_id, style_id) VALUES (${id}, ${styleId})
    ON CONFLICT DO NOTHING`,
};

describe("the list of a style, newest first", () => {
  it("has what is for sale in the order of publication after any changes", async () => {
    const change = fc.record({
      what: fc.constantFrom(...Object.keys(changes)),
      at: fc.nat(SLUGS.length - 1),
      value: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { what, at, value } of steps) await changes[what]?.(ids[at] ?? 0, value);
        const { data, meta } = await listed();
        const expected = await expectedIds();
        expect(data.map(({ id }) => id)).toEqual(expected);
        expect(meta.total).toBe(expected.length);
      }),
      { numRuns: runs(45) },
    );
  });

  it("has a product that gets the style while it is published", async () => {
    const [id = 0] = ids;
    await changes.status?.(id, 1);
    await changes.removeStyle?.(id, 0);
    let publication: Promise<unknown> = Promise.resolve();
    await inTransaction(test.database, async (sql) => {
      await sql`INSERT INTO product_styles (product_id, style_id) VALUES (${id}, ${styleId})`;
      // Waits until this transaction has ended, and then sees its row.
      publication = test.database`UPDATE products SET status = 'published' WHERE id = ${id}`;
      publication.catch(() => {});
      await untilWaiting(test.database, 1);
    });
    await publication;
    expect((await listed()).data.map((product) => product.id)).toContain(id);
  });

  it("is the same after the migration of a shop that had it before", async () => {
    await changes.status?.(ids[1] ?? 0, 2);
    const before = await listed();
    await test.database`ALTER TABLE product_styles DISABLE TRIGGER USER`;
    await test.database`UPDATE product_styles SET listed_at = NULL`;
    await test.database`ALTER TABLE product_styles ENABLE TRIGGER USER`;
    const migration = MIGRATIONS.find(({ name }) => name.startsWith("0074"));
    await test.database.unsafe(migration?.sql ?? "");
    expect(await listed()).toEqual(before);
  });
});
