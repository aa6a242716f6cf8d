import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getRowVersions } from "#api/catalog/catalog.queries.ts";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { isCostly } from "#api/catalog/search/ranks.ts";
import type { SearchRequest, SearchResult } from "#api/catalog/search/search.ts";
import { resolveWords } from "#api/catalog/search/search-correction.ts";
import { indexProducts } from "#api/catalog/search/search-index.ts";
import { balanceTiers, createTierJob } from "#api/catalog/search/tiers.ts";
import { createWordSearch } from "#api/catalog/search/word-search.ts";
import { inTransaction } from "#api/db/client.ts";
import { createGroup } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { inOnePool } from "#tests/setup/database/one-pool.ts";
import { runs } from "#tests/setup/sample.ts";

// Compares the search with the simplest possible one, which looks at every product.

const CATEGORIES = ["animal", "space"];
const STYLES = ["ink", "collage", "mosaic"];
/** Some have the same beginning, some contain others, and none is a typo of another. */
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

const BLANK = {
  locale: "en",
  categorySlugs: null,
  styleSlugs: null,
  priceMinCents: null,
  priceMaxCents: null,
  withFacets: false,
};

/** Replaces the catalogue, with documents in several tiers. */
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

/**
 * Lists the words of a product in the languages of a request, once for each place they occur in.
 */
const listWords = (product: Listed, locales: string[]) =>
  locales.flatMap((locale) =>
    [
      product.titles[locale] ?? "",
      product.descriptions[locale] ?? "",
      // Names of groups are English.
      ...(locale === "en" ? [product.category, ...product.styles] : []),
    ].flatMap(wordsOf),
  );

/** Returns how well the titles match the words; lower is better (docs/decisions/0012-search.md). */
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

function findNaively(all: Listed[], request: SearchRequest): Omit<SearchResult, "versions"> {
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
    // Its vocabulary cache has words of earlier catalogues.
    const { find } = createPostgresSearch(inOnePool(test.database));
    await fc.assert(
      fc.asyncProperty(
        products,
        fc.array(requests, { minLength: 8, maxLength: 8 }),
        async (given, asked) => {
          const all = await fill(given);
          for (const request of asked) {
            const { versions, ...found } = await find(request);
            const note = JSON.stringify(request);
            expect(found, note).toEqual(findNaively(all, request));
            expect(versions, note).toEqual(await getRowVersions(test.database, found.ids));
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe("a search with more matches than are counted", () => {
  const anyGroup = {
    ...{ categoryIds: null, styleIds: null },
    slugs: { categorySlugs: null, styleSlugs: null },
  };
  /** Returns how a request reads a page of at most `countMax` matches. */
  async function toWordSearch(request: SearchRequest, countMax: number) {
    const { text, locale, sort, priceMinCents, priceMaxCents } = request;
    const locales = [...new Set([locale, "en"])];
    const lists = wordsOf(text).map((word) => [word]);
    const { words } = await resolveWords(test.database, lists, locales);
    const offset = Math.min(request.offset, countMax);
    const limit = Math.min(request.limit, countMax - offset);
    const filter = { ...anyGroup, words, locales, priceMinCents, priceMaxCents };
    return { filter, page: { offset, limit, countMax, sort } };
  }
  /** All have the word, in each place that is ranked, with different sales. */
  const foxes = fc.array(
    fc.record({
      titles: fc.constantFrom("fox", "moon fox", "moon", "foxglove moon").map((en) => ({ en })),
      descriptions: fc.constant({ en: "fox moon" }),
      category: fc.constantFrom(...CATEGORIES),
      styles: fc.constant<string[]>([]),
      priceCents: fc.integer({ min: 1, max: 6 }),
      salesCount: fc.integer({ min: 0, max: 9 }),
      day: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 6, maxLength: 14 },
  );
  const searches = fc.record({
    ...{ text: fc.constantFrom("fox", "fo", "moon", "f", "fox moon"), locale: fc.constant("en") },
    ...{ categorySlugs: fc.constant(null), styleSlugs: fc.constant(null) },
    priceMinCents: fc.option(fc.integer({ min: 1, max: 3 })),
    priceMaxCents: fc.constant(null),
    sort: fc.oneof(fc.constant("best_match" as const), fc.constantFrom(...SORTS)),
    offset: fc.integer({ min: 0, max: 4 }),
    limit: fc.integer({ min: 1, max: 6 }),
    withFacets: fc.constant(false),
  });

  it("has the pages of the whole list, whether they were counted just now or before", async () => {
    await fc.assert(
      fc.asyncProperty(
        foxes,
        fc.array(searches, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        async (given, asked, countMax) => {
          const all = await fill(given);
          const searchWords = createWordSearch();
          for (const request of [...asked, ...asked]) {
            const whole = findNaively(all, { ...request, offset: 0, limit: all.length });
            const { filter, page } = await toWordSearch(request, countMax);
            const { ids, total } = await searchWords(test.database, filter, page);
            const note = JSON.stringify({ request, countMax });
            expect(total, note).toBe(Math.min(whole.total, countMax));
            // For several words whose ranks are read from rows, only the first matches are ranked.
            const isFirstFound = whole.total >= countMax && isCostly(filter);
            if (request.sort === "best_match" && isFirstFound) {
              expect(whole.ids, note).toEqual(expect.arrayContaining(ids));
            } else {
              const last = page.offset + page.limit;
              expect(ids, note).toEqual(whole.ids.slice(page.offset, last));
            }
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("is counted again when products of a known page are no longer for sale", async () => {
    const product = { titles: { en: "fox" }, descriptions: {}, category: "animal", styles: [] };
    const all = await fill(
      Array.from({ length: 9 }, (_, at) => ({ ...product, priceCents: 1, salesCount: at, day: 1 })),
    );
    const searchWords = createWordSearch();
    for (const sort of SORTS) {
      await test.database`UPDATE products SET status = 'published'`;
      await inTransaction(test.database, (sql) => indexProducts(sql, all.length));
      const request = { ...BLANK, text: "fox", sort, offset: 3, limit: 3 };
      const { filter, page } = await toWordSearch(request, 6);
      const first = await searchWords(test.database, filter, page);
      expect(first.total).toBe(6);
      expect(first.ids).toHaveLength(3);
      const withdrawn = all.slice(0, 4).map(({ id }) => id);
      await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ANY(${withdrawn})`;
      const { ids, total } = await searchWords(test.database, filter, page);
      expect({ sort, total, count: ids.length }).toEqual({ sort, total: 5, count: 2 });
    }
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
