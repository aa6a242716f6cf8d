import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  decideVerificationSchema,
  documentParamsSchema,
  staffVerificationResponseSchema,
  staffVerificationsQuerySchema,
  staffVerificationsResponseSchema,
} from "../contract/verification.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { binary, errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { createDocumentCipher } from "../verification/documents.ts";
import {
  decideVerification,
  listVerifications,
  openDocument,
  requireVerification,
} from "../verification/staff-verification.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const queueRoute = createRoute({
  ...staffRoute("reviews"),
  method: "get",
  path: "/staff/verifications",
  operationId: "listVerifications",
  summary: "List verifications for review",
  description:
    "Returns a page of verifications of one status and the count of each. Pending ones are " +
    "listed oldest first.",
  request: { query: staffVerificationsQuerySchema },
  responses: {
    200: jsonResponse("A page of verifications", staffVerificationsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const detailRoute = createRoute({
  ...staffRoute("reviews"),
  method: "get",
  path: "/staff/verifications/{id}",
  operationId: "getStaffVerification",
  summary: "Get a verification for review",
  description: "Returns the personal data and the list of documents.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The verification", staffVerificationResponseSchema),
    ...errorResponses(404),
  },
});

const documentRoute = createRoute({
  ...staffRoute("reviews"),
  method: "get",
  path: "/staff/verifications/{id}/documents/{part}",
  operationId: "getVerificationDocument",
  summary: "Get a scan of a document",
  description: "Returns a scan. Every view is logged.",
  request: { params: documentParamsSchema },
  responses: {
    200: {
      description: "The picture",
      content: { "image/jpeg": binary },
    },
    ...errorResponses(404),
  },
});

const decideRoute = createRoute({
  ...staffRoute("reviews"),
  method: "post",
  path: "/staff/verifications/{id}/decide",
  operationId: "decideVerification",
  summary: "Approve or reject a verification",
  description: "Records the decision. It cannot be changed.",
  request: { params: idParams, body: jsonBody(decideVerificationSchema) },
  responses: {
    200: jsonResponse("The decision is recorded", statusOkSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** Identity verifications: the queue, the scans and the decision (spec §4, design §4). */
export function staffVerificationsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const cipher = createDocumentCipher(deps);
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(queueRoute, async (c) => {
    return c.json({ ...OK, ...(await listVerifications(deps, c.req.valid("query"))) }, 200);
  });
  routes.openapi(detailRoute, async (c) => {
    const payload = await requireVerification(
      deps,
      requireUser(c),
      Number(c.req.valid("param").id),
    );
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(documentRoute, async (c) => {
    const { id, part } = c.req.valid("param");
    const params = { verificationId: Number(id), part };
    const jpeg = await openDocument(deps, cipher, requireUser(c), params);
    return c.body(new Uint8Array(jpeg), 200, {
      "content-type": "image/jpeg",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });
  routes.openapi(decideRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await decideVerification(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}
