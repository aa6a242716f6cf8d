import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  consentResponseSchema,
  downloadQuerySchema,
  giveConsentSchema,
  historyQuerySchema,
  orderParamsSchema,
  ownedPromptsQuerySchema,
  ownedPromptsResponseSchema,
  purchaseHistoryResponseSchema,
  purchaseResponseSchema,
  purchaseSchema,
} from "../contract/purchases.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { respondWithZip, zipResponse } from "../http/zip-response.ts";
import {
  buyPrompt,
  downloadPurchase,
  giveConsent,
  listOwnedPrompts,
  listPurchases,
} from "./purchases.service.ts";

const shared = { tags: ["purchases"], security: memberSecurity, middleware: membersOnly };

const buyRoute = createRoute({
  ...shared,
  method: "post",
  path: "/purchase/prompt",
  operationId: "buyPrompt",
  summary: "Buy a prompt",
  description:
    "Pays for a prompt from the wallet. A prompt that the user already owns is not charged again. " +
    "409 for one that cannot be delivered, or whose price or rate is not the displayed one.",
  request: { body: jsonBody(purchaseSchema) },
  responses: {
    200: jsonResponse("The order", purchaseResponseSchema),
    ...errorResponses(401, 402, 403, 404, 409, 410, 419, 422, 429),
  },
});

const consentRoute = createRoute({
  ...shared,
  method: "post",
  path: "/purchase/{id}/consent",
  operationId: "giveConsent",
  summary: "Consent to delivery",
  description:
    "Opens an order that was placed without consent, and ends the right of withdrawal. " +
    "Idempotent. 409 for an order that was refunded; 422 on `consent` for another version than " +
    "`hold_consent_version` while the order is held.",
  request: { params: orderParamsSchema, body: jsonBody(giveConsentSchema) },
  responses: {
    200: jsonResponse("The order, open", consentResponseSchema),
    ...errorResponses(401, 404, 409, 419, 422),
  },
});

const historyRoute = createRoute({
  ...shared,
  method: "get",
  path: "/purchase/history",
  operationId: "listOrders",
  summary: "List orders",
  description: "Returns a page of the signed-in user's orders, newest first.",
  request: { query: historyQuerySchema },
  responses: {
    200: jsonResponse("A page of orders", purchaseHistoryResponseSchema),
    ...errorResponses(401, 422),
  },
});

const downloadRoute = createRoute({
  ...shared,
  method: "get",
  path: "/purchase/{id}/download",
  operationId: "downloadOrder",
  summary: "Download an order",
  description:
    "Returns a zip with the picture, in the requested format and size, and the English prompt. " +
    "409 for an order that was refunded, 500 for one whose picture is lost.",
  request: {
    params: orderParamsSchema,
    query: downloadQuerySchema,
  },
  responses: { 200: zipResponse, ...errorResponses(401, 404, 409, 422, 500) },
});

const promptsRoute = createRoute({
  ...shared,
  method: "get",
  path: "/user/prompts",
  operationId: "listOwnedPrompts",
  summary: "List owned prompts",
  description: "Returns a page of the prompts that the user has bought, most recent first.",
  request: { query: ownedPromptsQuerySchema },
  responses: {
    200: jsonResponse("A page of prompts", ownedPromptsResponseSchema),
    ...errorResponses(401, 422),
  },
});

/** Purchases, orders and downloads (spec §7). */
export function purchasesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(buyRoute, async (c) => {
    const payload = await buyPrompt(deps, requireUser(c), c.req.valid("json"), c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(consentRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const { consent } = c.req.valid("json");
    const order = await giveConsent(deps, requireUser(c).id, id, {
      consent,
      locale: c.get("locale"),
    });
    return c.json({ ...OK, payload: { order } }, 200);
  });
  routes.openapi(historyRoute, async (c) => {
    const query = c.req.valid("query");
    const list = await listPurchases(deps, requireUser(c).id, c.get("locale"), query);
    return c.json({ ...OK, ...list }, 200);
  });
  routes.openapi(promptsRoute, async (c) => {
    const query = c.req.valid("query");
    const list = await listOwnedPrompts(deps, requireUser(c).id, c.get("locale"), query);
    return c.json({ ...OK, ...list }, 200);
  });
  routes.openapi(downloadRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const asked = { ...c.req.valid("query"), isRecorded: c.req.method !== "HEAD" };
    const file = await downloadPurchase(deps, requireUser(c).id, id, asked);
    return respondWithZip(c, file);
  });
  return routes;
}
