import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  decideSettlementSchema,
  endDepositSchema,
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
import { decideOnSettlement } from "../deposits/desk/decide-settlement.ts";
import { endByHand } from "../deposits/desk/end-by-hand.ts";
import { type Settled, settleByHand } from "../deposits/desk/settle-by-hand.ts";
import { readStaffDeposit, searchDeposits } from "../deposits/desk/staff-deposits.service.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { planDepositRefund } from "../refunds/desk/refund-plan.ts";
import { readRefundAmount } from "../refunds/desk/staff-refunds.service.ts";
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
    "payment, credits the whole deposit once, on the given evidence, also if another amount was " +
    "paid: such a payment is refunded at the provider instead, and its deposit ended. Above the " +
    "limit in the settings nothing is credited yet, and a second person's approval is required " +
    "(`needs_approval`). 409 unless the deposit is pending, without another such request, and in " +
    "the displayed review if the request names one.",
  request: { params: idParams, body: jsonBody(settleDepositSchema) },
  responses: {
    200: jsonResponse("Settled, or pending approval", settledDepositResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const decideRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/deposits/{id}/settle/decide",
  operationId: "decideSettlement",
  summary: "Approve or reject a manual settlement",
  description:
    "The requester may reject it, somebody else may approve it: the provider is then polled " +
    "again, and unless it reports the payment, the deposit is credited on the given evidence. " +
    "409 unless the request is pending, and the deposit in the displayed review if the request " +
    "names one. `evidence_erased` for approving one without evidence.",
  request: { params: idParams, body: jsonBody(decideSettlementSchema) },
  responses: {
    200: jsonResponse("Decided", settledDepositResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const endRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/deposits/{id}/end",
  operationId: "endDeposit",
  summary: "End a pending deposit in review as failed",
  description:
    "Ends a deposit that another amount was paid for as failed, on the evidence that the payment " +
    "is refunded at the provider. Nothing is credited; the payer gets a mail. Polls the provider " +
    "first, and applies its report. The request names the displayed review. 409 unless the " +
    "deposit is pending and in that review. If the right payment is reported later, it is credited.",
  request: { params: idParams, body: jsonBody(endDepositSchema) },
  responses: {
    200: jsonResponse("The deposit has failed", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** Deposits: search, events, and staff decisions on pending ones. */
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
    const settled = await settleByHand(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload: toResponse(settled) }, 200);
  });
  routes.openapi(decideRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const settled = await decideOnSettlement(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload: toResponse(settled) }, 200);
  });
  routes.openapi(endRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await endByHand(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}

const toResponse = ({ status, isByHand, needsApproval }: Settled) => ({
  status,
  is_by_hand: isByHand,
  needs_approval: needsApproval,
});
