import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import type { SearchRequest, SearchResult } from "#api/catalog/search/search.ts";
import { indexProducts } from "#api/catalog/search/search-index.ts";
import { balanceTiers, createTierJob } from "#api/catalog/search/tiers.ts";
import { inTransaction } from "#api/db/client.ts";
import { createGroup } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { runs } from "#tests/setup/sample.ts";

// The search against the plainest one that can be written: every product is looked at.

const CATEGORIES = ["animal", "space"];
const STYLES = ["ink", "collage", "mosaic"];
/** Some begin alike, some have others inside, none is a typo of another. */
const WORDS = ["fox", "foxglove", "wald", "nebelwald", "lighthouse", "light", "moon", "moonlight"];
const SOUGHT = [...WORDS, ...CATEGORIES, ...STYLES, "fo", "f", "nebel", "lightho", "house"];
const UNKNOWN = "qqzzxxyy";
const SORTS = ["best_match", "newest", "price_asc", "price_desc", "best_selling"] as const;

type Listed = {
  id: number;
  titles: Record<string, string>;
  descriptions: Record<string, string>;
  category: string;
  styles: string[];
  priceCents: number;
  salesCount: number;
  day: number;
};

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  for (const slug of CATEGORIES) await createGroup(test.database, "categories", slug);
  for (const slug of STYLES) await createGroup(test.database, "styles", slug);
});
afterAll(() => test.close());

