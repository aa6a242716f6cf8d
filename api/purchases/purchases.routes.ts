import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  downloadQuerySchema,
  purchaseAnswerSchema,
  purchaseHistoryAnswerSchema,
  purchaseSchema,
} from "../contract/purchases.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorAnswers, jsonAnswer, jsonBody, memberSecurity } from "../http/openapi.ts";
import { buyPrompt, downloadPurchase, listPurchases } from "./purchases.service.ts";

const shared = { tags: ["purchases"], security: memberSecurity, middleware: membersOnly };
const OK = { status: "OK" } as const;

const buyRoute = createRoute({
  ...shared,
  method: "post",
  path: "/purchase/prompt",
  summary: "Buy a prompt with the wallet",
  request: { body: jsonBody(purchaseSchema) },
  responses: {
    200: jsonAnswer("The order, new or owned before", purchaseAnswerSchema),
    ...errorAnswers(401, 402, 403, 404, 409, 410, 419, 422, 429),
  },
});

const historyRoute = createRoute({
  ...shared,
  method: "get",
  path: "/purchase/history",
  summary: "The user's orders, newest first",
  responses: {
    200: jsonAnswer("Orders", purchaseHistoryAnswerSchema),
    ...errorAnswers(401),
  },
});

const downloadRoute = createRoute({
  ...shared,
  method: "get",
  path: "/purchase/{id}/download",
  summary: "The zip of an order: picture and English prompt",
  request: {
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    query: downloadQuerySchema,
  },
  responses: {
    200: {
      description: "The zip",
      content: { "application/zip": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...errorAnswers(401, 404, 422),
  },
});

/** Buying, orders and downloads (spec §7). */
export function purchasesRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(buyRoute, async (c) => {
    const payload = await buyPrompt(deps, requireUser(c), c.req.valid("json"), c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(historyRoute, async (c) => {
    const payload = await listPurchases(deps, requireUser(c).id, c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(downloadRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const file = await downloadPurchase(deps, requireUser(c).id, id, c.req.valid("query"));
    return c.body(file.bytes, 200, {
      "content-type": "application/zip",
      "content-length": String(file.bytes.byteLength),
      "content-disposition": `attachment; filename="${file.fileName}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      "x-content-type-options": "nosniff",
    });
  });
  return routes;
}
