import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  renameViewSchema,
  saveViewSchema,
  viewResponseSchema,
  viewsResponseSchema,
} from "../contract/staff/views.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { deleteViewRow, listViewsOf } from "../saved-views/saved-views.queries.ts";
import { changeView, saveView } from "../saved-views/saved-views.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("overview"),
  method: "get",
  path: "/staff/views",
  operationId: "listViews",
  summary: "List the caller's saved views",
  description: "Returns the caller's saved filters, by list and name.",
  responses: { 200: jsonResponse("The views", viewsResponseSchema), ...errorResponses(404) },
});

const saveRoute = createRoute({
  ...staffRoute("overview"),
  method: "post",
  path: "/staff/views",
  operationId: "saveView",
  summary: "Save a view",
  description:
    "Saves a list's filter under a name, which must be unique among the caller's views of " +
    "that list.",
  request: { body: jsonBody(saveViewSchema) },
  responses: {
    200: jsonResponse("The view", viewResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const renameRoute = createRoute({
  ...staffRoute("overview"),
  method: "put",
  path: "/staff/views/{id}",
  operationId: "renameView",
  summary: "Rename a saved view",
  description: "Renames one of the caller's views.",
  request: { params: idParams, body: jsonBody(renameViewSchema) },
  responses: {
    200: jsonResponse("The view", viewResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const deleteRoute = createRoute({
  ...staffRoute("overview"),
  method: "delete",
  path: "/staff/views/{id}",
  operationId: "deleteView",
  summary: "Delete a saved view",
  description: "Idempotent; another user's view is not affected.",
  request: { params: idParams },
  responses: { 200: jsonResponse("Deleted", statusOkSchema), ...errorResponses(404, 419) },
});

/** Each person's saved filters of staff lists (design §4). */
export function staffViewsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, payload: await listViewsOf(deps.database, requireUser(c).id) }, 200),
  );
  routes.openapi(saveRoute, async (c) => {
    const payload = await saveView(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(renameRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await changeView(deps, requireUser(c), id, c.req.valid("json").name);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(deleteRoute, async (c) => {
    await deleteViewRow(deps.database, Number(c.req.valid("param").id), requireUser(c).id);
    return c.json(OK, 200);
  });
  return routes;
}
