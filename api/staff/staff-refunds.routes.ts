import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { pageQuerySchema, statusOkSchema } from "../contract/envelope.ts";
import {
  disputesResponseSchema,
  markRefundSchema,
  refundDepositSchema,
  refundOrderSchema,
  refundsMadeResponseSchema,
  refundsQuerySchema,
  refundsResponseSchema,
  resolveDepositSchema,
  resolveSchema,
  suspenseResponseSchema,
} from "../contract/refunds.ts";
import {
  assignReportSchema,
  closeDisputeSchema,
  creditedByHandResponseSchema,
  decideCreditSchema,
} from "../contract/staff/deposits.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { assignReport } from "../refunds/desk/assign-report.ts";
import { decideOnMark, markRefund } from "../refunds/desk/mark-refund.ts";
import {
  listDisputes,
  listRefunds,
  listSuspense,
  refundDepositAsStaff,
  refundOrderAsStaff,
  resolveDepositAsStaff,
  resolveReport,
} from "../refunds/desk/staff-refunds.service.ts";
import { closeDisputeByHand, decideOnDispute } from "../refunds/disputes/disputes.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const orderRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/orders/{id}/refund",
  operationId: "refundOrder",
  summary: "Refund an order",
  description:
    "Credits an order, or a part of it, to the wallet, and refunds it to the payment's " +
    "source if `destination` says so. What has no wallet to go to, because the account is " +
    "deleted, stays with the shop. A full refund closes the order. Idempotent by `operation_id`.",
  request: { params: idParams, body: jsonBody(refundOrderSchema) },
  responses: {
    200: jsonResponse("The refunds created", refundsMadeResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const depositRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/deposits/{id}/refund",
  operationId: "refundDeposit",
  summary: "Refund a deposit",
  description:
    "Refunds a deposit, or a part of it, to the payment's source, as far as the balance " +
    "allows. Idempotent by `operation_id`.",
  request: { params: idParams, body: jsonBody(refundDepositSchema) },
  responses: {
    200: jsonResponse("The refund", refundsMadeResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const listRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/refunds",
  operationId: "listRefunds",
  summary: "List refunds",
  description:
    "Returns a page of refunds, newest first. Those `unknown` have also what the shop still sends " +
    "again by itself; what needs a person is in the suspense items.",
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
    "Marks a refund whose outcome the provider does not report as succeeded or failed, with " +
    "evidence. The request must name the displayed status, as `seen`. A failed refund is " +
    "credited again; a marked one is not sent any more. One that is just being sent cannot be " +
    "marked, one that was never sent only as failed, and one whose outcome is known already has " +
    "no other evidence (`refund_changed`). Above the limit in the settings a refund is not " +
    "marked as failed yet, and a second person's approval is required (`needs_approval`); " +
    "`refund_changed` if another one is pending.",
  request: { params: idParams, body: jsonBody(markRefundSchema) },
  responses: {
    200: jsonResponse("Recorded, or pending approval", creditedByHandResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const decideMarkRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/refunds/{id}/mark/decide",
  operationId: "decideRefundMark",
  summary: "Approve or reject a mark of a refund",
  description:
    "The requester may reject it, somebody else may approve it: the refund is then marked as " +
    "failed on the given evidence, and credited again. 409 unless the request is pending: any " +
    "report of the provider ends it. `evidence_erased` for approving one without evidence.",
  request: { params: idParams, body: jsonBody(decideCreditSchema) },
  responses: {
    200: jsonResponse("Decided", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const disputesRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/disputes",
  operationId: "listDisputes",
  summary: "List disputed payments",
  description: "Returns a page of disputes: open ones first, then newest first.",
  request: { query: pageQuerySchema },
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
  summary: "List suspense items",
  description:
    "Returns deposits that need review, including those whose money is in suspense, unmatched " +
    "provider reports, and refunds that the shop cannot complete by itself; the oldest of each.",
  responses: {
    200: jsonResponse("Suspense items", suspenseResponseSchema),
    ...errorResponses(404),
  },
});

const resolveRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/suspense/reports/{id}/resolve",
  operationId: "resolveReport",
  summary: "Resolve an unmatched report",
  description: "Resolves the report, with a note of the action taken.",
  request: { params: idParams, body: jsonBody(resolveSchema) },
  responses: {
    200: jsonResponse("The report is resolved", statusOkSchema),
    ...errorResponses(404, 419, 422),
  },
});

const resolveDepositRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/suspense/deposits/{id}/resolve",
  operationId: "resolveDeposit",
  summary: "Resolve a deposit in review",
  description:
    "Ends the review of a deposit, with a note of the action taken. What of it is in suspense " +
    "stays with the shop: refund it before if it goes back to its payer. The request names the " +
    "displayed reason and amount in suspense. 409 if they have changed, while the deposit is " +
    "pending, and while a dispute of money in suspense is open.",
  request: { params: idParams, body: jsonBody(resolveDepositSchema) },
  responses: {
    200: jsonResponse("The review is ended", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const closeDisputeRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/disputes/{id}/close",
  operationId: "closeDispute",
  summary: "Record the outcome of a dispute",
  description:
    "Marks an open dispute as won or lost, with evidence, if its provider does not report " +
    "it. If won, the debited credit is restored; above the limit in the settings only with a " +
    "second person's approval (`needs_approval`). 409 for one with another outcome, and if " +
    "another request is pending.",
  request: { params: idParams, body: jsonBody(closeDisputeSchema) },
  responses: {
    200: jsonResponse("Recorded, or pending approval", creditedByHandResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const decideDisputeRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/disputes/{id}/close/decide",
  operationId: "decideDisputeOutcome",
  summary: "Approve or reject the outcome of a dispute",
  description:
    "The requester may reject it, somebody else may approve it: the dispute is then marked as " +
    "won on the given evidence, and the debited credit restored. 409 unless the request is " +
    "pending: a report of the outcome ends it. `evidence_erased` for approving one without " +
    "evidence.",
  request: { params: idParams, body: jsonBody(decideCreditSchema) },
  responses: {
    200: jsonResponse("Decided", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const assignRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/suspense/reports/{id}/assign",
  operationId: "assignReport",
  summary: "Assign a report to a deposit",
  description:
    "Assigns a payment report to a deposit, which gets the payment's reference; the report " +
    "is then processed as usual.",
  request: { params: idParams, body: jsonBody(assignReportSchema) },
  responses: {
    200: jsonResponse("The report is assigned", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
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
    const id = Number(c.req.valid("param").id);
    const needs_approval = await markRefund(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload: { needs_approval } }, 200);
  });
  routes.openapi(decideMarkRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await decideOnMark(deps, requireUser(c), id, c.req.valid("json"));
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
  routes.openapi(resolveDepositRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await resolveDepositAsStaff(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(closeDisputeRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const decision = c.req.valid("json");
    const needs_approval = await closeDisputeByHand(deps, requireUser(c).id, id, decision);
    return c.json({ ...OK, payload: { needs_approval } }, 200);
  });
  routes.openapi(decideDisputeRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await decideOnDispute(deps, requireUser(c).id, id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(assignRoute, async (c) => {
    const { deposit_id, note } = c.req.valid("json");
    const depositId = Number(deposit_id.replace("#", ""));
    const id = Number(c.req.valid("param").id);
    await assignReport(deps, requireUser(c), id, { depositId, note });
    return c.json(OK, 200);
  });
  return routes;
}
