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
  summary: "Get the staff dashboard",
  description:
    "Returns the checklist of a new shop, open items, and figures of today, this month and " +
    "the last days; each part requires its own right.",
  responses: { 200: jsonResponse("The overview", overviewResponseSchema), ...errorResponses(404) },
});

const confirmRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/overview/confirm",
  operationId: "confirmChecklistItem",
  summary: "Confirm an item of the checklist",
  description: "Records that the currency is right or that the legal pages have been read.",
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
    "Requeues mails that were given up, all or one; each is retried as long as a new one. A " +
    "newsletter mail whose reader has unsubscribed since is dropped.",
  request: { body: jsonBody(sendFailedMailsSchema) },
  responses: {
    200: jsonResponse("Number of requeued mails", sentFailedMailsResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

/** The staff dashboard. */
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
