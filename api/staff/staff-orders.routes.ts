import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  orderRefundPlanQuerySchema,
  refundPlanResponseSchema,
  staffOrderResponseSchema,
  staffOrdersQuerySchema,
  staffOrdersResponseSchema,
} from "../contract/staff/orders.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonResponse, OK } from "../http/openapi.ts";
import { readStaffOrder, searchOrders } from "../purchases/staff-orders.service.ts";
import { planOrderRefund } from "../refunds/desk/refund-plan.ts";
import { readRefundAmount } from "../refunds/desk/staff-refunds.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/orders",
  operationId: "searchOrders",
  summary: "Search orders",
  description: "Returns a page of all users' orders, newest first.",
  request: { query: staffOrdersQuerySchema },
  responses: {
    200: jsonResponse("A page of orders", staffOrdersResponseSchema),
    ...errorResponses(404, 422),
  },
});

const readRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/orders/{id}",
  operationId: "getStaffOrder",
  summary: "Get an order",
  description: "Returns an order with all its events.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The order", staffOrderResponseSchema),
    ...errorResponses(404),
  },
});

const planRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/orders/{id}/refund-plan",
  operationId: "planOrderRefund",
  summary: "Preview a refund of an order",
  description: "Previews an order's refund. Nothing is changed.",
  request: { params: idParams, query: orderRefundPlanQuerySchema },
  responses: {
    200: jsonResponse("The preview", refundPlanResponseSchema),
    ...errorResponses(404, 409, 422),
  },
});

/** Orders: search, events, and refund previews. */
export function staffOrdersRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await searchOrders(deps, c.get("locale"), c.req.valid("query"))) }, 200),
  );
  routes.openapi(readRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await readStaffOrder(deps, requireUser(c), c.get("locale"), id);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(planRoute, async (c) => {
    const { amount, destination } = c.req.valid("query");
    const request = { amountCents: readRefundAmount(amount), destination };
    const payload = await planOrderRefund(deps, Number(c.req.valid("param").id), request);
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
