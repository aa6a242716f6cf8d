import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { arrangeShelf, listShelves } from "../catalog/desk/shelves.service.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { arrangeShelfSchema, shelvesResponseSchema } from "../contract/staff/shelves.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("catalogue");

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/shelves",
  operationId: "listShelves",
  summary: "List the shelves of the home page",
  description: "Returns home's hero and featured products, as chosen and as without a choice.",
  responses: { 200: jsonResponse("The shelves", shelvesResponseSchema), ...errorResponses(404) },
});

const arrangeRoute = createRoute({
  ...shared,
  method: "put",
  path: "/staff/shelves",
  operationId: "arrangeShelf",
  summary: "Set a shelf of the home page",
  description: "Replaces the products of a shelf; effective immediately.",
  request: { body: jsonBody(arrangeShelfSchema) },
  responses: {
    200: jsonResponse("The shelf is saved", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

/** Management of the shelves on the home page (spec §2 Home, design §4). */
export function staffShelvesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, payload: await listShelves(deps.database, c.get("locale")) }, 200),
  );
  routes.openapi(arrangeRoute, async (c) => {
    await arrangeShelf(deps, requireUser(c), c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}
