import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Sql } from "#api/db/client.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

// Migration 0063 rebuilds all search documents while shoppers keep searching.

const NAME = "0063-first-words-of-titles";
/** From this statement on, it waits for writes and blocks others. */
const LOCK = "LOCK TABLE products";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
});
afterAll(() => test.drop());

it("takes over what changes while it copies", async () => {
  const { database } = test;
  const before = MIGRATIONS.filter(({ name }) => name < NAME);
  for (const { sql } of before) await database.unsafe(sql);
  await database`CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz
    NOT NULL DEFAULT now())`;
  await database`INSERT INTO migrations (name)
    SELECT unnest(${before.map(({ name }) => name)}::text[])`;
  await database`INSERT INTO categories (slug, names) VALUES ('sea', '{"en": "Sea"}')`;
  await database`UPDATE search_tiers SET sales_min = greatest(0, 8 - 2 * tier), product_id_min = 0`;
  const names = ["kept", "sold", "dearer", "withdrawn", "deleted", "read-again", "moved"];
  await database`
    INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents)
    SELECT unnest(${names}::text[]), 1, '{}', '{}', 'x', 100`;
  const addDocuments = (slugs: string[], title: string, sql: Sql = database) => sql`
    INSERT INTO search_documents (product_id, tier, price_cents, sales_count, published_at,
      title_words, terms)
    SELECT id, search_tier(sales_count, id), price_cents, sales_count, published_at,
      ${database.json({ en: ` ${title}`, de: "" })}, array_to_tsvector(ARRAY['en/' || slug])
    FROM products WHERE slug = ANY(${slugs})`;
  await addDocuments(names, "old words");

  const { sql } = MIGRATIONS.find(({ name }) => name === NAME) ?? { sql: "" };
  const at = sql.indexOf(LOCK);
  expect(at).toBeGreaterThan(0);
  await database.begin(async (copying) => {
    await copying.unsafe(sql.slice(0, at));
    await database`UPDATE products SET sales_count = 1 WHERE slug = 'sold'`;
    await database`UPDATE products SET price_cents = 250 WHERE slug = 'dearer'`;
    await database`UPDATE products SET status = 'withdrawn' WHERE slug = 'withdrawn'`;
    await database`DELETE FROM products WHERE slug = 'deleted'`;
    await database`UPDATE products SET sales_count = 9 WHERE slug = 'moved'`;
    await database`
      INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents)
      VALUES ('added', 1, '{}', '{}', 'x', 100)`;
    await addDocuments(["added"], "new words");
    // Like the job that indexes products for the search, in the middle of a batch.
    const reading = await database.reserve();
    await reading`BEGIN`;
    await reading`SELECT FROM products WHERE slug = 'read-again' FOR UPDATE`;
    await reading`DELETE FROM search_documents USING products
      WHERE id = product_id AND slug = 'read-again'`;
    await addDocuments(["read-again"], "new words", reading);
    const rest = copying.unsafe(sql.slice(at)).then(() => "done");
    await vi.waitFor(async () => {
      expect(await database`SELECT FROM pg_locks WHERE NOT granted`).toHaveLength(1);
    });
    await reading`UPDATE products SET search_vector = '' WHERE slug = 'read-again'`;
    await reading`COMMIT`;
    reading.release();
    expect(await rest).toBe("done");
    await copying`INSERT INTO migrations (name) VALUES (${NAME})`;
  });

  const documents = await database`
    SELECT slug, tier, d.price_cents AS cents, d.sales_count AS sales, title_words AS titles,
      terms::text
    FROM search_documents d JOIN products ON id = product_id ORDER BY product_id`;
  const toDocument = (slug: string, changes = {}) => ({
    ...{ slug, tier: 4, cents: 100, sales: 0, titles: {}, terms: `'en/${slug}' 'en^old'` },
    ...changes,
  });
  expect(documents).toEqual([
    toDocument("kept"),
    toDocument("sold", { sales: 1 }),
    toDocument("dearer", { cents: 250 }),
    toDocument("read-again", { terms: "'en/read-again' 'en^new'" }),
    toDocument("moved", { sales: 9, tier: 0 }),
    toDocument("added", { terms: "'en/added' 'en^new'" }),
  ]);
  await database`UPDATE products SET sales_count = 9 WHERE slug = 'kept'`;
  await database`DELETE FROM products WHERE slug = 'sold'`;
  const [{ count, best }] = await database<[{ count: number; best: number }]>`
    SELECT count(*)::int, count(*) FILTER (WHERE tier = 0)::int AS best FROM search_documents`;
  expect({ count, best }).toEqual({ count: 5, best: 2 });
  expect(await migrate(test.connection)).toEqual(
    MIGRATIONS.map(({ name }) => name).filter((name) => name > NAME),
  );
});
