import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  decideRateSchema,
  moneySettingsSchema,
  savedMoneySettingsResponseSchema,
  siteSettingsSchema,
  staffSettingsResponseSchema,
} from "../contract/staff/settings.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { decideOnRate } from "../site/rate-requests.ts";
import {
  readStaffSettings,
  saveMoneySettings,
  saveSiteSettings,
} from "../site/settings.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const readRoute = createRoute({
  ...staffRoute("settings"),
  method: "get",
  path: "/staff/settings",
  operationId: "getStaffSettings",
  summary: "Get the settings for editing",
  description:
    "Returns all settings in two groups, each with its version, which an update must send.",
  responses: {
    200: jsonResponse("The settings", staffSettingsResponseSchema),
    ...errorResponses(404),
  },
});

const saved = {
  200: jsonResponse("The settings are saved", statusOkSchema),
  ...errorResponses(404, 409, 419, 422),
};

const siteRoute = createRoute({
  ...staffRoute("site"),
  method: "put",
  path: "/staff/settings/site",
  operationId: "saveSiteSettings",
  summary: "Save the settings of the shop",
  description:
    "Saves company data, currency, images and switches; effective immediately in all processes.",
  request: { body: jsonBody(siteSettingsSchema) },
  responses: saved,
});

const moneyRoute = createRoute({
  ...staffRoute("payouts"),
  method: "put",
  path: "/staff/settings/money",
  operationId: "saveMoneySettings",
  summary: "Save the money settings",
  description:
    "Saves the rate, the deposit limits and the payout account. 403 when anybody but an owner " +
    "changes the amounts above which two people are needed. Where credits by hand need two " +
    "people, a new rate waits for the second one.",
  request: { body: jsonBody(moneySettingsSchema) },
  responses: {
    200: jsonResponse("The settings are saved", savedMoneySettingsResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const rateRoute = createRoute({
  ...staffRoute("payouts"),
  method: "post",
  path: "/staff/settings/rate",
  operationId: "decideRate",
  summary: "Approve or reject a change of the rate",
  description: "The requester may reject it, somebody else may approve it.",
  request: { body: jsonBody(decideRateSchema) },
  responses: {
    200: jsonResponse("Decided", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** The shop's settings (spec §3 Settings). */
export function staffSettingsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(readRoute, async (c) =>
    c.json({ ...OK, payload: await readStaffSettings(deps, requireUser(c)) }, 200),
  );
  routes.openapi(siteRoute, async (c) => {
    await saveSiteSettings(deps, requireUser(c), c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(moneyRoute, async (c) => {
    const isWaiting = await saveMoneySettings(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload: { is_rate_waiting: isWaiting } }, 200);
  });
  routes.openapi(rateRoute, async (c) => {
    await decideOnRate(deps, requireUser(c), c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}
