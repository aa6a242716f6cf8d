import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  changeMessageStatus,
  listStaffMessages,
  openStaffMessage,
  replyToMessage,
} from "../contact/staff-contact.service.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  messageStatusSchema,
  replySchema,
  staffMessageResponseSchema,
  staffMessagesQuerySchema,
  staffMessagesResponseSchema,
} from "../contract/staff/contact.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("site"),
  method: "get",
  path: "/staff/messages",
  operationId: "listStaffMessages",
  summary: "List contact messages",
  description: "Returns a page of messages, newest first, and the count of each status.",
  request: { query: staffMessagesQuerySchema },
  responses: {
    200: jsonResponse("A page of messages", staffMessagesResponseSchema),
    ...errorResponses(404, 422),
  },
});

const openRoute = createRoute({
  ...staffRoute("site"),
  method: "get",
  path: "/staff/messages/{id}",
  operationId: "openStaffMessage",
  summary: "Open a contact message",
  description: "Returns a message with its replies. Marks a new one as read; the view is logged.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The message", staffMessageResponseSchema),
    ...errorResponses(404),
  },
});

const replyRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/messages/{id}/reply",
  operationId: "replyToMessage",
  summary: "Reply to a contact message",
  description:
    "Mails the reply to the sender, in the sender's language and under the reference. 409 when " +
    "others have replied since the message was read.",
  request: { params: idParams, body: jsonBody(replySchema) },
  responses: {
    200: jsonResponse("The reply has been queued", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const statusRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/messages/{id}/status",
  operationId: "setMessageStatus",
  summary: "Set the status of a contact message",
  description: "Closes or reopens a message.",
  request: { params: idParams, body: jsonBody(messageStatusSchema) },
  responses: {
    200: jsonResponse("The status is set", statusOkSchema),
    ...errorResponses(404, 419, 422),
  },
});

/** Contact messages (spec §3 Contact form), for staff. */
export function staffContactRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listStaffMessages(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(openRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await openStaffMessage(deps, requireUser(c), id) }, 200);
  });
  routes.openapi(replyRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await replyToMessage(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(statusRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await changeMessageStatus(deps, requireUser(c), id, c.req.valid("json").status);
    return c.json(OK, 200);
  });
  return routes;
}
