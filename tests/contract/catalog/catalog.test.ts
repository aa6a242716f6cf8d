import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renditionUrl } from "#api/catalog/images.ts";
import {
  categoriesResponseSchema,
  productListResponseSchema,
  productResponseSchema,
  productsResponseSchema,
  stylesResponseSchema,
} from "#api/contract/catalog.ts";
import type { MadeProduct } from "#tests/factories.ts";
import { createGroup, createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

const PROMPT = "Zanzibar recipe that nobody reads for nothing";
const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestApi;
/** Each product is a day older than the one before. */
const products = new Map<string, MadeProduct>();
beforeAll(async () => {
  test = await createTestApi();
  const names = { en: "Landscapes", de: "Landschaften" };
  await createGroup(test.database, "categories", "landscapes", { names, position: 1 });
  await createGroup(test.database, "categories", "animals", { position: 2 });
  await createGroup(test.database, "categories", "empty", { position: 3 });
  await createGroup(test.database, "styles", "nebula", { names: { de: "Nebel" } });
  const shop = [
    { slug: "dunes", category: "landscapes", styles: ["ink", "nebula"], priceCents: 300 },
    { slug: "fox", category: "animals", styles: ["ink"], priceCents: 100, salesCount: 5 },
    { slug: "owl", category: "animals", styles: ["nebula"], priceCents: 200, isFeatured: true },
    { slug: "fjord", category: "landscapes", styles: ["nebula"], priceCents: 200, isHero: true },
    { slug: "whale", category: "animals", styles: [], priceCents: 250, salesCount: 9 },
    { slug: "hidden", category: "animals", status: "draft", isHero: true, salesCount: 99 },
    { slug: "gone", category: "animals", status: "withdrawn", isFeatured: true, styles: ["ink"] },
  ] as const;
  for (const [age, given] of shop.entries()) {
    const publishedAt = new Date(Date.now() - age * DAY_MS);
    const titles = { en: `The ${given.slug}`, de: `Das ${given.slug}` };
    const styles = "styles" in given ? [...given.styles] : [];
    const whole = { ...given, styles, titles, publishedAt, prompt: PROMPT };
    products.set(given.slug, await createListedProduct(test, whole));
  }
});
afterAll(() => test.close());

const get = (path: string, locale?: string) =>
  test.createAgent({ locale }).get(`/api${path}`, { isStateful: false });
const list = async (query = "") => (await get(`/products${query}`)).as(productListResponseSchema);
const slugsOf = async (query = "") => (await list(query)).data.map((product) => product.slug);
const requireMade = (slug: string) => {
  const product = products.get(slug);
  if (!product) throw new Error(`no such product was made: ${slug}`);
  return product;
};

describe("the counts of a list's choices", () => {
  const facetsOf = async (query: string) => (await list(`?facets=1${query}`)).meta.facets;

  it("are under all filters but those of their own kind", async () => {
    expect(await facetsOf("")).toEqual({
      styles: { ink: 2, nebula: 3 },
      categories: { landscapes: 2, animals: 3 },
    });
    expect(await facetsOf("&style_slugs=ink")).toEqual({
      styles: { ink: 2, nebula: 3 },
      categories: { landscapes: 1, animals: 1 },
    });
    expect(await facetsOf("&price_max=2&category_slugs=animals")).toEqual({
      styles: { ink: 1, nebula: 1 },
      categories: { landscapes: 1, animals: 2 },
    });
  });

  it("follow a search, also a forgiven one, and are empty where nothing can be", async () => {
    const whale = { styles: {}, categories: { animals: 1 } };
    expect(await facetsOf("&search=whale")).toEqual(whale);
    expect(await facetsOf("&search=whael")).toEqual(whale);
    expect(await facetsOf("&style_slugs=none")).toEqual({ styles: {}, categories: {} });
  });

  it("are not in a response that nobody asked for them", async () => {
    expect((await list()).meta).not.toHaveProperty("facets");
  });
});

describe("the list of products", () => {
  it("shows what is on sale, newest first", async () => {
    const { data, meta } = await list();
    expect(data.map((product) => product.slug)).toEqual(["dunes", "fox", "owl", "fjord", "whale"]);
    expect(meta).toEqual({ current_page: 1, last_page: 1, per_page: 15, total: 5 });
    const { id, imageHash } = requireMade("dunes");
    expect(data[0]).toEqual({
      id,
      slug: "dunes",
      title: "The dunes",
      price: "3.00",
      thumb_url: renditionUrl(imageHash, 320, "jpg"),
      image_url: renditionUrl(imageHash, 960, "jpg"),
      picture: expect.objectContaining({ width: 96, height: 96 }),
      description: "",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it.each([
    ["?sort=newest", ["dunes", "fox", "owl", "fjord", "whale"]],
    ["?sort=price_asc", ["fox", "owl", "fjord", "whale", "dunes"]],
    ["?sort=price_desc", ["dunes", "whale", "fjord", "owl", "fox"]],
    ["?sort=best_selling", ["whale", "fox", "fjord", "owl", "dunes"]],
    ["?category_slugs=landscapes", ["dunes", "fjord"]],
    ["?category_slugs=landscapes,animals", ["dunes", "fox", "owl", "fjord", "whale"]],
    ["?category_slugs=landscapes,unknown", ["dunes", "fjord"]],
    ["?category_slugs=%20landscapes%20,,", ["dunes", "fjord"]],
    ["?style_slugs=ink", ["dunes", "fox"]],
    ["?style_slugs=ink,nebula", ["dunes", "fox", "owl", "fjord"]],
    ["?category_slugs=animals&style_slugs=nebula", ["owl"]],
    ["?category_slugs=empty", []],
    ["?category_slugs=unknown", []],
    ["?style_slugs=unknown,also-unknown", []],
    ["?category_slugs=Not%20A%20Slug", []],
    ["?style_slugs=%25", []],
    ["?style_slugs=__proto__", []],
    ["?category_slugs=", ["dunes", "fox", "owl", "fjord", "whale"]],
    ["?category_slugs=,", []],
    ["?price_min=2.00&price_max=2.5", ["owl", "fjord", "whale"]],
    ["?price_min=2.01", ["dunes", "whale"]],
    ["?price_max=1", ["fox"]],
    ["?price_max=0.99", []],
    ["?price_min=3&price_max=1", []],
    ["?sort=price_asc&style_slugs=nebula&price_max=2", ["owl", "fjord"]],
    ["?search=fox&category_slugs=animals&style_slugs=ink&price_max=1", ["fox"]],
    ["?search=fox&category_slugs=landscapes", []],
  ])("returns %s", async (query, slugs) => {
    const { data, meta } = await list(query);
    // With equal prices or sales, the newer id is always first, or always last.
    expect(data.map((product) => product.slug)).toEqual(slugs);
    expect(meta.total).toBe(slugs.length);
  });

  it.each([
    "page=0",
    "page=-1",
    "page=abc",
    "page=1.5",
    "page=1e9",
    "page=10001",
    "page=99999999999999999999",
    "per_page=0",
    "per_page=61",
    "per_page=x",
    "sort=random",
    "sort=price_asc;DROP",
    "price_min=abc",
    "price_min=1e3",
    "price_max=-1",
    "price_max=1.005",
  ])("rejects %s at its field", async (query) => {
    const response = await get(`/products?${query}`);
    expect(response.status).toBe(422);
    expect(response.invalidFields).toEqual([query.split("=")[0]]);
  });

  it.each([1, 2, 3, 4, 5, 60])("turns pages of %i without a gap or a repeat", async (perPage) => {
    for (const sort of ["newest", "price_asc", "price_desc", "best_selling"]) {
      const whole = await slugsOf(`?sort=${sort}`);
      const { meta } = await list(`?sort=${sort}&per_page=${perPage}`);
      expect(meta.last_page).toBe(Math.ceil(5 / perPage));
      const turned: string[] = [];
      for (let page = 1; page <= meta.last_page; page++) {
        turned.push(...(await slugsOf(`?sort=${sort}&per_page=${perPage}&page=${page}`)));
      }
      expect(turned).toEqual(whole);
    }
  });

  it.each([2, 6, 10_000])("is empty on page %i, beyond the last", async (page) => {
    const { data, meta } = await list(`?page=${page}`);
    expect(data).toEqual([]);
    expect(meta).toEqual({ current_page: page, last_page: 1, per_page: 15, total: 5 });
  });
});

describe("a product", () => {
  it("is found by its slug and by its id", async () => {
    const { id } = requireMade("dunes");
    const bySlug = await get("/products/dunes");
    expect((await get(`/products/${id}`)).body).toEqual(bySlug.body);
    expect(bySlug.as(productResponseSchema).data).toMatchObject({
      id,
      slug: "dunes",
      title: "The dunes",
      price: "3.00",
      category: { title: "Landscapes", url: "landscapes" },
      styles: [
        { title: "ink", url: "ink" },
        { title: "Nebel", url: "nebula" },
      ],
      licence: "Promptory Standard Licence 1.0",
      prompt_words: 7,
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it("says what its picture shows, in the reader's language, else in English", async () => {
    const motifs = { en: ["Dune", "Sun"], de: ["Düne", "Sonne"] };
    await test.database`
      UPDATE products SET motifs = ${test.database.json(motifs)} WHERE slug = 'dunes'`;
    const read = async (locale: string) =>
      (await get("/products/dunes", locale)).as(productResponseSchema).data;
    expect(await read("de")).toMatchObject({ motifs: ["Düne", "Sonne"] });
    expect(await read("de")).not.toHaveProperty("motifs_locale");
    expect(await read("fr")).toMatchObject({ motifs: ["Dune", "Sun"], motifs_locale: "en" });
  });

  it("speaks the reader's language, and any other rather than none", async () => {
    const german = (await get("/products/dunes", "de")).as(productResponseSchema).data;
    expect(german.title).toBe("Das dunes");
    expect(german.category?.title).toBe("Landschaften");
    expect(german.styles?.map((style) => style.title)).toEqual(["ink", "Nebel"]);
    expect(german.description).toBe("");
    const descriptions = { de: "Sand", et: "Liiv" };
    await test.database`
      UPDATE products SET descriptions = ${test.database.json(descriptions)} WHERE slug = 'dunes'`;
    const french = (await get("/products/dunes", "fr")).as(productResponseSchema).data;
    expect(french).toMatchObject({ title: "The dunes", description: "Sand" });
  });

  it("names the language of each text that the reader's has not, and of no other", async () => {
    const descriptions = { de: "Sand", et: "Liiv" };
    await test.database`
      UPDATE products SET descriptions = ${test.database.json(descriptions)} WHERE slug = 'dunes'`;
    const read = async (locale: string) =>
      (await get("/products/dunes", locale)).as(productResponseSchema).data;
    const fallbacks = { title_locale: "en", description_locale: "de" };
    const french = await read("fr");
    expect(french).toMatchObject({
      ...fallbacks,
      category: { title_locale: "en" },
      styles: [{ title_locale: "en" }, { title_locale: "de" }],
    });
    expect((await get("/products", "fr")).as(productListResponseSchema).data[0]).toMatchObject(
      fallbacks,
    );
    expect(french.similar?.map((product) => product.title_locale)).toEqual(["en", "en"]);
    const german = await read("de");
    for (const one of [german, german.category, german.styles?.[1]]) {
      expect(Object.keys(one ?? {}).filter((key) => key.endsWith("_locale"))).toEqual([]);
    }
    expect(german.styles?.[0]).toMatchObject({ title: "ink", title_locale: "en" });
  });

  it.each([
    ["owl", ["fjord", "dunes", "whale", "fox"]],
    ["dunes", ["fox", "fjord"]],
    ["whale", ["fox", "owl"]],
  ])("like %s: its main style first, then its category; those just before it first", async (slug, similar) => {
    const { data } = (await get(`/products/${slug}`)).as(productResponseSchema);
    expect(data.similar?.map((product) => product.slug)).toEqual(similar);
  });

  it("without a picture is shown, but not for sale", async () => {
    const { id } = await createListedProduct(test, { status: "draft" });
    const read = async () => (await get(`/products/${id}`)).as(productResponseSchema).data;
    await test.database`UPDATE products SET status = 'published' WHERE id = ${id}`;
    expect((await read()).is_for_sale).toBe(true);
    await test.database`UPDATE products SET picture_hash = NULL WHERE id = ${id}`;
    expect(await read()).toMatchObject({ is_for_sale: false, picture: null, image_url: null });
    await test.database`UPDATE products SET status = 'draft' WHERE id = ${id}`;
  });

  it("that was withdrawn is gone; a draft was never there", async () => {
    for (const key of ["gone", requireMade("gone").id]) {
      const response = await get(`/products/${key}`);
      expect(response.status).toBe(410);
      expect(response.error.code).toBe("product_withdrawn");
      expect(Object.keys(response.error)).not.toContain("details");
    }
    for (const key of ["hidden", requireMade("hidden").id]) {
      expect((await get(`/products/${key}`)).status).toBe(404);
    }
  });

  it.each([
    "unknown",
    "0",
    "007",
    "-1",
    "1e3",
    "999999999",
    "99999999999999999999999",
    "DUNES",
    "dunes%20",
    "a_b",
    "%25",
    "..%2f..%2fetc%2fpasswd",
    "%F0%9F%8E%A8",
    "x".repeat(5_000),
  ])("is not found as %s", async (key) => {
    const response = await get(`/products/${key}`);
    expect(response.status).toBe(404);
    expect(response.error.status).toBe("ERROR");
  });
});

describe("a shelf", () => {
  it.each([
    ["hero", ["fjord"]],
    ["featured", ["owl"]],
    ["new", ["dunes", "fox", "owl", "fjord", "whale"]],
    ["top-sellers", ["whale", "fox", "fjord", "owl", "dunes"]],
  ])("named %s has what is on sale", async (shelf, slugs) => {
    const { data } = (await get(`/products/${shelf}`)).as(productsResponseSchema);
    expect(data.map((product) => product.slug)).toEqual(slugs);
  });
});

describe("categories and styles", () => {
  it("say how many products they have, and of which styles, most of them first", async () => {
    const { data } = (await get("/categories")).as(categoriesResponseSchema);
    const shown = data.map(({ title, url, items, products_count }) => ({
      title,
      url,
      items: items?.map((item) => item.name).sort(),
      products_count,
    }));
    expect(shown.filter((one) => one.url !== "made-up")).toEqual([
      { title: "Landscapes", url: "landscapes", items: ["Nebel", "ink"], products_count: 2 },
      { title: "animals", url: "animals", items: ["Nebel", "ink"], products_count: 3 },
      { title: "empty", url: "empty", items: [], products_count: 0 },
    ]);
    const landscapes = data.find((one) => one.url === "landscapes");
    expect(landscapes?.items?.[0]?.name).toBe("Nebel");
  });

  it("of styles too, in the reader's language", async () => {
    const { data } = (await get("/styles", "de")).as(stylesResponseSchema);
    const shown = data.map(({ name, title, url, products_count }) => [
      name,
      title,
      url,
      products_count,
    ]);
    expect(shown.sort()).toEqual([
      ["Nebel", "Nebel", "nebula", 3],
      ["ink", "ink", "ink", 2],
    ]);
    const ink = data.find((style) => style.url === "ink");
    expect(ink?.items).toEqual([{ name: "Landschaften" }, { name: "animals" }]);
    expect(ink?.image_url).toBe(null);
    expect(data.map(({ url, title_locale }) => [url, title_locale]).sort()).toEqual([
      ["ink", "en"],
      ["nebula", undefined],
    ]);
  });
});

it("the prompt is in no response, in any language or form", async () => {
  const { id } = requireMade("dunes");
  const paths = [
    "/products",
    "/products?search=zanzibar",
    "/products?search=recipe",
    `/products/${id}`,
    ...["dunes", "gone", "hidden", "hero", "featured", "new", "top-sellers"].map(
      (key) => `/products/${key}`,
    ),
    "/categories",
    "/styles",
  ];
  for (const path of paths) {
    for (const locale of ["en", "de"]) {
      const response = await get(path, locale);
      expect(response.text.toLowerCase(), path).not.toContain("zanzibar");
      expect(response.text.toLowerCase(), path).not.toContain("recipe");
    }
  }
  // Nor does a search reveal that it would match.
  expect((await list("?search=zanzibar")).meta.total).toBe(0);
});
