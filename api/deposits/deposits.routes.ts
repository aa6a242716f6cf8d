import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  depositHistoryQuerySchema,
  depositHistoryResponseSchema,
  depositRequestSchema,
  depositStatusQuerySchema,
  depositStatusResponseSchema,
  validateAmountSchema,
  validateResponseSchema,
} from "../contract/deposits.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { checkout, listHistory, readStatus } from "./deposits.service.ts";
import { listPaymentMethods, requireDepositCents } from "./validate-deposit.ts";

/** Each one stores a deposit and opens a page at the payment provider. */
export const CHECKOUTS_PER_MINUTE_MAX = 60;
export const checkoutsLimit: RateLimit = { name: "checkout", max: CHECKOUTS_PER_MINUTE_MAX };

const shared = { tags: ["deposits"], security: memberSecurity, middleware: membersOnly };

const validateAmountRoute = createRoute({
  ...shared,
  method: "post",
  path: "/deposit/validate-amount",
  operationId: "validateDepositAmount",
  summary: "Validate a deposit amount",
  description: "Checks that an amount is within the limits for deposits.",
  request: { body: jsonBody(validateAmountSchema) },
  responses: {
    200: jsonResponse("The amount is valid", statusOkSchema),
    ...errorResponses(401, 419, 422),
  },
});

const validateRoute = createRoute({
  ...shared,
  method: "post",
  path: "/deposit/validate",
  operationId: "validateDeposit",
  summary: "Validate a deposit",
  description:
    "Checks amount and contact details and returns the payment methods that are available for them.",
  request: { body: jsonBody(depositRequestSchema) },
  responses: {
    200: jsonResponse("Payment methods", validateResponseSchema),
    ...errorResponses(401, 419, 422),
  },
});

const statusRoute = createRoute({
  ...shared,
  method: "get",
  path: "/deposit/status",
  operationId: "getDepositStatus",
  summary: "Get the status of a deposit",
  description:
    "Returns the current status, polling the payment provider while the deposit is pending.",
  request: { query: depositStatusQuerySchema },
  responses: {
    200: jsonResponse("Status of the deposit", depositStatusResponseSchema),
    ...errorResponses(401, 404, 422),
  },
});

const historyRoute = createRoute({
  ...shared,
  method: "get",
  path: "/deposit/history",
  operationId: "listDeposits",
  summary: "List deposits",
  description: "Returns a page of the signed-in user's deposits, newest first.",
  request: { query: depositHistoryQuerySchema },
  responses: {
    200: jsonResponse("A page of deposits", depositHistoryResponseSchema),
    ...errorResponses(401, 422),
  },
});

/** Returns the routes for deposits to the wallet (spec §7). */
export function depositsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const checkoutRoute = createRoute({
    ...shared,
    middleware: [membersOnly, limitRate(deps, checkoutsLimit)],
    method: "post",
    path: "/deposit/checkout",
    operationId: "startDepositCheckout",
    summary: "Start a deposit",
    description:
      "Creates a deposit and returns `redirect_url`, the provider's payment page, or the page of its " +
      "status if it is paid without one. " +
      "Repeating the request with the same `operation_id` returns the same deposit. 403 while the " +
      "address is not confirmed, 404 when the shop does not have the product of `purchase`, 410 when " +
      "that is off sale, 409 when it cannot be delivered, or its price or the rate is no longer the " +
      "one sent. With `buy` of `purchase`, 422 also while a payment is disputed (`wallet_on_hold`), " +
      "and on `amount` where that and the balance are less than the price (`deposit_insufficient`).",
    request: { body: jsonBody(checkoutRequestSchema) },
    responses: {
      200: jsonResponse("The deposit and its payment page", checkoutResponseSchema),
      ...errorResponses(401, 403, 404, 409, 410, 419, 422, 429, 502),
    },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(validateAmountRoute, async (c) => {
    await requireDepositCents(deps, c.req.valid("json").amount);
    return c.json(OK, 200);
  });
  routes.openapi(validateRoute, async (c) =>
    c.json({ ...OK, payload: await listPaymentMethods(deps, c.req.valid("json")) }, 200),
  );
  routes.openapi(checkoutRoute, async (c) => {
    const opened = await checkout(deps, requireUser(c), c.req.valid("json"), c.get("locale"));
    return c.json({ ...OK, redirect_url: opened.redirectUrl, order_id: opened.orderId }, 200);
  });
  routes.openapi(statusRoute, async (c) => {
    const { order_id: orderId } = c.req.valid("query");
    return c.json(await readStatus(deps, requireUser(c).id, orderId), 200);
  });
  routes.openapi(historyRoute, async (c) =>
    c.json({ ...OK, ...(await listHistory(deps, requireUser(c).id, c.req.valid("query"))) }, 200),
  );
  return routes;
}

/** Returns the routes of payment pages hosted by this process: the sandbox's. */
export function paymentPageRoutes({ payments }: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  for (const provider of payments.all) if (provider.routes) routes.route("/", provider.routes);
  return routes;
}
