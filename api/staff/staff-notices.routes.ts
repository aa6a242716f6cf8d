import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  decideNoticeSchema,
  staffNoticeResponseSchema,
  staffNoticesQuerySchema,
  staffNoticesResponseSchema,
} from "../contract/staff/notices.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { decideNotice, listStaffNotices, viewNotice } from "../notices/staff-notices.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("reviews"),
  method: "get",
  path: "/staff/notices",
  operationId: "listStaffNotices",
  summary: "List notices of illegal content",
  description: "Returns a page of notices, newest first, and the count of each status.",
  request: { query: staffNoticesQuerySchema },
  responses: {
    200: jsonResponse("A page of notices", staffNoticesResponseSchema),
    ...errorResponses(404, 422),
  },
});

const viewRoute = createRoute({
  ...staffRoute("reviews"),
  method: "get",
  path: "/staff/notices/{id}",
  operationId: "viewStaffNotice",
  summary: "Get a notice of illegal content",
  description: "Returns a notice with its decisions. The view is logged.",
  request: { params: idParams },
  responses: { 200: jsonResponse("The notice", staffNoticeResponseSchema), ...errorResponses(404) },
});

const decideRoute = createRoute({
  ...staffRoute("reviews"),
  method: "post",
  path: "/staff/notices/{id}/decide",
  operationId: "decideNotice",
  summary: "Decide a notice of illegal content",
  description:
    "Records the decision, withdraws or restores the product accordingly, and mails the " +
    "statement of reasons to the notice's sender and to the seller concerned.",
  request: { params: idParams, body: jsonBody(decideNoticeSchema) },
  responses: {
    200: jsonResponse("The decision is recorded", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

/** Notices of illegal content, for staff (Regulation (EU) 2022/2065 Art. 16, 17, 20). */
export function staffNoticesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listStaffNotices(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(viewRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await viewNotice(deps, requireUser(c), id) }, 200);
  });
  routes.openapi(decideRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await decideNotice(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}
