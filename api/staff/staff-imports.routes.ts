import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { PRODUCT_STATUSES } from "#domain/products.ts";
import {
  blankIsAbsent,
  pageQuerySchema,
  rowIdSchema,
  statusOkSchema,
} from "../contract/envelope.ts";
import {
  changeImportSchema,
  importCreatedResponseSchema,
  importResponseSchema,
  importsResponseSchema,
} from "../contract/staff/imports.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { confirmAccess } from "../http/guards.ts";
import { binary, errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { CSV, openCsv, sendStream } from "../http/send-stream.ts";
import { exportArchive, exportTable } from "../imports/export-products.ts";
import {
  changeImport,
  listImportsForStaff,
  listProblemRows,
  readImportForStaff,
} from "../imports/imports.service.ts";
import { receiveImport } from "../imports/receive-import.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("catalogue");

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/imports",
  operationId: "listImports",
  summary: "List product imports",
  description: "Returns a page of imports, newest first.",
  request: { query: pageQuerySchema },
  responses: {
    200: jsonResponse("A page of imports", importsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const createImportRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/imports",
  operationId: "createImport",
  summary: "Upload products",
  description:
    "Takes a form with one file: a CSV, or a zip with pictures and a CSV. It is checked in " +
    "the background; no products are created before `write`.",
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
  summary: "Get an import with its errors",
  description: "Returns its progress, the first errors and the first valid rows.",
  request: { params: idParams },
  responses: { 200: jsonResponse("The import", importResponseSchema), ...errorResponses(404) },
});

const csv = { content: { "text/csv": { schema: z.string() } } };
const problemsRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/imports/{id}/problems",
  operationId: "listImportProblems",
  summary: "Download an import with its errors",
  description: "Returns each error by line and column, as CSV.",
  request: { params: idParams },
  responses: { 200: { description: "The errors", ...csv }, ...errorResponses(404) },
});

const changeRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/imports/{id}/change",
  operationId: "changeImport",
  summary: "Write, undo or discard an import",
  description: "Creates products from all valid rows in one transaction, or removes them again.",
  request: { params: idParams, body: jsonBody(changeImportSchema) },
  responses: {
    200: jsonResponse("The action has been queued", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const exportRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/exports/products",
  operationId: "exportProducts",
  summary: "Download products as a table",
  description: "Returns products in import format: a CSV, or a zip with CSV and pictures. Logged.",
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
        "application/zip": binary,
      },
    },
    ...errorResponses(404, 422),
  },
});

/** Import, undo and export of product tables (design §4). */
export function staffImportsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listImportsForStaff(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(createImportRoute, async (c) => {
    const id = await receiveImport(deps, requireUser(c), c.req.raw, () => confirmAccess(c));
    return c.json({ ...OK, payload: { id } }, 200);
  });
  routes.openapi(importRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readImportForStaff(deps, id) }, 200);
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
