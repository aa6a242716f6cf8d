import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchJobs } from "#api/catalog/search/search-index.ts";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import { LOCALES } from "#domain/locales.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

/** Runs the jobs as a process does, repeatedly. */
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

/** Flushes the pending pages, which each search would otherwise scan one by one. */
const sortPending = async () => {
  const [pending] = await test.database<{ pages: number; indexes: number }[]>`
    SELECT sum(gin_clean_pending_list(indexrelid))::int AS pages, count(*)::int AS indexes
    FROM pg_index JOIN pg_class ON oid = indexrelid
    WHERE indrelid::regclass::text LIKE 'search!_%' ESCAPE '!' AND relkind = 'i'
      AND relam = (SELECT oid FROM pg_am WHERE amname = 'gin')`;
  return pending;
};
const countUnindexed = async () => {
  const [row] = await test.database<{ count: number }[]>`
    SELECT count(*)::int AS count FROM products WHERE search_vector IS NULL`;
  return row?.count ?? 0;
};

const listRenames = async () => [
  ...(await test.database`
    SELECT category_id, style_id, products_below::text FROM search_renames`),
];

describe("the indexes of the search", () => {
  it("hold what was read, and have nothing left to look through one by one", async () => {
    await test.database`UPDATE products SET search_vector = NULL`;
    await runJobs();
    expect(await sortPending()).toEqual({ pages: 0, indexes: 5 + 16 });
  });
});

describe("a process that stops", () => {
  const runUntilStopped = async (stopping: AbortController) => {
    for (const job of searchJobs(test.deps)) {
      const run = job.run(stopping.signal);
      stopping.abort();
      await run;
    }
  };

  it("ends the batch that it has begun, and begins nothing else", async () => {
    await test.database`UPDATE products SET search_vector = NULL`;
    await sortPending();
    const before = await countUnindexed();
    const stopping = new AbortController();
    await runUntilStopped(stopping);
    const left = await countUnindexed();
    expect(left).toBeLessThan(before);
    expect((await sortPending())?.pages).toBeGreaterThan(0);
    await runUntilStopped(stopping);
    expect(await countUnindexed()).toBe(left);
  });

  it("marks no products of what was renamed", async () => {
    while ((await countUnindexed()) > 0) await runJobs();
    await test.database`UPDATE categories SET names = '{"en": "Deep"}' WHERE slug = 'sea'`;
    const renames = await listRenames();
    expect(renames).toHaveLength(1);
    await runUntilStopped(new AbortController());
    expect(await listRenames()).toEqual(renames);
    while ((await listRenames()).length > 0) await runJobs();
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
    await test.database`UPDATE products SET titles = '{"en": "Bittern"}' WHERE slug = ${slug}`;
    await test.database.begin(async (sql) => {
      await sql`UPDATE products SET titles = '{"en": "Crane"}' WHERE id = ${id}`;
      await runJobs();
      expect(await find("bittern")).toEqual([slug]);
    });
    await runJobs();
    expect(await find("crane")).toHaveLength(1);
  });
});

describe("a style or category that is renamed", () => {
  const COUNT = 160;
  beforeAll(async () => {
    await createListedProduct(test, { slug: "styled", styles: ["gouache"], category: "orchard" });
    await test.database`
      INSERT INTO products (slug, category_id, titles, prompt, price_cents)
      SELECT 'styled-' || n, category_id, titles, prompt, price_cents
      FROM products, generate_series(1, ${COUNT}::int) AS n WHERE slug = 'styled'`;
    await test.database`
      INSERT INTO product_styles (product_id, style_id)
      SELECT products.id, styles.id FROM products, styles
      WHERE products.slug LIKE 'styled-%' AND styles.slug = 'gouache'`;
    await runJobs();
    await runJobs();
  });
  const countFound = async (text: string) => {
    const path = `/api/products?search=${text}`;
    const response = await test.createAgent({ locale: "en" }).get(path, { isStateful: false });
    return response.as(productListResponseSchema).meta.total;
  };

  it.each([
    ["styles", "gouache", "tempera"],
    ["categories", "orchard", "vineyard"],
  ])("%s: its products are found by the new name, and not by the old one", async (table, was, is) => {
    expect(await countFound(was)).toBe(COUNT + 1);
    await test.database`
      UPDATE ${test.database(table)} SET names = ${test.database.json({ en: is })}
      WHERE slug = ${was}`;
    // The change itself reindexes none of them: a style may have half a million.
    expect(await countUnindexed()).toBe(0);
    expect(await countFound(was)).toBe(COUNT + 1);
    await runJobs();
    // One run indexes some, and the remaining ones are still found.
    expect(await countFound(is)).toBeLessThan(COUNT);
    expect(((await countFound(is)) ?? 0) + ((await countFound(was)) ?? 0)).toBe(COUNT + 1);
    await runJobs();
    await runJobs();
    expect(await countFound(is)).toBe(COUNT + 1);
    expect(await countFound(was)).toBe(0);
  });

  it("is read once: nothing is left to do", async () => {
    const before = await readAll();
    await runJobs();
    expect(await listRenames()).toEqual([]);
    expect(await readAll()).toEqual(before);
  });
});

describe("a product whose styles, price or sales change", () => {
  const list = async (query: string) => {
    const response = await test.createAgent().get(`/api/products?search=osprey&${query}`);
    return response.as(productListResponseSchema).data.map(({ slug }) => slug);
  };

  it("is found by its styles as they are now", async () => {
    const { id, slug } = await createListedProduct(test, { titles: { en: "Osprey" } });
    await createListedProduct(test, { slug: "etched", styles: ["etching"] });
    await test.database`INSERT INTO product_styles (product_id, style_id)
      SELECT ${id}, id FROM styles WHERE slug = 'etching'`;
    await runJobs();
    expect(await list("style_slugs=etching")).toEqual([slug]);
    await test.database`DELETE FROM product_styles WHERE product_id = ${id}`;
    await runJobs();
    expect(await list("style_slugs=etching")).toEqual([]);
  });

  it("is listed by its price and sales, and no longer once it is withdrawn, all at once", async () => {
    const { id, slug } = await createListedProduct(test, { titles: { en: "Osprey" } });
    await test.database`UPDATE products SET price_cents = 7700, sales_count = 9 WHERE id = ${id}`;
    expect(await list("price_min=77&price_max=77")).toEqual([slug]);
    expect((await list("sort=best_selling"))[0]).toBe(slug);
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${id}`;
    expect(await list("")).not.toContain(slug);
    await test.database`UPDATE products SET status = 'published' WHERE id = ${id}`;
    await runJobs();
    expect(await list("")).toContain(slug);
    await test.database`DELETE FROM products WHERE id = ${id}`;
    expect(await list("")).not.toContain(slug);
  });
});
