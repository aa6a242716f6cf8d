import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { endedViewResponseSchema } from "../contract/staff/people.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { requireSession } from "../http/session-middleware.ts";
import { endPersonView } from "./person-view.service.ts";

const endRoute = createRoute({
  tags: ["people"],
  security: memberSecurity,
  middleware: membersOnly,
  method: "post",
  path: "/view/end",
  operationId: "endPersonView",
  summary: "Stop viewing the shop as a user",
  description: "Ends the view and returns the session to its staff member. Idempotent.",
  responses: {
    200: jsonResponse("The view has ended", endedViewResponseSchema),
    ...errorResponses(401, 419),
  },
});

/** The route that ends viewing the shop as a user. */
export function personViewRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(endRoute, async (c) => {
    const person = await endPersonView(deps, requireSession(c));
    return c.json({ ...OK, payload: { person } }, 200);
  });
  return routes;
}
