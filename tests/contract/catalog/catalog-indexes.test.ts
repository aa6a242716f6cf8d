import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { createApi } from "#api/create-api.ts";
import { type Database, openDatabase, openSearchDatabase } from "#api/db/client.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { inOnePool } from "#tests/setup/database/one-pool.ts";
import { byTurns } from "#tests/setup/sample.ts";

// Records the API's real queries, and lets the database explain them: with so many products, each
// must use an index.

const PRODUCTS = 6_000;
/** `pool` explains the statement with the settings of its original pool. */
type Statement = { text: string; parameters: unknown[]; pool: () => Database };
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
};

let test: TestApi;
let database: Database;
let searches: Database;
let plans: Database;
let asked: Statement[] = [];
let fetch: (path: string) => Promise<Response>;

beforeAll(async () => {
  test = await createTestApi();
  const noting = (pool: () => Database) => ({
    ...test.connection,
    debug: (_connection: number, text: string, parameters: unknown[]) =>
      void asked.push({ text, parameters, pool }),
  });
  database = openDatabase(
    noting(() => test.database),
    { connectionsMax: 2 },
  );
  searches = openSearchDatabase(
    noting(() => plans),
    "lists",
  );
  // Like the searches' own pool, but its statements are not recorded.
  plans = openSearchDatabase(test.connection, "lists");
  await generateProducts(test.connection, PRODUCTS);
  const api = createApi({
    ...test.deps,
    database,
    search: createPostgresSearch(inOnePool(searches)),
  });
  // In German, which searches two languages.
  const headers = { "frontend-language": "de" };
  fetch = async (path) => api.fetch(new Request(`http://localhost:3000${path}`, { headers }));
});
afterAll(async () => {
  await searches.end();
  await plans.end();
  await database.end();
  await test.close();
});

/** Returns all plan nodes of the request's queries of product tables. */
async function explain(path: string): Promise<Plan[]> {
  asked = [];
  const response = await fetch(path);
  expect([200, 304, 404], path).toContain(response.status);
  const statements = asked.filter(({ text }) =>
    /\b(products|product_styles|search_documents)\b/.test(text),
  );
  expect(statements, path).not.toEqual([]);
  const nodes: Plan[] = [];
  for (const { text, parameters, pool } of statements) {
    // The values as they were sent; the driver's types are narrower than what it accepts.
    const values = parameters as string[];
    const [row] = await pool().unsafe<{ "QUERY PLAN": [{ Plan: Plan }] }[]>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    if (!row) throw new Error(`no plan for ${text}`);
    nodes.push(...listNodes(row["QUERY PLAN"][0].Plan));
  }
  return nodes;
}

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

const SORTS = ["best_match", "newest", "price_asc", "price_desc", "best_selling"];
const FILTERS = [
  "",
  "&page=40",
  "&per_page=60&page=15",
  "&style_slugs=style-1",
  "&style_slugs=style-12",
  "&style_slugs=style-1,style-5,style-12",
  "&category_slugs=category-3",
  "&category_slugs=category-3,category-4&style_slugs=style-2",
  "&category_slugs=category-3&style_slugs=style-11",
  "&price_min=5&price_max=9.99",
  "&price_max=1&style_slugs=style-3&category_slugs=category-9",
];
const SEARCHES = [
  "fox",
  "harbour",
  "golden%20mountain%20dusk",
  "moun",
  "h",
  "z",
  "a%20b%20c%20d%20e%20f%20g%20h",
  "4321",
  "nothing-like-it",
  "harbuor",
  "mountian%20wisper",
  "%D0%BB%D0%B8%D1%81%D0%B0",
  "%E7%8B%90",
  "x".repeat(200),
  "harbour&style_slugs=style-1&category_slugs=category-2",
  "nebulla&style_slugs=style-11&price_max=20",
  "the",
  "light%20rooms",
];

describe(`with ${PRODUCTS} products no table of them is read from end to end`, () => {
  it.each(
    FILTERS.flatMap((filter, at) =>
      byTurns(SORTS, at).map((sort) => `/api/products?sort=${sort}${filter}`),
    ),
  )("for the list %s", async (path) => {
    const nodes = await explain(path);
    expect(nodes.filter(isWholeTable).map(describeNode)).toEqual([]);
  });

  it.each(
    SEARCHES.flatMap((words, at) =>
      byTurns(SORTS, at).map((sort) => `/api/products?sort=${sort}&search=${words}`),
    ),
  )("for the search %s", async (path) => {
    const nodes = await explain(path);
    expect(nodes.filter(isWholeTable).map(describeNode)).toEqual([]);
  });

  it.each(
    [...FILTERS, ...SEARCHES.map((words) => `&search=${words}`)].map(
      (query) => `/api/products?facets=1${query}`,
    ),
  )("for the counts of choices %s", async (path) => {
    const nodes = await explain(path);
    expect(nodes.filter(isWholeTable).map(describeNode)).toEqual([]);
  });

  it.each([
    ["/api/products/hero", "products_hero"],
    ["/api/products/featured", "products_featured"],
    ["/api/products/new", "products_newest"],
    ["/api/products/top-sellers", "products_sales"],
    ["/api/products/generated-77", "products_slug_prefix"],
    ["/api/products/77", "products_pkey"],
    ["/api/products?style_slugs=style-1", "product_styles_newest"],
    ["/api/products?style_slugs=style-12", "product_styles_newest"],
    ["/api/product-index", "products_newest"],
    ["/api/product-index/3", "products_pkey"],
    [`/media/${"0".repeat(64)}/320.webp`, "products_picture"],
  ])("for %s: it has %s", async (path, index) => {
    const nodes = await explain(path);
    expect(nodes.filter(isWholeTable).map(describeNode)).toEqual([]);
    expect(nodes.map((node) => node["Index Name"])).toContain(index);
  });

  it.each(["/api/categories", "/api/styles"])("and %s asks none of them", async (path) => {
    asked = [];
    expect((await fetch(path)).status).toBe(200);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).not.toMatch(/\bFROM products\b|\bproduct_styles\b/);
  });
});

