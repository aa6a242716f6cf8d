import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { createApi } from "#api/create-api.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { createTestApi, type TestApi } from "#tests/setup/test-api.ts";

// What the API really asks is written down on its way to the database, and the database then says
// how it would respond: with so many products, only by an index.

const PRODUCTS = 30_000;
type Statement = { text: string; parameters: unknown[] };
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
};

let test: TestApi;
let database: Database;
let asked: Statement[] = [];
let fetch: (path: string) => Promise<Response>;

beforeAll(async () => {
  test = await createTestApi();
  database = openDatabase(
    {
      ...test.connection,
      debug: (_connection, text, parameters) => void asked.push({ text, parameters }),
    },
    { connectionsMax: 2 },
  );
  await generateProducts(test.connection, PRODUCTS);
  const api = createApi({ ...test.deps, database, search: createPostgresSearch(database) });
  // In German, which searches two languages.
  const headers = { "frontend-language": "de" };
  fetch = async (path) => api.fetch(new Request(`http://localhost:3000${path}`, { headers }));
});
afterAll(async () => {
  await database.end();
  await test.close();
});

/** All nodes of the plans of everything that the request asks of the products' tables. */
async function explain(path: string): Promise<Plan[]> {
  asked = [];
  const response = await fetch(path);
  expect([200, 304, 404], path).toContain(response.status);
  const statements = asked.filter(({ text }) => /\b(products|product_styles)\b/.test(text));
  expect(statements, path).not.toEqual([]);
  const nodes: Plan[] = [];
  for (const { text, parameters } of statements) {
    // They come as they went out; the driver's own types are narrower than what it accepts.
    const values = parameters as string[];
    const [row] = await test.database.unsafe<{ "QUERY PLAN": [{ Plan: Plan }] }[]>(
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
  "&per_page=60&page=150",
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
    SORTS.flatMap((sort) => FILTERS.map((filter) => `/api/products?sort=${sort}${filter}`)),
  )("for the list %s", async (path) => {
    const nodes = await explain(path);
    expect(nodes.filter(isWholeTable).map(describeNode)).toEqual([]);
  });

  it.each(
    SORTS.flatMap((sort) => SEARCHES.map((words) => `/api/products?sort=${sort}&search=${words}`)),
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
    ["/api/products/generated-77", "products_slug_key"],
    ["/api/products/77", "products_pkey"],
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
  ["products", "product_styles"].includes(node["Relation Name"] ?? "");
const describeNode = (node: Plan) => `${node["Node Type"]} on ${node["Relation Name"]}`;

describe("the order of pages", () => {
  it("has neither a gap nor a repeat, also where thousands are equal", async () => {
    for (const sort of SORTS) {
      const seen: unknown[] = [];
      for (let page = 1; page <= 30; page++) {
        seen.push(...(await listIds(`sort=${sort}&page=${page}&per_page=60`)));
      }
      expect(new Set(seen).size, sort).toBe(30 * 60);
    }
  });
});

describe("counting", () => {
  it("ends at 10,000, and so do the pages", async () => {
    const meta = { per_page: 15, total: 10_000, last_page: 667 };
    expect(await readMeta("")).toEqual({ ...meta, current_page: 1 });
    expect(await listIds("page=667")).toHaveLength(15);
    expect(await readMeta("page=668")).toEqual({ ...meta, current_page: 668 });
    expect(await listIds("page=668")).toEqual([]);
    expect(await listIds("page=10000&per_page=60")).toEqual([]);
  });

  it("is exact below", async () => {
    const [row] = await test.database<{ total: number }[]>`
      SELECT count(*)::int AS total FROM products
      JOIN product_styles ON product_id = products.id
      JOIN styles ON styles.id = style_id WHERE styles.slug = 'style-6'`;
    expect((await readMeta("style_slugs=style-6")).total).toBe(row?.total);
    expect(row?.total).toBeGreaterThan(1_000);
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
