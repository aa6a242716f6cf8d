import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { isAuthSchema, loginSchema, registerSchema } from "../contract/accounts.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { guestsOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { requireSession } from "../http/session-middleware.ts";
import { login, logout, register } from "./accounts.service.ts";

/** Per network and minute: enough for a household or an office, too few for a script. */
export const REGISTRATIONS_PER_MINUTE_MAX = 20;
export const registrationsLimit: RateLimit = {
  name: "register",
  max: REGISTRATIONS_PER_MINUTE_MAX,
};
/** Across all e-mails; each single e-mail has its own, much lower limit. */
export const LOGINS_PER_MINUTE_MAX = 30;
export const loginsLimit: RateLimit = { name: "logins", max: LOGINS_PER_MINUTE_MAX };

const tags = ["accounts"];

const isAuthRoute = createRoute({
  method: "get",
  path: "/is-auth",
  tags,
  operationId: "checkAuthentication",
  summary: "Check whether the session is signed in",
  description:
    "Returns whether the request's session belongs to a signed-in user. Never fails for a guest.",
  responses: { 200: jsonResponse("Whether a user is signed in", isAuthSchema) },
});

const logoutRoute = createRoute({
  method: "post",
  path: "/logout",
  tags,
  operationId: "logOut",
  summary: "Sign out",
  description: 'Ends the session and "remember me" in this browser, also for guests.',
  responses: { 200: jsonResponse("Signed out", statusOkSchema), ...errorResponses(401, 419) },
});

/** Returns the routes for register, login, logout and is-auth (spec §7). */
export function accountsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const registerRoute = createRoute({
    method: "post",
    path: "/register",
    tags,
    operationId: "registerAccount",
    summary: "Create an account",
    description:
      "Creates an account with an empty wallet and signs it in. Passwords that are easy to guess, the address itself and the shop's name are rejected with 422.",
    middleware: [guestsOnly, limitRate(deps, registrationsLimit)],
    request: { body: jsonBody(registerSchema) },
    responses: {
      201: jsonResponse("Signed in", statusOkSchema),
      ...errorResponses(403, 409, 419, 422, 429),
    },
  });
  const loginRoute = createRoute({
    method: "post",
    path: "/login",
    tags,
    operationId: "logIn",
    summary: "Sign in",
    description:
      "Signs in under a new session id. Failed attempts are limited per address and network, " +
      "and per address over all networks unknown to the account; then 422 names the seconds " +
      "to wait.",
    middleware: [guestsOnly, limitRate(deps, loginsLimit)],
    request: { body: jsonBody(loginSchema) },
    responses: {
      200: jsonResponse("Signed in", statusOkSchema),
      ...errorResponses(409, 419, 422, 429),
    },
  });

  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(registerRoute, async (c) => {
    const client = { locale: c.get("locale"), clientIp: c.get("clientIp") };
    await register(deps, requireSession(c), c.req.valid("json"), client);
    return c.json(OK, 201);
  });
  routes.openapi(loginRoute, async (c) => {
    const client = { locale: c.get("locale"), clientIp: c.get("clientIp") };
    await login(deps, requireSession(c), c.req.valid("json"), client);
    return c.json(OK, 200);
  });
  routes.openapi(logoutRoute, async (c) => {
    const session = c.get("session");
    // Without one of our session cookies there is nobody to sign out, and no token was checked.
    if (session) await logout(deps, session);
    else requireUser(c);
    return c.json(OK, 200);
  });
  routes.openapi(isAuthRoute, (c) => c.json({ authenticated: c.get("user") !== null }, 200));
  return routes;
}