const isWholeTable = (node: Plan) =>
  node["Node Type"].endsWith("Seq Scan") &&
  /^(products|product_styles|search_documents.*)$/.test(node["Relation Name"] ?? "");
const describeNode = (node: Plan) => `${node["Node Type"]} on ${node["Relation Name"]}`;

describe("the order of pages", () => {
  it("has neither a gap nor a repeat, also where thousands are equal", async () => {
    for (const [turn, sort] of SORTS.entries()) {
      for (const query of byTurns([`sort=${sort}`, `sort=${sort}&search=poster`], turn)) {
        const seen: unknown[] = [];
        for (let page = 1; page <= 18; page++) {
          seen.push(...(await listIds(`${query}&page=${page}&per_page=60`)));
        }
        expect(new Set(seen).size, query).toBe(1_000);
      }
    }
  });
});

describe("a word that thousands of products have", () => {
  it.each([
    ["newest", "published_at DESC, id DESC"],
    ["price_asc", "price_cents, id"],
    ["price_desc", "price_cents DESC, id DESC"],
    ["best_selling", "sales_count DESC, id DESC"],
  ])("is exact in the order %s, on the last page too", async (sort, order) => {
    for (const page of [1, 16]) {
      const rows = await test.database.unsafe<{ id: number }[]>(
        `SELECT id FROM products WHERE descriptions ->> 'en' ~ '\\mposter'
         ORDER BY ${order} LIMIT 60 OFFSET ${(page - 1) * 60}`,
      );
      expect(await listIds(`search=poster&sort=${sort}&per_page=60&page=${page}`)).toEqual(
        rows.map(({ id }) => id),
      );
    }
  });

  it("is first found where it begins a title", async () => {
    const rows = await test.database<{ id: number }[]>`
      SELECT product_id AS id FROM search_documents
      WHERE terms @@ '''en^golden'''::tsquery AND tier = 0
      ORDER BY sales_count DESC, product_id DESC LIMIT 60`;
    expect(rows).toHaveLength(60);
    expect(await listIds("search=golden&per_page=60")).toEqual(rows.map(({ id }) => id));
  });
});

describe("counting", () => {
  it("ends at 1,000, and so do the pages", async () => {
    const meta = { per_page: 15, total: 1_000, last_page: 67 };
    for (const query of ["", "search=poster&"]) {
      expect(await readMeta(query)).toEqual({ ...meta, current_page: 1 });
      expect(await listIds(`${query}page=67`)).toHaveLength(10);
      expect(await readMeta(`${query}page=68`)).toEqual({ ...meta, current_page: 68 });
      expect(await listIds(`${query}page=68`)).toEqual([]);
      expect(await listIds(`${query}page=10000&per_page=60`)).toEqual([]);
    }
  });

  it("is exact below", async () => {
    const [row] = await test.database<{ total: number }[]>`
      SELECT count(*)::int AS total FROM products
      JOIN product_styles ON product_id = products.id
      JOIN styles ON styles.id = style_id WHERE styles.slug = 'style-5'`;
    expect((await readMeta("style_slugs=style-5")).total).toBe(row?.total);
    expect(row?.total).toBeGreaterThan(20);
    expect(row?.total).toBeLessThan(1_000);
  });

  it("by category and style is the truth, in both lists", async () => {
    const rows = await test.database<{ slug: string; total: number }[]>`
      SELECT slug, (SELECT count(*)::int FROM products WHERE category_id = categories.id) AS total
      FROM categories UNION ALL
      SELECT slug, (SELECT count(*)::int FROM product_styles WHERE style_id = styles.id)
      FROM styles`;
    const lists = await Promise.all(["/api/categories", "/api/styles"].map(readJson));
    const shown = lists.flatMap((list) => list.data);
    expect(Object.fromEntries(shown.map((group) => [group.url, group.products_count]))).toEqual(
      Object.fromEntries(rows.map((row) => [row.slug, row.total])),
    );
  });
});

type ListResponse = {
  data: { id: number; url?: string; products_count?: number }[];
  meta: Record<string, number>;
};
const readJson = async (path: string): Promise<ListResponse> => (await fetch(path)).json();
const listIds = async (query: string) =>
  (await readJson(`/api/products?${query}`)).data.map((product) => product.id);
const readMeta = async (query: string) => (await readJson(`/api/products?${query}`)).meta;
