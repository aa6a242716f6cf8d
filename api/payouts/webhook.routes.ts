import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonResponse, OK } from "../http/openapi.ts";
import { createWebhookReader } from "../http/webhook-reader.ts";
import { recordTransfer } from "./card-payouts.ts";

const webhookRoute = createRoute({
  method: "post",
  path: "/webhooks/payouts/{provider}",
  tags: ["payouts"],
  operationId: "receivePayoutWebhook",
  summary: "Receive a payout provider's webhook",
  description:
    "Accepts a signed report of a transfer to a card. Only the signature over the raw body " +
    "is trusted; cookies are ignored. Idempotent.",
  request: { params: z.object({ provider: z.string() }) },
  responses: {
    200: jsonResponse("The report is processed", statusOkSchema),
    ...errorResponses(400, 404),
  },
});

/**
 * Webhooks come without cookies or a locale; they are verified by the signature over the raw bytes.
 */
export function payoutWebhookRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const read = createWebhookReader(deps);
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(webhookRoute, async (c) => {
    const provider = deps.cardPayouts.find(c.req.valid("param").provider);
    if (!provider) throw new DomainError("not_found");
    const report = await read(provider, c.req.raw);
    // 404 makes the provider retry; the job polls anyway.
    if (report && !(await recordTransfer(deps, provider.name, report))) {
      throw new DomainError("payout_not_found");
    }
    return c.json(OK, 200);
  });
  return routes;
}

/** Pages of providers that are served by this API. */
export function cardPageRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  for (const provider of deps.cardPayouts.all) {
    if (provider.routes) routes.route("/", provider.routes);
  }
  return routes;
}
