import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  canceledDepositResponseSchema,
  continuedDepositResponseSchema,
} from "../contract/open-pages.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, idParams, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate } from "../http/rate-limit.ts";
import { CONTRACT_STATUS } from "./contract-status.ts";
import { cancelDeposit, continueDeposit } from "./open-pages/open-pages.service.ts";
import { providerQueriesLimit } from "./provider-queries.ts";

/** Each of these calls the payment provider. */
const sharedOf = (deps: ApiDeps) => ({
  tags: ["deposits"],
  security: memberSecurity,
  middleware: [membersOnly, limitRate(deps, providerQueriesLimit)],
});

const continueRoute = (deps: ApiDeps) =>
  createRoute({
    ...sharedOf(deps),
    method: "post",
    path: "/deposit/{id}/continue",
    operationId: "continueDeposit",
    summary: "Continue a deposit",
    description:
      "Returns `redirect_url`, the payment page that the deposit's checkout opened, or the page of " +
      "its status if that is no longer open. Asks the provider, and opens no other page. 404 for " +
      "anything but the id of one of the user's deposits, 502 when the provider cannot be asked.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("Where to continue", continuedDepositResponseSchema),
      ...errorResponses(401, 404, 419, 422, 429, 502),
    },
  });

const cancelRoute = (deps: ApiDeps) =>
  createRoute({
    ...sharedOf(deps),
    method: "post",
    path: "/deposit/{id}/cancel",
    operationId: "cancelDeposit",
    summary: "Cancel a deposit",
    description:
      "Closes the deposit's payment page at the provider, then cancels the deposit. `order.status` " +
      "is `failed` once it is cancelled, or had ended before; `success` if it was paid meanwhile, " +
      "and is credited; `processing` if it cannot be cancelled, because the payment is under way. " +
      "Repeating the request changes nothing more. 404 for anything but the id of one of the user's " +
      "deposits, 502 when it is unknown whether the page is closed (`payment_cancel_unclear`): the " +
      "deposit then stays pending until the provider reports what became of it.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("What became of the deposit", canceledDepositResponseSchema),
      ...errorResponses(401, 404, 419, 422, 429, 502),
    },
  });

/** Returns the routes to continue or cancel deposits whose payment page the payer left. */
export function openPagesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(continueRoute(deps), async (c) => {
    const { id } = c.req.valid("param");
    const given = { userId: requireUser(c).id, id, locale: c.get("locale") };
    c.header("cache-control", "private, no-store");
    return c.json({ ...OK, redirect_url: await continueDeposit(deps, given) }, 200);
  });
  routes.openapi(cancelRoute(deps), async (c) => {
    const { id } = c.req.valid("param");
    const status = await cancelDeposit(deps, requireUser(c).id, id);
    return c.json({ ...OK, order: { id: Number(id), status: CONTRACT_STATUS[status] } }, 200);
  });
  return routes;
}
