import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  consentResponseSchema,
  downloadQuerySchema,
  generateImageSchema,
  giveConsentSchema,
  historyQuerySchema,
  ownedPromptsQuerySchema,
  ownedPromptsResponseSchema,
  purchaseHistoryResponseSchema,
  purchaseResponseSchema,
  purchaseSchema,
} from "../contract/purchases.ts";
import { type ApiContext, type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { createGeneration, type ImageFile } from "./generation.ts";
import {
  buyPrompt,
  downloadPurchase,
  giveConsent,
  listOwnedPrompts,
  listPurchases,
} from "./purchases.service.ts";

/** Per person and minute: more than one can look at, less than would keep a core busy. */
export const GENERATIONS_PER_MINUTE_MAX = 12;
export const generationsLimit: RateLimit = {
  name: "generations",
  max: GENERATIONS_PER_MINUTE_MAX,
};

const shared = { tags: ["purchases"], security: memberSecurity, middleware: membersOnly };
const zipResponse = {
  description: "A zip with the picture and the English prompt",
  content: { "application/zip": { schema: z.string().openapi({ format: "binary" }) } },
};

const buyRoute = createRoute({
  ...shared,
  method: "post",
  path: "/purchase/prompt",
  operationId: "buyPrompt",
  summary: "Buy a prompt",
  description:
    "Pays a prompt from the wallet. A prompt that the user owns already is not charged again.",
  request: { body: jsonBody(purchaseSchema) },
  responses: {
    200: jsonResponse("The order", purchaseResponseSchema),
    ...errorResponses(401, 402, 403, 404, 409, 410, 419, 422, 429),
  },
});

const orderParams = z.object({ id: z.string().regex(/^\d{1,15}$/) });

const consentRoute = createRoute({
  ...shared,
  method: "post",
  path: "/purchase/{id}/consent",
  operationId: "giveConsent",
  summary: "Consent to delivery",
  description:
    "Opens an order that was placed without consent, and ends the right to withdraw from it. Repeating it changes nothing.",
  request: { params: orderParams, body: jsonBody(giveConsentSchema) },
  responses: {
    200: jsonResponse("The order, open", consentResponseSchema),
    ...errorResponses(401, 404, 419, 422),
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
    "Returns a zip with the picture, in the requested format and size, and the English prompt.",
  request: {
    params: orderParams,
    query: downloadQuerySchema,
  },
  responses: { 200: zipResponse, ...errorResponses(401, 404, 422) },
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

const generateRoute = (deps: ApiDeps) =>
  createRoute({
    ...shared,
    middleware: [membersOnly, limitRate(deps, generationsLimit)],
    method: "post",
    path: "/purchase/generate-image",
    operationId: "generateImage",
    summary: "Generate an image",
    description:
      "Generates a new picture from a prompt that the user owns, and returns it in a zip. Errors come as JSON.",
    request: { body: jsonBody(generateImageSchema) },
    responses: { 200: zipResponse, ...errorResponses(401, 419, 422, 429, 500, 503) },
  });

/** Buying, orders, downloads and new images (spec §7). */
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
  const generateImage = createGeneration(deps);
  routes.openapi(generateRoute(deps), async (c) =>
    respondWithZip(c, await generateImage(requireUser(c).id, c.req.valid("json"))),
  );
  routes.openapi(downloadRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const file = await downloadPurchase(deps, requireUser(c).id, id, c.req.valid("query"));
    return respondWithZip(c, file);
  });
  return routes;
}

function respondWithZip(c: ApiContext, { fileName, bytes }: ImageFile) {
  return c.body(bytes, 200, {
    "content-type": "application/zip",
    "content-length": String(bytes.byteLength),
    "content-disposition": `attachment; filename="${fileName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    "x-content-type-options": "nosniff",
  });
}
