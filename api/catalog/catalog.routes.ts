import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  categoriesAnswerSchema,
  indexEntriesAnswerSchema,
  indexPartParamsSchema,
  indexPartsAnswerSchema,
  productAnswerSchema,
  productListAnswerSchema,
  productListQuerySchema,
  productsAnswerSchema,
  stylesAnswerSchema,
} from "../contract/catalog.ts";
import { cachePublicly } from "../http/caching.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorAnswers, jsonAnswer } from "../http/openapi.ts";
import {
  listCategories,
  listIndexEntries,
  listIndexParts,
  listProducts,
  listShelf,
  listStyles,
  requireProduct,
} from "./catalog.service.ts";

const CACHE_SECONDS = 30;
const shared = {
  method: "get" as const,
  tags: ["catalog"],
  middleware: cachePublicly(CACHE_SECONDS),
};
const SHELVES = ["hero", "featured", "new", "top-sellers"] as const;

const listRoute = createRoute({
  ...shared,
  path: "/products",
  summary: "The catalogue, page by page",
  request: { query: productListQuerySchema },
  responses: { 200: jsonAnswer("One page", productListAnswerSchema), ...errorAnswers(422) },
});

const productRoute = createRoute({
  ...shared,
  path: "/products/{key}",
  summary: "One product by slug or id, without its prompt",
  request: { params: z.object({ key: z.string() }) },
  responses: { 200: jsonAnswer("The product", productAnswerSchema), ...errorAnswers(404, 410) },
});

const categoriesRoute = createRoute({
  ...shared,
  path: "/categories",
  summary: "Categories",
  responses: { 200: jsonAnswer("All of them", categoriesAnswerSchema) },
});

const stylesRoute = createRoute({
  ...shared,
  path: "/styles",
  summary: "Styles",
  responses: { 200: jsonAnswer("All of them", stylesAnswerSchema) },
});

const indexRoute = createRoute({
  ...shared,
  path: "/product-index",
  summary: "The parts of the catalogue's index, for sitemaps",
  responses: { 200: jsonAnswer("Those that hold products", indexPartsAnswerSchema) },
});

const indexPartRoute = createRoute({
  ...shared,
  path: "/product-index/{part}",
  summary: "One part of the index: slugs and days, up to 10,000",
  request: { params: indexPartParamsSchema },
  responses: {
    200: jsonAnswer("Empty beyond the last", indexEntriesAnswerSchema),
    ...errorAnswers(404),
  },
});

/** Products, categories and styles (spec §7). */
export function catalogRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json(await listProducts(deps, c.req.valid("query"), c.get("locale")), 200),
  );
  // Before {key}: the names of shelves are no slugs.
  for (const shelf of SHELVES) {
    const shelfRoute = createRoute({
      ...shared,
      path: `/products/${shelf}`,
      summary: `Products: ${shelf}`,
      responses: { 200: jsonAnswer("Products", productsAnswerSchema) },
    });
    routes.openapi(shelfRoute, async (c) =>
      c.json({ data: await listShelf(deps, shelf, c.get("locale")) }, 200),
    );
  }
  routes.openapi(productRoute, async (c) => {
    const { key } = c.req.valid("param");
    return c.json({ data: await requireProduct(deps, key, c.get("locale")) }, 200);
  });
  routes.openapi(indexRoute, async (c) => c.json({ data: await listIndexParts(deps) }, 200));
  routes.openapi(indexPartRoute, async (c) =>
    c.json({ data: await listIndexEntries(deps, Number(c.req.valid("param").part)) }, 200),
  );
  routes.openapi(categoriesRoute, async (c) =>
    c.json({ data: await listCategories(deps, c.get("locale")) }, 200),
  );
  routes.openapi(stylesRoute, async (c) =>
    c.json({ data: await listStyles(deps, c.get("locale")) }, 200),
  );
  return routes;
}
