import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { paymentsQuerySchema, paymentsResponseSchema } from "../contract/payments.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { listPaymentHistory } from "./payments.service.ts";

const historyRoute = createRoute({
  method: "get",
  path: "/payment/history",
  tags: ["wallet"],
  security: memberSecurity,
  middleware: membersOnly,
  operationId: "listPayments",
  summary: "List payments",
  description:
    "Returns a page of all changes of the signed-in user's balance, with the balance after " +
    "each, newest first, including pending deposits and payouts.",
  request: { query: paymentsQuerySchema },
  responses: {
    200: jsonResponse("A page of payments", paymentsResponseSchema),
    ...errorResponses(401, 422),
  },
});

/** The payment history (spec §2). */
export function paymentsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(historyRoute, async (c) => {
    const query = c.req.valid("query");
    const list = await listPaymentHistory(deps, requireUser(c).id, c.get("locale"), query);
    return c.json({ ...OK, ...list }, 200);
  });
  return routes;
}
