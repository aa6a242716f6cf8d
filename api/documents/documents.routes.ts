import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  billingDetailsResponseSchema,
  billingDetailsSchema,
  documentResponseSchema,
  documentsQuerySchema,
  documentsResponseSchema,
} from "../contract/documents.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import {
  binary,
  errorResponses,
  idParams,
  jsonBody,
  jsonResponse,
  memberSecurity,
  OK,
} from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { readBillingDetails, saveBillingDetails } from "./billing.service.ts";
import { downloadDocument, findDocuments, readDocument } from "./documents.service.ts";

/** PDFs per person and minute: far more than anybody saves by hand. */
export const DOCUMENT_DOWNLOADS_PER_MINUTE_MAX = 60;
export const downloadsLimit: RateLimit = {
  name: "document-downloads",
  max: DOCUMENT_DOWNLOADS_PER_MINUTE_MAX,
};

const shared = { tags: ["documents"], security: memberSecurity, middleware: membersOnly };

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/documents",
  operationId: "listDocuments",
  summary: "List documents",
  description: "Returns the user's documents for an order, deposits or payouts.",
  request: { query: documentsQuerySchema },
  responses: {
    200: jsonResponse("The documents", documentsResponseSchema),
    ...errorResponses(401, 422),
  },
});

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/documents/{id}",
  operationId: "getDocument",
  summary: "Get a document",
  description: "Returns a document as it was issued: texts and amounts, in its own language.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The document", documentResponseSchema),
    ...errorResponses(401, 404),
  },
});

const pdfRoute = (deps: ApiDeps) =>
  createRoute({
    ...shared,
    middleware: [membersOnly, limitRate(deps, downloadsLimit)],
    method: "get",
    path: "/documents/{id}/pdf",
    operationId: "downloadDocument",
    summary: "Download a document",
    description: "Returns a document as a PDF.",
    request: { params: idParams },
    responses: {
      200: {
        description: "The PDF",
        content: { "application/pdf": binary },
      },
      ...errorResponses(401, 404, 429),
    },
  });

const billingRoute = createRoute({
  ...shared,
  method: "get",
  path: "/user/billing",
  operationId: "getBillingDetails",
  summary: "Get the billing details",
  description: "Returns the company, VAT ID and address shown on later invoices.",
  responses: {
    200: jsonResponse("The billing details", billingDetailsResponseSchema),
    ...errorResponses(401),
  },
});

const saveBillingRoute = createRoute({
  ...shared,
  method: "put",
  path: "/user/billing",
  operationId: "saveBillingDetails",
  summary: "Save the billing details",
  description:
    "Stores the company, VAT ID and address for later invoices; issued ones never change. " +
    "If all are empty, invoices show the account's name.",
  request: { body: jsonBody(billingDetailsSchema) },
  responses: {
    200: jsonResponse("The billing details", billingDetailsResponseSchema),
    ...errorResponses(401, 419, 422),
  },
});

/** Returns the routes for financial documents, each for its owner only, and for billing details. */
export function documentsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) => {
    const payload = await findDocuments(deps, requireUser(c).id, c.req.valid("query"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(readRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readDocument(deps, requireUser(c).id, id) }, 200);
  });
  routes.openapi(pdfRoute(deps), async (c) => {
    const id = Number(c.req.valid("param").id);
    const { fileName, bytes } = await downloadDocument(deps, requireUser(c).id, id);
    return c.body(new Uint8Array(bytes), 200, {
      "content-type": "application/pdf",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${fileName}"`,
      "x-content-type-options": "nosniff",
    });
  });
  routes.openapi(billingRoute, async (c) => {
    const payload = await readBillingDetails(deps, requireUser(c).id);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(saveBillingRoute, async (c) => {
    const payload = await saveBillingDetails(deps, requireUser(c).id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
