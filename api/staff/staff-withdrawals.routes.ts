import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import { resolveSchema } from "../contract/refunds.ts";
import {
  staffWithdrawalsQuerySchema,
  staffWithdrawalsResponseSchema,
} from "../contract/withdrawals.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { listStaffWithdrawals, resolveWithdrawal } from "../withdrawals/withdrawals.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("orders"),
  method: "get",
  path: "/staff/withdrawals",
  operationId: "listWithdrawals",
  summary: "List withdrawals",
  description: "Returns a page of statements of withdrawal, longest waiting first.",
  request: { query: staffWithdrawalsQuerySchema },
  responses: {
    200: jsonResponse("A page of withdrawals", staffWithdrawalsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const resolveRoute = createRoute({
  ...staffRoute("orders"),
  method: "post",
  path: "/staff/withdrawals/{id}/resolve",
  operationId: "resolveWithdrawal",
  summary: "Resolve a withdrawal",
  description: "Resolves a pending withdrawal, with a note of the action taken.",
  request: { params: idParams, body: jsonBody(resolveSchema) },
  responses: {
    200: jsonResponse("The withdrawal is resolved", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

/** Statements of withdrawal that could not be matched, or arrived after the period. */
export function staffWithdrawalsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listStaffWithdrawals(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(resolveRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await resolveWithdrawal(deps, requireUser(c), id, c.req.valid("json").note);
    return c.json(OK, 200);
  });
  return routes;
}
