import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Sql } from "#api/db/client.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

// Migration 0093 drops a column of the search documents while shoppers keep searching.

const NAME = "0093-documents-without-titles";
const MIGRATIONS_SO_FAR = MIGRATIONS.filter(({ name }) => name <= NAME);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  await migrate(test.connection, { migrations: MIGRATIONS_SO_FAR.slice(0, -1) });
});
afterAll(() => test.drop());

/** Updates a product as a sale does: a trigger writes its document. */
const sell = (sql: Sql, slug: string) =>
  sql`UPDATE products SET sales_count = sales_count + 1 WHERE slug = ${slug}`;
/** Writes documents like the job that indexes products for the search. */
const putDocuments = async (sql: Sql, slugs: string[]) => {
  await sql`DELETE FROM search_documents USING products
    WHERE id = product_id AND slug = ANY(${slugs})`;
  await sql`
    INSERT INTO search_documents (product_id, tier, price_cents, sales_count, published_at, terms)
    SELECT id, search_tier(sales_count, id), price_cents, sales_count, published_at,
      array_to_tsvector(ARRAY['en/' || slug, 'en^' || slug])
    FROM products WHERE slug = ANY(${slugs})`;
};
const listFiles = (sql: Sql) => sql`
  SELECT relid::regclass::text AS name, pg_relation_filenode(relid) AS file
  FROM pg_partition_tree('search_documents') WHERE isleaf ORDER BY 1`;

it("waits for what writes documents, not for products, and rewrites no row", async () => {
  const { database } = test;
  await database`INSERT INTO categories (slug, names) VALUES ('sea', '{"en": "Sea"}')`;
  await database`
    INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents)
    SELECT unnest('{koi,owl,elk}'::text[]), 1, '{}', '{}', 'x', 100`;
  await putDocuments(database, ["koi", "owl", "elk"]);
  const files = await listFiles(database);
  expect(files).toHaveLength(5);

  const sale = await database.reserve();
  const reading = await database.reserve();
  await sale`BEGIN`;
  await sell(sale, "koi");
  await reading`BEGIN`;
  await reading`SELECT FROM products WHERE slug = 'elk' FOR UPDATE`;
  const done = migrate(test.connection, { migrations: MIGRATIONS_SO_FAR });
  await vi.waitFor(async () => {
    const waiting = await database`
      SELECT relation::regclass::text AS table, mode FROM pg_locks WHERE NOT granted`;
    expect(waiting).toEqual([{ table: "search_documents", mode: "AccessExclusiveLock" }]);
  });
  await sell(sale, "owl");
  await sale`COMMIT`;
  expect(await done).toEqual([NAME]);
  await putDocuments(reading, ["elk"]);
  await reading`COMMIT`;
  await sell(sale, "koi");
  sale.release();
  reading.release();

  expect(await listFiles(database)).toEqual(files);
  const documents = await database`
    SELECT slug, d.sales_count AS sales, terms::text
    FROM search_documents d JOIN products ON id = product_id ORDER BY product_id`;
  expect(documents).toEqual([
    { slug: "koi", sales: 2, terms: "'en/koi' 'en^koi'" },
    { slug: "owl", sales: 1, terms: "'en/owl' 'en^owl'" },
    { slug: "elk", sales: 0, terms: "'en/elk' 'en^elk'" },
  ]);
});

it("leaves nothing that names what went", async () => {
  const left = await test.database`
    SELECT proname AS name FROM pg_proc
      WHERE prosrc ~ 'title_words|first_word' OR proname ~ 'first_word'
    UNION ALL SELECT tgname FROM pg_trigger WHERE tgname ~ 'first_word'
    UNION ALL SELECT attname FROM pg_attribute WHERE attname = 'title_words'`;
  expect(left).toEqual([]);
});
