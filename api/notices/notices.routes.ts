import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { NOTICES_PER_DAY_MAX } from "#domain/notices.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { complaintSchema, noticeResponseSchema, noticeSchema } from "../contract/notices.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { receiveComplaint, receiveNotice } from "./notices.service.ts";

export const noticesLimit: RateLimit = {
  name: "notices",
  max: NOTICES_PER_DAY_MAX,
  windowSeconds: 24 * 60 * 60,
};

/**
 * Returns the routes for notices of illegal content, from anybody (Regulation (EU) 2022/2065 Art.
 * 16 and 20).
 */
export function noticesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const shared = { tags: ["notices"], middleware: limitRate(deps, noticesLimit) };
  const noticeRoute = createRoute({
    ...shared,
    method: "post",
    path: "/notices",
    operationId: "sendNotice",
    summary: "Report illegal content",
    description:
      "Stores a notice about a product under a reference and mails a receipt. Name and e-mail " +
      "are optional for `child_abuse`.",
    request: { body: jsonBody(noticeSchema) },
    responses: {
      200: jsonResponse("The notice is stored", noticeResponseSchema),
      ...errorResponses(419, 422, 429),
    },
  });
  const complaintRoute = createRoute({
    ...shared,
    method: "post",
    path: "/notices/complaint",
    operationId: "complainAboutNotice",
    summary: "Complain about the decision on a notice",
    description: "Reopens the notice once; requires the key from the decision mail.",
    request: { body: jsonBody(complaintSchema) },
    responses: {
      200: jsonResponse("The notice is reopened", statusOkSchema),
      ...errorResponses(404, 409, 419, 422, 429),
    },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(noticeRoute, async (c) => {
    const sender = { user: c.get("user"), locale: c.get("locale") };
    const reference = await receiveNotice(deps, sender, c.req.valid("json"));
    return c.json({ ...OK, payload: { reference } }, 200);
  });
  routes.openapi(complaintRoute, async (c) => {
    await receiveComplaint(deps, c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}
