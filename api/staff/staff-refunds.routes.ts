import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  disputesResponseSchema,
  markRefundSchema,
  refundDepositSchema,
  refundOrderSchema,
  refundsMadeResponseSchema,
  refundsQuerySchema,
  refundsResponseSchema,
  resolveSchema,
  staffPageQuerySchema,
  suspenseResponseSchema,
} from "../contract/refunds.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import {
  listDisputes,
  listRefunds,
  listSuspense,
  markRefundAsStaff,
  refundDepositAsStaff,
  refundOrderAsStaff,
  resolveReport,
} from "../refunds/staff-refunds.service.ts";
import { staffRoute } from "./staff-list.ts";

const orderRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/orders/{id}/refund",
  operationId: "refundOrder",
  summary: "Refund an order",
  description:
    "Credits an order, or a part of it, to the wallet, and pays it back to the payment's source when `destination` says so. An order that is refunded wholly is closed. Repeating the request with the same `operation_id` refunds once.",
  request: { params: idParams, body: jsonBody(refundOrderSchema) },
  responses: {
    200: jsonResponse("The refunds that were made", refundsMadeResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const depositRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/deposits/{id}/refund",
  operationId: "refundDeposit",
  summary: "Refund a deposit",
  description:
    "Pays a deposit, or a part of it, back to the payment's source, as far as the wallet goes. Repeating the request with the same `operation_id` refunds once.",
  request: { params: idParams, body: jsonBody(refundDepositSchema) },
  responses: {
    200: jsonResponse("The refund", refundsMadeResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const listRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/refunds",
  operationId: "listRefunds",
  summary: "List refunds",
  description: "Returns a page of refunds, newest first.",
  request: { query: refundsQuerySchema },
  responses: {
    200: jsonResponse("A page of refunds", refundsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const markRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/refunds/{id}/mark",
  operationId: "markRefund",
  summary: "Record the outcome of a refund",
  description:
    "Marks a refund whose outcome the provider does not tell as succeeded or failed, with evidence. What failed is credited again.",
  request: { params: idParams, body: jsonBody(markRefundSchema) },
  responses: {
    200: jsonResponse("The outcome is recorded", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const disputesRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/disputes",
  operationId: "listDisputes",
  summary: "List disputed payments",
  description: "Returns a page of disputes, newest first.",
  request: { query: staffPageQuerySchema },
  responses: {
    200: jsonResponse("A page of disputes", disputesResponseSchema),
    ...errorResponses(404, 422),
  },
});

const suspenseRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/suspense",
  operationId: "listSuspense",
  summary: "List money that needs a person",
  description:
    "Returns deposits that need a review, also those whose money lies in suspense, and the providers' reports that match no payment.",
  responses: {
    200: jsonResponse("What needs a person", suspenseResponseSchema),
    ...errorResponses(404),
  },
});

const resolveRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/suspense/reports/{id}/resolve",
  operationId: "resolveReport",
  summary: "Resolve a report that matches no payment",
  description: "Takes the report off the list, with a note of what was done about it.",
  request: { params: idParams, body: jsonBody(resolveSchema) },
  responses: {
    200: jsonResponse("The report is resolved", statusOkSchema),
    ...errorResponses(404, 419, 422),
  },
});

/** Refunds, disputes and suspense (docs/decisions/0035). */
export function staffRefundsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(orderRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await refundOrderAsStaff(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(depositRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await refundDepositAsStaff(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listRefunds(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(markRoute, async (c) => {
    await markRefundAsStaff(
      deps,
      requireUser(c),
      Number(c.req.valid("param").id),
      c.req.valid("json"),
    );
    return c.json(OK, 200);
  });
  routes.openapi(disputesRoute, async (c) =>
    c.json({ ...OK, ...(await listDisputes(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(suspenseRoute, async (c) =>
    c.json({ ...OK, payload: await listSuspense(deps) }, 200),
  );
  routes.openapi(resolveRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await resolveReport(deps, requireUser(c), id, c.req.valid("json").note);
    return c.json(OK, 200);
  });
  return routes;
}
