import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  createPageSchema,
  pagePreviewResponseSchema,
  pageVersionParams,
  pageVersionResponseSchema,
  previewPageSchema,
  resetPageSchema,
  savePageSchema,
  staffPageParams,
  staffPageResponseSchema,
  staffPagesResponseSchema,
} from "../contract/staff/pages.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import {
  createPage,
  listStaffPages,
  previewPage,
  readPageForStaff,
  readPageVersion,
  resetPage,
  savePage,
} from "../pages/staff-pages.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("site"),
  method: "get",
  path: "/staff/pages",
  operationId: "listStaffPages",
  summary: "List static pages for editing",
  description: "Returns all pages, and the languages each exists in.",
  responses: { 200: jsonResponse("The pages", staffPagesResponseSchema), ...errorResponses(404) },
});

const createPageRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/pages",
  operationId: "createStaticPage",
  summary: "Add a static page",
  description: "Adds a page with this slug; it is hidden until it has a text.",
  request: { body: jsonBody(createPageSchema) },
  responses: {
    200: jsonResponse("The page is created", statusOkSchema),
    ...errorResponses(404, 419, 422),
  },
});

const previewRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/pages/preview",
  operationId: "previewStaticPage",
  summary: "Preview a static page",
  description: "Returns the content with its placeholders replaced. Nothing is saved.",
  request: { body: jsonBody(previewPageSchema) },
  responses: {
    200: jsonResponse("The content", pagePreviewResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const readRoute = createRoute({
  ...staffRoute("site"),
  method: "get",
  path: "/staff/pages/{slug}/{locale}",
  operationId: "getStaffPage",
  summary: "Get a static page for editing",
  description: "Returns a page's source in one language, with its versions.",
  request: { params: staffPageParams },
  responses: { 200: jsonResponse("The page", staffPageResponseSchema), ...errorResponses(404) },
});

const versionRoute = createRoute({
  ...staffRoute("site"),
  method: "get",
  path: "/staff/pages/{slug}/{locale}/versions/{id}",
  operationId: "getStaticPageVersion",
  summary: "Get a version of a static page",
  description: "Returns an earlier version of a page.",
  request: { params: pageVersionParams },
  responses: {
    200: jsonResponse("The version", pageVersionResponseSchema),
    ...errorResponses(404),
  },
});

const saveRoute = createRoute({
  ...staffRoute("site"),
  method: "put",
  path: "/staff/pages/{slug}/{locale}",
  operationId: "saveStaticPage",
  summary: "Save a static page",
  description: "Saves custom text of a page; the previous text is kept as a version.",
  request: { params: staffPageParams, body: jsonBody(savePageSchema) },
  responses: {
    200: jsonResponse("The page is saved", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const resetRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/pages/{slug}/{locale}/reset",
  operationId: "resetStaticPage",
  summary: "Restore the shipped text of a static page",
  description: "Replaces custom text by that of the release.",
  request: { params: staffPageParams, body: jsonBody(resetPageSchema) },
  responses: {
    200: jsonResponse("The shipped text is restored", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

/** Terms, privacy policy etc. (spec §3 Static page), for staff. */
export function staffPagesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, payload: await listStaffPages(deps, c.get("locale")) }, 200),
  );
  routes.openapi(createPageRoute, async (c) => {
    await createPage(deps, requireUser(c), c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(previewRoute, async (c) => {
    const content = await previewPage(deps, c.req.valid("json").content);
    return c.json({ ...OK, payload: { content } }, 200);
  });
  routes.openapi(readRoute, async (c) =>
    c.json({ ...OK, payload: await readPageForStaff(deps, c.req.valid("param")) }, 200),
  );
  routes.openapi(versionRoute, async (c) => {
    const { id, ...place } = c.req.valid("param");
    const payload = await readPageVersion(deps, { ...place, id: Number(id) });
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(saveRoute, async (c) => {
    await savePage(deps, requireUser(c), c.req.valid("param"), c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(resetRoute, async (c) => {
    const { version } = c.req.valid("json");
    await resetPage(deps, requireUser(c), c.req.valid("param"), version);
    return c.json(OK, 200);
  });
  return routes;
}
