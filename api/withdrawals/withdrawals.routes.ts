import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { WITHDRAWALS_PER_MINUTE_MAX } from "#domain/withdrawal-statements.ts";
import {
  confirmWithdrawalResponseSchema,
  confirmWithdrawalSchema,
  withdrawalOptionsQuerySchema,
  withdrawalOptionsResponseSchema,
  withdrawalResponseSchema,
  withdrawalSchema,
} from "../contract/withdrawals.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { listOptions, receiveWithdrawal } from "./withdrawals.service.ts";

export const withdrawalsLimit: RateLimit = {
  name: "withdrawals",
  max: WITHDRAWALS_PER_MINUTE_MAX,
};

const optionsRoute = createRoute({
  method: "get",
  path: "/withdrawals/options",
  tags: ["withdrawals"],
  security: memberSecurity,
  middleware: membersOnly,
  operationId: "listWithdrawalOptions",
  summary: "List what can be withdrawn from",
  description:
    "Returns the signed-in user's orders and unspent deposits that can be withdrawn from: of " +
    "orders, those among the newest 50, and `order_id`.",
  request: { query: withdrawalOptionsQuerySchema },
  responses: {
    200: jsonResponse("What can be withdrawn from", withdrawalOptionsResponseSchema),
    ...errorResponses(401, 422),
  },
});

/** The withdrawal function (Directive 2011/83/EU Art. 11a), with or without signing in. */
export function withdrawalsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const withdrawRoute = createRoute({
    method: "post",
    path: "/withdrawals",
    tags: ["withdrawals"],
    operationId: "withdrawFromContract",
    summary: "Withdraw from a contract",
    description:
      "Stores a statement of withdrawal and mails its receipt. A member's withdrawal is " +
      "refunded immediately if that is certain. For a guest nothing happens until the " +
      "receipt's link is used; the response is the same in every case.",
    middleware: limitRate(deps, withdrawalsLimit),
    request: { body: jsonBody(withdrawalSchema) },
    responses: {
      200: jsonResponse("The statement is received", withdrawalResponseSchema),
      ...errorResponses(419, 422, 429),
    },
  });
  const confirmRoute = createRoute({
    method: "post",
    path: "/withdrawals/confirm",
    tags: ["withdrawals"],
    operationId: "confirmWithdrawal",
    summary: "Confirm a withdrawal",
    description:
      "Uses the link of a receipt for a statement sent while signed out: confirms it, which " +
      "refunds what is certain, or rejects it as not sent by the owner of the address.",
    middleware: limitRate(deps, withdrawalsLimit),
    request: { body: jsonBody(confirmWithdrawalSchema) },
    responses: {
      200: jsonResponse("The result", confirmWithdrawalResponseSchema),
      ...errorResponses(403, 419, 422, 429),
    },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(optionsRoute, async (c) => {
    const { order_id: orderId } = c.req.valid("query");
    const options = { orderId: orderId ? Number(orderId) : null, locale: c.get("locale") };
    const payload = await listOptions(deps, requireUser(c).id, options);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(withdrawRoute, async (c) => {
    const sender = { user: c.get("user"), locale: c.get("locale") };
    const payload = await receiveWithdrawal(deps, sender, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(confirmRoute, async (c) => {
    const payload = await confirmWithdrawal(deps, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
