import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { binary, errorResponses, memberSecurity } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { sendStream } from "../http/send-stream.ts";
import type { Noun } from "../noun.ts";
import { exportOwnData } from "./own-data/own-data.ts";

/** Archives per person and hour: each renders every invoice again. */
export const OWN_DATA_PER_HOUR_MAX = 5;
export const ownDataLimit: RateLimit = {
  name: "own data",
  max: OWN_DATA_PER_HOUR_MAX,
  windowSeconds: 60 * 60,
};

/** Returns the routes for the export of the member's own data (GDPR Art. 15 and 20). */
export function ownDataRoutes(deps: ApiDeps, nouns: readonly Noun[]): OpenAPIHono<ApiEnv> {
  const route = createRoute({
    method: "get",
    path: "/user/data",
    tags: ["accounts"],
    security: memberSecurity,
    middleware: [membersOnly, limitRate(deps, ownDataLimit)],
    operationId: "exportOwnData",
    summary: "Download the signed-in user's data",
    description:
      "Returns all data stored about the user as a zip: one JSON file per subject, and the " +
      "user's files.",
    responses: {
      200: {
        description: "The archive",
        content: { "application/zip": binary },
      },
      ...errorResponses(401, 429),
    },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(route, async (c) => {
    const stream = await exportOwnData(deps, nouns, { userId: requireUser(c).id });
    return sendStream(c, stream, { name: "my-data.zip", type: "application/zip" });
  });
  return routes;
}
