import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  approvePayoutSchema,
  createBatchSchema,
  decideBatchSchema,
  decidedBatchResponseSchema,
  markBatchSchema,
  markedBatchResponseSchema,
  markPayoutSchema,
  payoutApprovalResponseSchema,
  payoutBatchesResponseSchema,
  payoutBatchResponseSchema,
  payoutPreviewResponseSchema,
  payoutsQuerySchema,
  staffPayoutResponseSchema,
  staffPayoutsResponseSchema,
} from "../contract/payouts.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { decideBatch, readWaitingApproval } from "../payouts/batch-approvals.ts";
import { createBatch, previewBatch } from "../payouts/create-batch.ts";
import { markBatch } from "../payouts/mark-batch.ts";
import { listPayoutBatches, readBatchFile } from "../payouts/payout-batches.ts";
import { approvePayout, listPayouts, markPayout } from "../payouts/staff-payouts.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("payouts"),
  method: "get",
  path: "/staff/payouts",
  operationId: "listPayouts",
  summary: "List payouts",
  description: "Returns a page of payouts, longest waiting first.",
  request: { query: payoutsQuerySchema },
  responses: {
    200: jsonResponse("A page of payouts", staffPayoutsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const batchesRoute = createRoute({
  ...staffRoute("payouts"),
  method: "get",
  path: "/staff/payouts/batches",
  operationId: "listPayoutBatches",
  summary: "List payment files",
  description: "Returns the payment files made for the bank, newest first.",
  responses: {
    200: jsonResponse("Payment files", payoutBatchesResponseSchema),
    ...errorResponses(404),
  },
});

const createBatchRoute = createRoute({
  ...staffRoute("payouts"),
  method: "post",
  path: "/staff/payouts/batches",
  operationId: "createPayoutBatch",
  summary: "Create a payment file",
  description:
    "Puts all ready payouts, at most 500, into a payment file. Repeating the request with " +
    "the same `operation_id` returns the same file.",
  request: { body: jsonBody(createBatchSchema) },
  responses: {
    200: jsonResponse("The payment file", payoutBatchResponseSchema),
    202: jsonResponse("Approval by a second person is required", payoutApprovalResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const previewRoute = createRoute({
  ...staffRoute("payouts"),
  method: "get",
  path: "/staff/payouts/preview",
  operationId: "previewPayoutBatch",
  summary: "Preview a payment file",
  description: "Previews the next payment file. Nothing is changed.",
  responses: {
    200: jsonResponse("Content of the next file", payoutPreviewResponseSchema),
    ...errorResponses(404, 409),
  },
});

const approvalRoute = createRoute({
  ...staffRoute("payouts"),
  method: "get",
  path: "/staff/payouts/approval",
  operationId: "getPayoutApproval",
  summary: "Get the payment file pending approval",
  description: "Returns the payment file pending a second person's approval, or null.",
  responses: {
    200: jsonResponse("The pending file", payoutApprovalResponseSchema),
    ...errorResponses(404),
  },
});

const decideRoute = createRoute({
  ...staffRoute("payouts"),
  method: "post",
  path: "/staff/payouts/approvals/{id}",
  operationId: "decidePayoutApproval",
  summary: "Approve or reject a payment file",
  description:
    "Approves a payment file requested by another person, which creates it with exactly its " +
    "payouts, or rejects it.",
  request: { params: idParams, body: jsonBody(decideBatchSchema) },
  responses: {
    200: jsonResponse("The payment file, or null when it was rejected", decidedBatchResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const markBatchRoute = createRoute({
  ...staffRoute("payouts"),
  method: "post",
  path: "/staff/payouts/batches/{id}/mark",
  operationId: "markPayoutBatch",
  summary: "Record the bank's result for a payment file",
  description:
    "Marks all payouts of a payment file except those named, with one piece of evidence. " +
    "Payouts whose status does not allow the mark are left alone, and so are unknown ones. " +
    "Nothing is marked if the statuses are no longer the displayed ones, named as `seen`.",
  request: { params: idParams, body: jsonBody(markBatchSchema) },
  responses: {
    200: jsonResponse("Number of marked payouts", markedBatchResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const fileRoute = createRoute({
  ...staffRoute("payouts"),
  method: "get",
  path: "/staff/payouts/batches/{id}/file",
  operationId: "downloadPayoutBatch",
  summary: "Download a payment file",
  description: "Returns the pain.001.001.09 file. Its bytes never change.",
  request: { params: idParams },
  responses: {
    200: {
      description: "The file",
      content: { "application/xml": { schema: z.string() } },
    },
    ...errorResponses(404),
  },
});

const markRoute = createRoute({
  ...staffRoute("payouts"),
  method: "post",
  path: "/staff/payouts/{id}/mark",
  operationId: "markPayout",
  summary: "Record the bank's result for a payout",
  description:
    "Marks a payout as sent, settled, returned or unknown, with evidence. The request must " +
    "name the displayed status, as `seen`. Repeating a mark changes nothing; one of the same " +
    "status with other evidence is rejected, and so is any mark while the payout's provider may " +
    "be paying it.",
  request: { params: idParams, body: jsonBody(markPayoutSchema) },
  responses: {
    200: jsonResponse("The payout", staffPayoutResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const approveRoute = createRoute({
  ...staffRoute("payouts"),
  method: "post",
  path: "/staff/payouts/{id}/approve",
  operationId: "approvePayout",
  summary: "Approve a payout to a card",
  description:
    "Approves a payout to a card above the limit of the settings, which is sent then. Neither its " +
    "seller nor who set its price may approve it, nor who marked an earlier payout of the offer as " +
    "returned.",
  request: { params: idParams, body: jsonBody(approvePayoutSchema) },
  responses: {
    200: jsonResponse("The payout", staffPayoutResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** Payouts of accepted offers: bank files, and what the bank did (design §4). */
export function staffPayoutsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listPayouts(deps, requireUser(c), c.req.valid("query"))) }, 200),
  );
  routes.openapi(batchesRoute, async (c) =>
    c.json({ ...OK, payload: await listPayoutBatches(deps) }, 200),
  );
  routes.openapi(createBatchRoute, async (c) => {
    const made = await createBatch(deps, requireUser(c), c.req.valid("json"));
    if ("approval" in made) return c.json({ ...OK, payload: made.approval }, 202);
    return c.json({ ...OK, payload: made.batch }, 200);
  });
  routes.openapi(previewRoute, async (c) =>
    c.json({ ...OK, payload: await previewBatch(deps) }, 200),
  );
  routes.openapi(approvalRoute, async (c) =>
    c.json({ ...OK, payload: await readWaitingApproval(deps) }, 200),
  );
  routes.openapi(decideRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const { decision } = c.req.valid("json");
    return c.json({ ...OK, payload: await decideBatch(deps, requireUser(c), id, decision) }, 200);
  });
  routes.openapi(markBatchRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await markBatch(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(fileRoute, async (c) => {
    const { fileName, bytes } = await readBatchFile(
      deps,
      requireUser(c),
      Number(c.req.valid("param").id),
    );
    return c.body(bytes, 200, {
      "content-type": "application/xml",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });
  routes.openapi(markRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await markPayout(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(approveRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const body = c.req.valid("json");
    return c.json({ ...OK, payload: await approvePayout(deps, requireUser(c), id, body) }, 200);
  });
  return routes;
}
