import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  confirmItemSchema,
  overviewResponseSchema,
  sendFailedMailsSchema,
  sentFailedMailsResponseSchema,
} from "../contract/staff/overview.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { sendFailedMails } from "../overview/failed-mails.ts";
import { confirmChecklistItem, readOverview } from "../overview/overview.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const readRoute = createRoute({
  ...staffRoute("overview"),
  method: "get",
  path: "/staff/overview",
  operationId: "getOverview",
  summary: "Get what the staff sees first",
  description:
    "Returns what a new shop has to do until its first sale, what waits for the staff, and figures " +
    "of today, this month and the last days; each part for those who have its right.",
  responses: { 200: jsonResponse("The overview", overviewResponseSchema), ...errorResponses(404) },
});

const confirmRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/overview/confirm",
  operationId: "confirmChecklistItem",
  summary: "Confirm an item of the checklist",
  description: "Notes that the currency is right or that the legal pages were read.",
  request: { body: jsonBody(confirmItemSchema) },
  responses: {
    200: jsonResponse("The item is done", statusOkSchema),
    ...errorResponses(404, 419, 422),
  },
});

const sendMailsRoute = createRoute({
  ...staffRoute("people.manage"),
  method: "post",
  path: "/staff/overview/failed-mails",
  operationId: "sendFailedMails",
  summary: "Send failed mails again",
  description:
    "Queues mails again that were given up, all or one; each is tried as long as a new one. A " +
    "newsletter whose reader has unsubscribed since is dropped.",
  request: { body: jsonBody(sendFailedMailsSchema) },
  responses: {
    200: jsonResponse("How many are queued again", sentFailedMailsResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

/** The desk's first screen. */
export function staffOverviewRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(readRoute, async (c) =>
    c.json({ ...OK, payload: await readOverview(deps, requireUser(c)) }, 200),
  );
  routes.openapi(confirmRoute, async (c) => {
    await confirmChecklistItem(deps, requireUser(c), c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(sendMailsRoute, async (c) => {
    const count = await sendFailedMails(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload: { count } }, 200);
  });
  return routes;
}
