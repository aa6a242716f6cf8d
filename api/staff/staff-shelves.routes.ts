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
  summary: "List what home shows",
  description: "Returns the head of home and what is featured, as chosen and without a choice.",
  responses: { 200: jsonResponse("The shelves", shelvesResponseSchema), ...errorResponses(404) },
});

const arrangeRoute = createRoute({
  ...shared,
  method: "put",
  path: "/staff/shelves",
  operationId: "arrangeShelf",
  summary: "Choose and order what home shows",
  description: "Replaces the products of a shelf. The shop shows it at once.",
  request: { body: jsonBody(arrangeShelfSchema) },
  responses: {
    200: jsonResponse("It is arranged", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

/** The shelves of home as the shop's own people arrange them (spec §2 Home, design §4). */
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
