import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CatalogSearch, SearchRequest } from "#api/catalog/search/search.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import {
  ALIAS,
  createEngineTest,
  type EngineTest,
  rebuild,
} from "#tests/setup/database/search-adapters.ts";
import { CASES, PRODUCTS } from "./search-cases.ts";

let setup: EngineTest;
let slugs: Map<number, string>;
beforeAll(async () => {
  setup = await createEngineTest();
  const { test } = setup;
  for (const product of PRODUCTS) {
    await createListedProduct(test, { ...product, prompt: "Zanzibar recipe, for buyers only" });
  }
  const rows = await test.database<{ id: number; slug: string }[]>`SELECT id, slug FROM products`;
  slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  await rebuild(setup);
});
afterAll(() => setup.close());

const ADAPTERS: [name: string, () => CatalogSearch][] = [
  ["Postgres", () => setup.test.deps.search],
  ["OpenSearch", () => setup.openSearch],
];

const toRequest = (given: Partial<SearchRequest>): SearchRequest => ({
  ...{ text: "", locale: "en", categorySlugs: null, styleSlugs: null, priceMinCents: null },
  ...{ priceMaxCents: null, offset: 0, limit: 15, withFacets: false },
  sort: given.text ? "best_match" : "newest",
  ...given,
});

describe.each(ADAPTERS)("the search by %s", (_, adapter) => {
  it.each(CASES)("finds: $name", async ({ request, slugs: expected, isOrdered, ...more }) => {
    const withFacets = more.facets !== undefined;
    const result = await adapter().find(toRequest({ ...request, withFacets }));
    const found = result.ids.map((id) => slugs.get(id));
    expect(isOrdered ? found : found.sort()).toEqual(isOrdered ? expected : expected.toSorted());
    expect(result.total).toBe(more.total ?? expected.length);
    expect(result.unknownWords).toEqual(more.unknownWords ?? []);
    expect(result.facets).toEqual(more.facets ?? null);
  });

  it("finds everything that is for sale without a search", async () => {
    const forSale = PRODUCTS.filter(({ status }) => (status ?? "published") === "published");
    const { total, ids } = await adapter().find(toRequest({ limit: 60 }));
    expect(total).toBe(forSale.length);
    expect(ids.map((id) => slugs.get(id)).sort()).toEqual(forSale.map(({ slug }) => slug).sort());
  });

  it("takes any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (binary) => {
        const text = binary.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\ufffd");
        const { ids, total } = await adapter().find(toRequest({ text, limit: 60 }));
        expect(ids).toHaveLength(total);
      }),
      { numRuns: 100, examples: [["\t"], [" "], [""]] },
    );
  });

  it("never shows a product on two pages, nor on none", async () => {
    const sorts = ["newest", "price_asc", "price_desc", "best_selling"] as const;
    for (const sort of sorts) {
      const whole = await adapter().find(toRequest({ sort, limit: 60 }));
      const pages = [];
      for (let offset = 0; offset < whole.total; offset += 4) {
        pages.push(...(await adapter().find(toRequest({ sort, limit: 4, offset }))).ids);
      }
      expect(pages, sort).toEqual(whole.ids);
    }
  });
});

describe("the search by OpenSearch alone", () => {
  it("forgives a slip in a word that is still being typed", async () => {
    const { ids } = await setup.openSearch.find(toRequest({ text: "lihgth" }));
    expect(ids.map((id) => slugs.get(id))).toEqual(["lighthouse"]);
  });

  it("leaves out, and names, words that only products have which are not for sale", async () => {
    const result = await setup.openSearch.find(toRequest({ text: "quokka Sketchbook" }));
    expect(result).toMatchObject({ total: 4, unknownWords: ["Sketchbook"] });
  });
});

describe("the index", () => {
  it("holds no prompt", () => {
    const stored = JSON.stringify(setup.standIn.cluster.sources(ALIAS));
    expect(stored).toContain("lighthouse");
    expect(stored.toLowerCase()).not.toContain("zanzibar");
  });
});