const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(" "));
const texts = fc.record({ en: text, de: text }, { requiredKeys: ["en"] });
const products = fc.array(
  fc.record({
    titles: texts,
    descriptions: fc.record({ en: text, de: text }, { requiredKeys: [] }),
    category: fc.constantFrom(...CATEGORIES),
    styles: fc.uniqueArray(fc.constantFrom(...STYLES), { maxLength: 2 }),
    priceCents: fc.integer({ min: 1, max: 6 }),
    salesCount: fc.integer({ min: 0, max: 3 }),
    day: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 12 },
);
const requests = fc
  .record({
    text: fc
      .array(fc.constantFrom(...SOUGHT, UNKNOWN), { maxLength: 3 })
      .map((words) => [...new Set(words)].join(" ")),
    locale: fc.constantFrom("en", "de", "fr"),
    categorySlugs: fc.option(fc.subarray([...CATEGORIES, "nowhere"], { minLength: 1 })),
    styleSlugs: fc.option(fc.subarray(STYLES, { minLength: 1 })),
    priceMinCents: fc.option(fc.integer({ min: 1, max: 6 })),
    priceMaxCents: fc.option(fc.integer({ min: 1, max: 6 })),
    sort: fc.constantFrom(...SORTS),
    offset: fc.integer({ min: 0, max: 4 }),
    limit: fc.integer({ min: 1, max: 12 }),
    withFacets: fc.constant(true),
  })
  .map((request) => ({
    ...request,
    sort: request.text || request.sort !== "best_match" ? request.sort : ("newest" as const),
  }));

/** Makes the catalogue anew, with documents in several tiers. */
async function fill(given: Omit<Listed, "id">[]): Promise<Listed[]> {
  const sql = test.database;
  await sql`DELETE FROM products`;
  await sql`DELETE FROM search_words`;
  await sql`UPDATE search_tiers SET sales_min = greatest(0, 3 - tier), product_id_min = 0`;
  const listed: Listed[] = [];
  for (const product of given) {
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
        sales_count, published_at)
      SELECT 'p-' || gen_random_uuid(), id, ${sql.json(product.titles)},
        ${sql.json(product.descriptions)}, 'x', ${product.priceCents}, ${product.salesCount},
        timestamptz '2026-01-01' + ${product.day} * interval '1 day'
      FROM categories WHERE slug = ${product.category} RETURNING id`;
    const id = row?.id ?? 0;
    await sql`INSERT INTO product_styles (product_id, style_id)
      SELECT ${id}, id FROM styles WHERE slug = ANY(${product.styles})`;
    listed.push({ ...product, id });
  }
  await inTransaction(sql, (transaction) => indexProducts(transaction, given.length));
  return listed;
}

const wordsOf = (typed: string) => typed.split(" ").filter(Boolean);
const isFound = (word: string, sought: string) =>
  word.startsWith(sought) || (sought.length >= 5 && word.includes(sought));

/** The words of a product in the languages of a request, each once for each place that it has. */
const listWords = (product: Listed, locales: string[]) =>
  locales.flatMap((locale) =>
    [
      product.titles[locale] ?? "",
      product.descriptions[locale] ?? "",
      // Names of groups are English.
      ...(locale === "en" ? [product.category, ...product.styles] : []),
    ].flatMap(wordsOf),
  );

/** Less is better: how well the titles match the words (docs/decisions/0012-search.md). */
function rankOf(product: Listed, sought: string[], locales: string[]): number {
  const titles = locales.flatMap((locale) => {
    const title = product.titles[locale];
    return title ? [wordsOf(title)] : [];
  });
  const isBegun = (word: string) => titles.flat().some((one) => one.startsWith(word));
  const isIn = (word: string) => titles.flat().some((one) => isFound(one, word));
  const isFirst = (word: string) => titles.some(([first]) => first?.startsWith(word));
  if (sought.every(isBegun)) return sought.some(isFirst) ? 0 : 1;
  if (sought.every(isIn)) return 2;
  return sought.some(isIn) ? 3 : 4;
}

function findNaively(all: Listed[], request: SearchRequest): SearchResult {
  const locales = [...new Set([request.locale, "en"])];
  const words = wordsOf(request.text);
  const isKnown = (sought: string) =>
    sought.length >= 3 &&
    all.some((product) => listWords(product, locales).some((word) => isFound(word, sought)));
  const select = (sought: string[], { styles = true, categories = true } = {}) =>
    all.filter(
      (product) =>
        sought.every((one) => listWords(product, locales).some((word) => isFound(word, one))) &&
        (!categories || (request.categorySlugs?.includes(product.category) ?? true)) &&
        (!styles || (request.styleSlugs?.some((slug) => product.styles.includes(slug)) ?? true)) &&
        product.priceCents >= (request.priceMinCents ?? 0) &&
        product.priceCents <= (request.priceMaxCents ?? Number.POSITIVE_INFINITY),
    );
  const isImpossible = request.categorySlugs?.every((slug) => !CATEGORIES.includes(slug));
  if (isImpossible) {
    return { ids: [], total: 0, unknownWords: [], facets: { styles: {}, categories: {} } };
  }
  const known = words.filter(isKnown);
  const isNarrowed = select(words).length === 0 && known.length > 0 && known.length < words.length;
  const sought = isNarrowed ? known : words;
  const found = select(sought);
  const keys: Record<(typeof SORTS)[number], (product: Listed) => number[]> = {
    best_match: (product) => [rankOf(product, sought, locales), -product.salesCount, -product.id],
    newest: (product) => [-product.day, -product.id],
    price_asc: (product) => [product.priceCents, product.id],
    price_desc: (product) => [-product.priceCents, -product.id],
    best_selling: (product) => [-product.salesCount, -product.id],
  };
  const compare = (a: number[], b: number[]) =>
    a.map((key, at) => key - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  const key = keys[request.sort];
  const ids = found.sort((a, b) => compare(key(a), key(b))).map(({ id }) => id);
  const count = (slugs: string[]) =>
    Object.fromEntries(
      [...new Set(slugs)].map((slug) => [slug, slugs.filter((one) => one === slug).length]),
    );
  return {
    ids: ids.slice(request.offset, request.offset + request.limit),
    total: ids.length,
    unknownWords: isNarrowed && ids.length > 0 ? words.filter((word) => !known.includes(word)) : [],
    facets: {
      styles: count(select(sought, { styles: false }).flatMap(({ styles }) => styles)),
      categories: count(select(sought, { categories: false }).map(({ category }) => category)),
    },
  };
}

describe("the search", () => {
  it("finds what a look at every product finds, in the same order", async () => {
    await fc.assert(
      fc.asyncProperty(
        products,
        fc.array(requests, { minLength: 8, maxLength: 8 }),
        async (given, asked) => {
          const all = await fill(given);
          const { find } = createPostgresSearch(test.database);
          for (const request of asked) {
            expect(await find(request), JSON.stringify(request)).toEqual(findNaively(all, request));
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe("the tiers of the search", () => {
  const tiers = () => test.database<{ id: number; tier: number }[]>`
    SELECT product_id AS id, tier FROM search_documents ORDER BY tier, sales_count DESC, id DESC`;
  const readTiers = async () => (await tiers()).map(({ tier }) => tier);

  it("have the sizes that they should, the best-selling products first", async () => {
    const product = { titles: { en: "fox" }, descriptions: {}, category: "animal", styles: [] };
    const given = Array.from({ length: 40 }, (_, at) => ({
      ...product,
      priceCents: 1,
      salesCount: (at * 7) % 20,
      day: 1,
    }));
    await fill(given);
    await test.database`UPDATE search_tiers SET sales_min = 0, product_id_min = 0`;
    await test.database`UPDATE search_documents SET tier = search_tier(sales_count, product_id)`;
    expect(new Set(await readTiers())).toEqual(new Set([0]));
    await balanceTiers(test.database, [2, 4, 8]);
    const ranked = await test.database<{ id: number }[]>`
      SELECT id FROM products ORDER BY sales_count DESC, id DESC`;
    expect((await tiers()).map(({ id }) => id)).toEqual(ranked.map(({ id }) => id));
    expect(await readTiers()).toEqual([
      0,
      0,
      1,
      1,
      1,
      1,
      ...Array(8).fill(2),
      ...Array(26).fill(3),
    ]);
  });

  it("follow sales, and fill up again from below", async () => {
    const [last] = await test.database<{ id: number }[]>`
      SELECT id FROM products ORDER BY sales_count, id LIMIT 1`;
    await test.database`UPDATE products SET sales_count = 99 WHERE id = ${last?.id ?? 0}`;
    expect((await tiers())[0]).toEqual({ id: last?.id, tier: 0 });
    await test.database`
      DELETE FROM products WHERE id IN (SELECT product_id FROM search_documents WHERE tier = 0)`;
    await balanceTiers(test.database, [2, 4, 8]);
    expect((await readTiers()).slice(0, 3)).toEqual([0, 0, 1]);
  });

  it("are counted again ten minutes after nothing had to move, or once many are indexed", async () => {
    let ms = 0;
    const given = { sizes: [2, 4, 8], stepSize: 3, now: () => ms };
    const { run, noteIndexed } = createTierJob(test.database, given);
    const deleteBest = () => test.database`
      DELETE FROM products WHERE id IN (SELECT product_id FROM search_documents WHERE tier = 0)`;
    await deleteBest();
    await run();
    expect((await readTiers()).slice(0, 3)).toEqual([0, 0, 1]);
    await run();
    await deleteBest();
    ms += 10 * 60_000 - 1;
    await run();
    expect((await readTiers())[0]).toBe(1);
    ms += 1;
    await run();
    expect((await readTiers()).slice(0, 3)).toEqual([0, 0, 1]);
    await run();
    await deleteBest();
    noteIndexed(2);
    await run();
    expect((await readTiers())[0]).toBe(1);
    noteIndexed(1);
    await run();
    expect((await readTiers()).slice(0, 3)).toEqual([0, 0, 1]);
  });
});
