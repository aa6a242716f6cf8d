import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "../http/context.ts";

const csrfRoute = createRoute({
  method: "get",
  path: "/sanctum/csrf-cookie",
  tags: ["accounts"],
  summary: "Set the session and anti-forgery cookies",
  responses: { 204: { description: "Cookies are set" } },
});

/** Before login and register (spec §7). The cookies themselves are the session middleware's work. */
export function csrfRoutes(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>().openapi(csrfRoute, (c) => c.body(null, 204));
}
