import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { exportAuditLog, listAuditLog } from "../audit/audit.service.ts";
import {
  auditFilterSchema,
  auditQuerySchema,
  auditResponseSchema,
} from "../contract/staff/audit.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, jsonResponse, OK } from "../http/openapi.ts";
import { CSV, sendStream } from "../http/send-stream.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("audit"),
  method: "get",
  path: "/staff/audit",
  operationId: "listAuditLog",
  summary: "List audit log entries",
  description: "Returns a page of the audit log, newest first.",
  request: { query: auditQuerySchema },
  responses: {
    200: jsonResponse("A page of the log", auditResponseSchema),
    ...errorResponses(404, 422),
  },
});

const exportRoute = createRoute({
  ...staffRoute("audit"),
  method: "get",
  path: "/staff/audit/export",
  operationId: "exportAuditLog",
  summary: "Export audit log entries",
  description: "Returns all matching entries as CSV, newest first. Each export is logged.",
  request: { query: auditFilterSchema },
  responses: {
    200: { description: "The rows", content: { "text/csv": { schema: z.string() } } },
    ...errorResponses(404, 422),
  },
});

/** The audit log (design §4), for owners. */
export function staffAuditRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listAuditLog(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(exportRoute, async (c) => {
    const csv = await exportAuditLog(deps, requireUser(c), c.req.valid("query"));
    return sendStream(c, csv, { name: "audit-log.csv", type: CSV });
  });
  return routes;
}
