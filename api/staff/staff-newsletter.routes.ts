import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  createIssueSchema,
  issueLocaleSchema,
  issuePreviewQuerySchema,
  issuePreviewResponseSchema,
  issueResponseSchema,
  issuesQuerySchema,
  issuesResponseSchema,
  sendIssueSchema,
  subscribersFilterSchema,
  subscribersQuerySchema,
  subscribersResponseSchema,
  updateIssueSchema,
} from "../contract/staff/newsletter.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { CSV, sendStream } from "../http/send-stream.ts";
import {
  createIssue,
  listIssues,
  previewIssue,
  readIssue,
  sendIssue,
  sendTestMail,
  updateIssue,
} from "../newsletter/issues.service.ts";
import { exportSubscribers, listStaffSubscribers } from "../newsletter/subscribers.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("site");

const subscribersRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/newsletter/subscribers",
  operationId: "listSubscribers",
  summary: "List newsletter subscribers",
  description: "Returns a page of subscribers, newest first. Unsubscribed addresses are deleted.",
  request: { query: subscribersQuerySchema },
  responses: {
    200: jsonResponse("A page of subscribers", subscribersResponseSchema),
    ...errorResponses(404, 422),
  },
});

const exportRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/newsletter/subscribers/export",
  operationId: "exportSubscribers",
  summary: "Export newsletter subscribers",
  description: "Returns the subscribers as CSV. Each export is logged.",
  request: { query: subscribersFilterSchema },
  responses: {
    200: { description: "The rows", content: { "text/csv": { schema: z.string() } } },
    ...errorResponses(404, 422),
  },
});

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/newsletter/issues",
  operationId: "listNewsletterIssues",
  summary: "List newsletter issues",
  description: "Returns a page of issues with the number of mails sent, newest first.",
  request: { query: issuesQuerySchema },
  responses: {
    200: jsonResponse("A page of issues", issuesResponseSchema),
    ...errorResponses(404, 422),
  },
});

const createIssueRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/newsletter/issues",
  operationId: "createNewsletterIssue",
  summary: "Create a newsletter issue",
  description: "Stores a draft. Nothing is sent.",
  request: { body: jsonBody(createIssueSchema) },
  responses: {
    200: jsonResponse("The issue", issueResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/newsletter/issues/{id}",
  operationId: "getNewsletterIssue",
  summary: "Get a newsletter issue",
  description: "Returns its texts and the number of mails sent.",
  request: { params: idParams },
  responses: { 200: jsonResponse("The issue", issueResponseSchema), ...errorResponses(404) },
});

const updateRoute = createRoute({
  ...shared,
  method: "put",
  path: "/staff/newsletter/issues/{id}",
  operationId: "updateNewsletterIssue",
  summary: "Update a newsletter issue",
  description: "Updates a draft as read at this version.",
  request: { params: idParams, body: jsonBody(updateIssueSchema) },
  responses: {
    200: jsonResponse("The issue", issueResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const previewRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/newsletter/issues/{id}/preview",
  operationId: "previewNewsletterIssue",
  summary: "Preview a newsletter issue",
  description: "Returns the mail as a reader of this language gets it.",
  request: { params: idParams, query: issuePreviewQuerySchema },
  responses: {
    200: jsonResponse("The mail", issuePreviewResponseSchema),
    ...errorResponses(404, 422),
  },
});

const testRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/newsletter/issues/{id}/test",
  operationId: "testNewsletterIssue",
  summary: "Send a test mail of a newsletter issue",
  description: "Sends the mail only to the caller's own address.",
  request: { params: idParams, body: jsonBody(issueLocaleSchema) },
  responses: {
    200: jsonResponse("The mail has been queued", statusOkSchema),
    ...errorResponses(404, 419, 422),
  },
});

const sendRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/newsletter/issues/{id}/send",
  operationId: "sendNewsletterIssue",
  summary: "Send a newsletter issue",
  description:
    "Sends it to every confirmed subscriber, once. The mails are sent in the background.",
  request: { params: idParams, body: jsonBody(sendIssueSchema) },
  responses: {
    200: jsonResponse("The issue", issueResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

/** The newsletter for staff: subscribers, issues and sending (spec §7). */
export function staffNewsletterRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(subscribersRoute, async (c) =>
    c.json({ ...OK, ...(await listStaffSubscribers(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(exportRoute, async (c) => {
    const csv = await exportSubscribers(deps, requireUser(c), c.req.valid("query"));
    return sendStream(c, csv, { name: "subscribers.csv", type: CSV });
  });
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listIssues(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(createIssueRoute, async (c) => {
    const payload = await createIssue(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  const idOf = ({ id }: { id: string }) => Number(id);
  routes.openapi(readRoute, async (c) => {
    const payload = await readIssue(deps.database, idOf(c.req.valid("param")));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(updateRoute, async (c) => {
    const id = idOf(c.req.valid("param"));
    const payload = await updateIssue(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(previewRoute, async (c) => {
    const { locale = c.get("locale") } = c.req.valid("query");
    const payload = await previewIssue(deps, idOf(c.req.valid("param")), locale);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(testRoute, async (c) => {
    const id = idOf(c.req.valid("param"));
    await sendTestMail(deps, requireUser(c), id, c.req.valid("json").locale);
    return c.json(OK, 200);
  });
  routes.openapi(sendRoute, async (c) => {
    const id = idOf(c.req.valid("param"));
    const payload = await sendIssue(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
