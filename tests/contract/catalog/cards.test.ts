import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCardReader, toProduct } from "#api/catalog/cards.ts";
import { getRowVersions, listCardRows } from "#api/catalog/catalog.queries.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { runs } from "#tests/setup/sample.ts";

const SLUGS = ["fox", "owl", "whale"];

let test: TestApi;
let ids: number[];
beforeAll(async () => {
  test = await createTestApi();
  ids = [];
  for (const slug of SLUGS) ids.push((await createListedProduct(test, { slug })).id);
});
afterAll(() => test.close());

type Change = (id: number, value: number) => Promise<unknown>;

/** The data that a card depends on, each changed by one statement. */
const changes: Record<string, Change> = {
  title: (id, value) => test.database`
    UPDATE products SET titles = titles || ${test.database.json({ de: `Titel ${value}` })}
    WHERE id = ${id}`,
  description: (id, value) => test.database`
    UPDATE products SET descriptions = ${test.database.json({ en: `Text ${value}` })}
    WHERE id = ${id}`,
  price: (id, value) => test.database`
    UPDATE products SET price_cents = ${100 + value} WHERE id = ${id}`,
  sale: (id) => test.database`
    UPDATE products SET sales_count = sales_count + 1 WHERE id = ${id}`,
  status: (id, value) => test.database`
    UPDATE products SET status = ${value % 2 ? "published" : "withdrawn"} WHERE id = ${id}`,
  picture: (id, value) => test.database`
    UPDATE products SET picture_hash = (SELECT hash FROM pictures ORDER BY hash
      LIMIT 1 OFFSET ${value % SLUGS.length}) WHERE id = ${id}`,
};

/** Reads the same cards from the database, without the cache. */
async function readPlainly(given: number[], locale: string) {
  const rows = await listCardRows(test.database, given, locale);
  return given.flatMap((id) => rows.filter((row) => row.id === id).map(toProduct));
}

/** Returns the ids with row versions, like the listing statement, or without, like other sources. */
async function toListed(given: number[], { isListed }: { isListed: boolean }) {
  return { ids: given, versions: isListed ? await getRowVersions(test.database, given) : null };
}

describe("cards of products", () => {
  it("are as the database has them after any changes, in the given order", async () => {
    const change = fc.record({
      what: fc.constantFrom(...Object.keys(changes)),
      at: fc.nat(SLUGS.length - 1),
      value: fc.nat(5),
    });
    const look = fc.record({
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
      isListed: fc.boolean(),
      locale: fc.constantFrom("en", "de"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(change, look), { maxLength: 20 }), async (steps) => {
        const reader = createCardReader();
        for (const step of steps) {
          if ("what" in step) await changes[step.what]?.(ids[step.at] ?? 0, step.value);
          else {
            const given = step.order.map((at) => ids[at] ?? 0);
            const cards = await reader.list(
              test.database,
              await toListed(given, step),
              step.locale,
            );
            expect(cards).toEqual(await readPlainly(given, step.locale));
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("are read once for as long as their row is the same", async () => {
    const reader = createCardReader();
    const listed = { ids: ids.slice(1, 2), versions: null };
    const [first] = await reader.list(test.database, listed, "en");
    const [again] = await reader.list(test.database, listed, "en");
    expect(again).toBe(first);
  });
});
