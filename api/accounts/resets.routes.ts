import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { RESET_REQUESTS_PER_MINUTE_MAX } from "#domain/accounts.ts";
import { forgotPasswordSchema, resetPasswordSchema } from "../contract/accounts.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { guestsOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { requestReset, resetPassword } from "./resets.service.ts";

export const resetsLimit: RateLimit = { name: "resets", max: RESET_REQUESTS_PER_MINUTE_MAX };

/** Identical for known and unknown addresses. */
const RESET_REQUESTED = "If there is an account with this address, a mail is on its way.";
const PASSWORD_CHANGED = "Your password has been changed.";

/** Returns the routes for Forgot password and Reset password (spec §2, §7), for guests. */
export function resetsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const shared = {
    method: "post" as const,
    tags: ["accounts"],
    middleware: [guestsOnly, limitRate(deps, resetsLimit)],
  };
  const errors = errorResponses(409, 419, 422, 429);
  const forgotRoute = createRoute({
    ...shared,
    path: "/user/reset-password",
    operationId: "requestPasswordReset",
    summary: "Request a password reset link",
    description:
      "Sends an e-mail with a reset link if the address has an account. The response is the same for every address.",
    request: { body: jsonBody(forgotPasswordSchema) },
    responses: {
      200: jsonResponse(
        "The request is accepted, whether or not there is an account",
        statusOkSchema,
      ),
      ...errors,
    },
  });
  const resetRoute = createRoute({
    ...shared,
    path: "/reset-password",
    operationId: "resetPassword",
    summary: "Reset the password",
    description:
      "Sets a new password with the token from the e-mail, once, and ends all sessions of the user.",
    request: { body: jsonBody(resetPasswordSchema) },
    responses: { 200: jsonResponse("The password is changed", statusOkSchema), ...errors },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(forgotRoute, async (c) => {
    await requestReset(deps, c.req.valid("json"), c.get("locale"));
    return c.json({ status: "OK" as const, message: RESET_REQUESTED }, 200);
  });
  routes.openapi(resetRoute, async (c) => {
    const client = { locale: c.get("locale"), clientIp: c.get("clientIp") };
    await resetPassword(deps, c.req.valid("json"), client);
    return c.json({ status: "OK" as const, message: PASSWORD_CHANGED }, 200);
  });
  return routes;
}
