import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { historyPageSchema } from "../contract/history.ts";
import {
  markStatementSchema,
  statementResponseSchema,
  statementsResponseSchema,
  uploadStatementSchema,
} from "../contract/staff/statements.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { limitUpload } from "../http/upload.ts";
import { statementUpload } from "../payouts/statements/statement-upload.ts";
import {
  importStatement,
  listStatements,
  markByStatement,
  readStatement,
} from "../payouts/statements/statements.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("payouts");

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/payouts/statements",
  operationId: "listBankStatements",
  summary: "List bank statements",
  description: "Returns a page of imported bank files, newest first.",
  request: { query: historyPageSchema },
  responses: {
    200: jsonResponse("A page of statements", statementsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const importRoute = createRoute({
  ...shared,
  middleware: [shared.middleware, limitUpload(statementUpload.bytesMax)],
  method: "post",
  path: "/staff/payouts/statements",
  operationId: "importBankStatement",
  summary: "Import a bank statement",
  description:
    "Parses a camt.053 or camt.054 file and matches its entries with payouts. Nothing is " +
    "marked yet. The same file returns the same statement.",
  request: {
    body: {
      required: true,
      content: { "multipart/form-data": { schema: uploadStatementSchema } },
    },
  },
  responses: {
    200: jsonResponse("The statement", statementResponseSchema),
    ...errorResponses(400, 404, 413, 415, 419, 422),
  },
});

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/payouts/statements/{id}",
  operationId: "getBankStatement",
  summary: "Get a bank statement",
  description: "Returns each entry with its payout, and a preview of the marks.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The statement", statementResponseSchema),
    ...errorResponses(404),
  },
});

const markRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/payouts/statements/{id}/mark",
  operationId: "markByBankStatement",
  summary: "Mark payouts by a bank statement",
  description: "Marks all matching payouts in one transaction. Idempotent.",
  request: { params: idParams, body: jsonBody(markStatementSchema) },
  responses: {
    200: jsonResponse("The statement", statementResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** Bank statements, from which payouts are marked (design §4, I16). */
export function staffStatementsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listStatements(deps.database, c.req.valid("query"))) }, 200),
  );
  routes.openapi(importRoute, async (c) => {
    const { file } = c.req.valid("form");
    return c.json({ ...OK, payload: await importStatement(deps, requireUser(c), file) }, 200);
  });
  routes.openapi(readRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readStatement(deps.database, requireUser(c), id) }, 200);
  });
  routes.openapi(markRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await markByStatement(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
