import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { rowIdSchema } from "#api/contract/envelope.ts";
import { PRODUCT_STATUSES } from "#domain/products.ts";
import { blankIsAbsent, statusOkSchema } from "../contract/envelope.ts";
import {
  changeImportSchema,
  importCreatedResponseSchema,
  importResponseSchema,
  importsResponseSchema,
} from "../contract/staff/imports.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { sendStream } from "../http/send-stream.ts";
import { exportArchive, exportTable, openCsv } from "../imports/export-products.ts";
import {
  changeImport,
  listForStaff,
  listProblemRows,
  readForStaff,
} from "../imports/imports.service.ts";
import { receiveImport } from "../imports/receive-import.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("catalogue");

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/imports",
  operationId: "listImports",
  summary: "List imports of products",
  description: "Returns the last 50, the newest first.",
  responses: { 200: jsonResponse("Imports", importsResponseSchema), ...errorResponses(404) },
});

const createImportRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/imports",
  operationId: "createImport",
  summary: "Upload products",
  description:
    "Takes a form with one file: a CSV, or a zip with pictures and a CSV. It is checked in the background; nothing is made of it before `write`.",
  responses: {
    200: jsonResponse("The import", importCreatedResponseSchema),
    ...errorResponses(400, 404, 413, 415, 419, 422, 507),
  },
});

const importRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/imports/{id}",
  operationId: "getImport",
  summary: "Get an import with what is wrong in it",
  description: "Returns its progress, the first problems and the first rows that can be written.",
  request: { params: idParams },
  responses: { 200: jsonResponse("The import", importResponseSchema), ...errorResponses(404) },
});

const csv = { content: { "text/csv": { schema: z.string() } } };
const problemsRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/imports/{id}/problems",
  operationId: "listImportProblems",
  summary: "Download what is wrong in an import",
  description: "Returns each problem by line and column, as CSV.",
  request: { params: idParams },
  responses: { 200: { description: "The problems", ...csv }, ...errorResponses(404) },
});

const changeRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/imports/{id}/change",
  operationId: "changeImport",
  summary: "Write, undo or discard an import",
  description: "All rows without a problem become products together, and go together.",
  request: { params: idParams, body: jsonBody(changeImportSchema) },
  responses: {
    200: jsonResponse("It is done soon", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const exportRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/exports/products",
  operationId: "exportProducts",
  summary: "Download products as a table",
  description: "Returns what an import reads: a CSV, or a zip with it and the pictures. Logged.",
  request: {
    query: z.object({
      format: z.enum(["csv", "zip"]),
      status: blankIsAbsent(z.enum(PRODUCT_STATUSES)),
      category: blankIsAbsent(rowIdSchema),
      style: blankIsAbsent(rowIdSchema),
    }),
  },
  responses: {
    200: {
      description: "The table",
      content: {
        ...csv.content,
        "application/zip": { schema: z.string().openapi({ format: "binary" }) },
      },
    },
    ...errorResponses(404, 422),
  },
});

/** Tables of products: imported, undone and exported by the shop's own people (design §4). */
export function staffImportsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) => c.json({ ...OK, payload: await listForStaff(deps) }, 200));
  routes.openapi(createImportRoute, async (c) => {
    const id = await receiveImport(deps, requireUser(c), c.req.raw);
    return c.json({ ...OK, payload: { id } }, 200);
  });
  routes.openapi(importRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readForStaff(deps, id) }, 200);
  });
  routes.openapi(problemsRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const rows = openCsv(await listProblemRows(deps, id));
    return sendStream(c, rows, { name: `import-${id}-problems.csv`, type: CSV });
  });
  routes.openapi(changeRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await changeImport(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(exportRoute, async (c) => {
    const { format, status, category, style } = c.req.valid("query");
    const filter = {
      status: status ?? null,
      categoryId: category ? Number(category) : null,
      styleId: style ? Number(style) : null,
    };
    const run = format === "csv" ? exportTable : exportArchive;
    const stream = await run(deps, requireUser(c), filter);
    const type = format === "csv" ? CSV : "application/zip";
    return sendStream(c, stream, { name: `products.${format}`, type });
  });
  return routes;
}

const CSV = "text/csv; charset=utf-8";
