import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchJobs } from "#api/catalog/search/search-index.ts";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import { LOCALES } from "#domain/locales.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

/** As a process does it, again and again. */
const runJobs = async () => {
  for (const job of searchJobs(test.deps)) await job.run();
};
const find = async (text: string, locale = "en") => {
  const path = `/api/products?search=${text}&per_page=60`;
  const response = await test.createAgent({ locale }).get(path, { isStateful: false });
  return response.as(productListResponseSchema).data.map(({ slug }) => slug);
};
const readAll = () =>
  test.database`SELECT *, xmin::text FROM products, LATERAL (
    SELECT count(*) AS words FROM search_words) AS vocabulary ORDER BY id`;

describe("products that an older release has left", () => {
  const COUNT = 400;
  beforeAll(async () => {
    const { database } = test;
    await database.unsafe("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    for (const { sql } of MIGRATIONS.filter(({ name }) => name < "0008")) {
      await database.unsafe(sql);
    }
    await database`CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz
      NOT NULL DEFAULT now())`;
    const names = MIGRATIONS.map(({ name }) => name).filter((name) => name < "0008");
    await database`INSERT INTO migrations (name) SELECT unnest(${names}::text[])`;
    await database`INSERT INTO categories (slug, names) VALUES ('sea', '{"en": "Ocean"}')`;
    await database`
      INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
        search_text)
      SELECT 'old-' || n, 1, '{"en": "Koi", "et": "Kuldkala"}', '{"en": "A lone beacon"}',
        'zanzibar', 100, 'koi kuldkala ocean' FROM generate_series(1, ${COUNT}::int) AS n`;
    expect(await migrate(test.connection)).toContain("0008-search-by-language");
  });

  it("are found after a few runs, by all that they say, and not by their prompts", async () => {
    await runJobs();
    expect(await find("koi")).toContain(`old-${COUNT}`);
    await Promise.all([1, 2, 3, 4].map(runJobs));
    expect(await find("koi")).toHaveLength(60);
    const path = "/api/products?search=lone+beacon+ocean";
    expect((await test.createAgent().get(path)).as(productListResponseSchema).meta.total).toBe(
      COUNT,
    );
    expect(await find("kuldkala")).toEqual([]);
    expect(await find("kuldkalla", "et")).toHaveLength(60);
    expect(await find("zanzibar")).toEqual([]);
  });

  it("are left alone from then on", async () => {
    const before = await readAll();
    await Promise.all([1, 2].map(runJobs));
    expect(await readAll()).toEqual(before);
  });
});

describe("a product whose texts change", () => {
  it("is found by its new words, and no longer by the old ones", async () => {
    const { id, slug } = await createListedProduct(test, { titles: { en: "Heron" } });
    await test.database`UPDATE products SET titles = '{"en": "Stork"}' WHERE id = ${id}`;
    await runJobs();
    expect(await find("stork")).toEqual([slug]);
    expect(await find("heron")).toEqual([]);
  });

  it("is found however long they are", async () => {
    const long = (word: string) =>
      Object.fromEntries(LOCALES.map((locale) => [locale, `${word} `.repeat(3_000)]));
    const titles = { ...long("Слово"), en: `Cormorant ${"x".repeat(9_000)}` };
    const { slug } = await createListedProduct(test, { titles, descriptions: long("Слово") });
    expect(await find("cormorant")).toEqual([slug]);
    expect(await find("слово", "uk")).toEqual([slug]);
  });

  it("holds nobody up while another one writes it", async () => {
    const { id } = await createListedProduct(test, { titles: { en: "Ibis" } });
    const { slug } = await createListedProduct(test, { titles: { en: "Egret" } });
    await test.database`UPDATE products SET search_vector = NULL WHERE slug = ${slug}`;
    await test.database.begin(async (sql) => {
      await sql`UPDATE products SET titles = '{"en": "Crane"}' WHERE id = ${id}`;
      await runJobs();
      expect(await find("egret")).toEqual([slug]);
    });
    await runJobs();
    expect(await find("crane")).toHaveLength(1);
  });
});
