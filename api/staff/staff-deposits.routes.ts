import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  settleDepositSchema,
  settledDepositResponseSchema,
  staffDepositResponseSchema,
  staffDepositsQuerySchema,
  staffDepositsResponseSchema,
} from "../contract/staff/deposits.ts";
import {
  depositRefundPlanQuerySchema,
  refundPlanResponseSchema,
} from "../contract/staff/orders.ts";
import { settleByHand } from "../deposits/settle-by-hand.ts";
import { readStaffDeposit, searchDeposits } from "../deposits/staff-deposits.service.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { planDepositRefund } from "../refunds/refund-plan.ts";
import { readRefundAmount } from "../refunds/staff-refunds.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/deposits",
  operationId: "searchDeposits",
  summary: "Search deposits",
  description: "Returns a page of all users' deposits, newest first.",
  request: { query: staffDepositsQuerySchema },
  responses: {
    200: jsonResponse("A page of deposits", staffDepositsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const readRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/deposits/{id}",
  operationId: "getStaffDeposit",
  summary: "Get a deposit",
  description: "Returns a deposit with its payer and all events.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The deposit", staffDepositResponseSchema),
    ...errorResponses(404),
  },
});

const planRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/deposits/{id}/refund-plan",
  operationId: "planDepositRefund",
  summary: "Preview a refund of a deposit",
  description: "Previews a deposit's refund. Nothing is changed.",
  request: { params: idParams, query: depositRefundPlanQuerySchema },
  responses: {
    200: jsonResponse("The preview", refundPlanResponseSchema),
    ...errorResponses(404, 409, 422),
  },
});

const settleRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/deposits/{id}/settle",
  operationId: "settleDeposit",
  summary: "Settle a pending deposit manually",
  description:
    "Polls the provider first, and applies its report. If the provider does not report the " +
    "payment, credits the deposit once, on the given evidence.",
  request: { params: idParams, body: jsonBody(settleDepositSchema) },
  responses: {
    200: jsonResponse("The deposit is settled", settledDepositResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** Deposits: search, events, and manual settlement. */
export function staffDepositsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await searchDeposits(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(readRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readStaffDeposit(deps, requireUser(c), id) }, 200);
  });
  routes.openapi(planRoute, async (c) => {
    const request = { amountCents: readRefundAmount(c.req.valid("query").amount) };
    const payload = await planDepositRefund(deps, Number(c.req.valid("param").id), request);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(settleRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const { evidence } = c.req.valid("json");
    const { status, isByHand } = await settleByHand(deps, requireUser(c), id, evidence);
    return c.json({ ...OK, payload: { status, is_by_hand: isByHand } }, 200);
  });
  return routes;
}
