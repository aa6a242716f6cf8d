import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { staticPageResponseSchema, staticPagesResponseSchema } from "../contract/pages.ts";
import { respondPublicly } from "../http/caching.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonResponse, notModified } from "../http/openapi.ts";
import { listStaticPages, requireStaticPage } from "./pages.service.ts";

const PAGES_MAX_AGE_SECONDS = 60;

const tags = ["pages"];

const listRoute = createRoute({
  method: "get",
  tags,
  path: "/static-pages",
  operationId: "listStaticPages",
  summary: "List static pages",
  description:
    "Returns slugs and titles in the language of the `frontend-language` header, in the order of the footer.",
  responses: {
    200: jsonResponse("Pages in the footer's order", staticPagesResponseSchema),
    ...notModified,
  },
});

const pageRoute = createRoute({
  method: "get",
  tags,
  path: "/static-pages/{slug}",
  operationId: "getStaticPage",
  summary: "Get a static page",
  description:
    "Returns a page with its HTML, in English where the language has no text of its own.",
  request: { params: z.object({ slug: z.string().max(80).openapi({ example: "terms" }) }) },
  responses: {
    200: jsonResponse("The page", staticPageResponseSchema),
    ...notModified,
    ...errorResponses(404),
  },
});

/** Terms, privacy policy etc. (spec §7): public and the same for everybody. */
export function pagesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) => {
    const payload = await listStaticPages(deps, c.get("locale"));
    return respondPublicly(c, { status: "OK" as const, payload }, PAGES_MAX_AGE_SECONDS);
  });
  routes.openapi(pageRoute, async (c) => {
    const payload = await requireStaticPage(deps, c.req.valid("param").slug, c.get("locale"));
    return respondPublicly(c, { status: "OK" as const, payload }, PAGES_MAX_AGE_SECONDS);
  });
  return routes;
}
