import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "../http/context.ts";

const csrfRoute = createRoute({
  method: "get",
  path: "/sanctum/csrf-cookie",
  tags: ["accounts"],
  operationId: "fetchCsrfCookie",
  summary: "Set the session and CSRF cookies",
  description:
    "Starts a session if there is none and sets `XSRF-TOKEN`, whose value write requests " +
    "send back in `X-XSRF-TOKEN`.",
  responses: { 204: { description: "The cookies are set" } },
});

/**
 * Returns the route that clients call before login and register (spec §7). The session middleware
 * sets the cookies.
 */
export function csrfRoutes(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>().openapi(csrfRoute, (c) => c.body(null, 204));
}
