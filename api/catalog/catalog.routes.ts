import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  categoriesResponseSchema,
  indexEntriesResponseSchema,
  indexPartParamsSchema,
  indexPartsResponseSchema,
  productListQuerySchema,
  productListResponseSchema,
  productResponseSchema,
  productsResponseSchema,
  stylesResponseSchema,
} from "../contract/catalog.ts";
import { respondPublicly } from "../http/caching.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonResponse, notModified } from "../http/openapi.ts";
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
};
const SHELVES = ["hero", "featured", "new", "top-sellers"] as const;

const listRoute = createRoute({
  ...shared,
  path: "/products",
  operationId: "listProducts",
  summary: "List products",
  description: "Returns a page of products. Filters, search and sort order can be combined.",
  request: { query: productListQuerySchema },
  responses: {
    200: jsonResponse("A page of products", productListResponseSchema),
    ...notModified,
    ...errorResponses(422),
  },
});

const productRoute = createRoute({
  ...shared,
  path: "/products/{key}",
  operationId: "getProduct",
  summary: "Get a product",
  description:
    "Finds a product by slug, also one that it had before, or id. The prompt is never part of the response.",
  request: { params: z.object({ key: z.string() }) },
  responses: {
    200: jsonResponse("The product", productResponseSchema),
    ...notModified,
    ...errorResponses(404, 410),
  },
});

const categoriesRoute = createRoute({
  ...shared,
  path: "/categories",
  operationId: "listCategories",
  summary: "List categories",
  description: "Returns all categories in display order.",
  responses: { 200: jsonResponse("All categories", categoriesResponseSchema), ...notModified },
});

const stylesRoute = createRoute({
  ...shared,
  path: "/styles",
  operationId: "listStyles",
  summary: "List styles",
  description: "Returns all styles in display order.",
  responses: { 200: jsonResponse("All styles", stylesResponseSchema), ...notModified },
});

const indexRoute = createRoute({
  ...shared,
  path: "/product-index",
  operationId: "listProductIndexParts",
  summary: "List the parts of the product index",
  description:
    "Returns the parts of the index, from which sitemaps are built. Empty parts are omitted.",
  responses: { 200: jsonResponse("Parts of the index", indexPartsResponseSchema), ...notModified },
});

const indexPartRoute = createRoute({
  ...shared,
  path: "/product-index/{part}",
  operationId: "getProductIndexPart",
  summary: "Get a part of the product index",
  description: "Returns up to 10,000 product slugs with the date of their last change.",
  request: { params: indexPartParamsSchema },
  responses: {
    200: jsonResponse("Entries; an empty list beyond the last part", indexEntriesResponseSchema),
    ...notModified,
    ...errorResponses(404),
  },
});

const SHELF_TEXTS: Record<
  (typeof SHELVES)[number],
  { operationId: string; summary: string; description: string }
> = {
  hero: {
    operationId: "listHeroProducts",
    summary: "List hero products",
    description: "Returns the hero products of the home page.",
  },
  featured: {
    operationId: "listFeaturedProducts",
    summary: "List featured products",
    description: "Returns the products selected by staff.",
  },
  new: {
    operationId: "listNewProducts",
    summary: "List new products",
    description: "Returns the most recently published products, newest first.",
  },
  "top-sellers": {
    operationId: "listTopSellers",
    summary: "List top sellers",
    description: "Returns the best-selling products.",
  },
};

/** Returns the routes for products, categories and styles (spec §7). */
export function catalogRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) => {
    const list = await listProducts(deps, c.req.valid("query"), c.get("locale"));
    return respondPublicly(c, list, CACHE_SECONDS);
  });
  // Registered before {key}, so that shelf names are not taken for slugs.
  for (const shelf of SHELVES) {
    const shelfRoute = createRoute({
      ...shared,
      path: `/products/${shelf}`,
      ...SHELF_TEXTS[shelf],
      responses: { 200: jsonResponse("Products", productsResponseSchema), ...notModified },
    });
    routes.openapi(shelfRoute, async (c) =>
      respondPublicly(c, { data: await listShelf(deps, shelf, c.get("locale")) }, CACHE_SECONDS),
    );
  }
  routes.openapi(productRoute, async (c) => {
    const { key } = c.req.valid("param");
    const data = await requireProduct(deps, key, c.get("locale"));
    return respondPublicly(c, { data }, CACHE_SECONDS);
  });
  routes.openapi(indexRoute, async (c) =>
    respondPublicly(c, { data: await listIndexParts(deps) }, CACHE_SECONDS),
  );
  routes.openapi(indexPartRoute, async (c) => {
    const data = await listIndexEntries(deps, Number(c.req.valid("param").part));
    return respondPublicly(c, { data }, CACHE_SECONDS);
  });
  routes.openapi(categoriesRoute, async (c) =>
    respondPublicly(c, { data: await listCategories(deps, c.get("locale")) }, CACHE_SECONDS),
  );
  routes.openapi(stylesRoute, async (c) =>
    respondPublicly(c, { data: await listStyles(deps, c.get("locale")) }, CACHE_SECONDS),
  );
  return routes;
}
