import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonResponse, OK } from "../http/openapi.ts";
import { createWebhookReader } from "../http/webhook-reader.ts";
import { processReport } from "./provider-reports/process-report.ts";

const webhookRoute = createRoute({
  method: "post",
  path: "/webhooks/{provider}",
  tags: ["deposits"],
  operationId: "receivePaymentWebhook",
  summary: "Receive a payment provider's webhook",
  description:
    "Accepts a signed report of a payment, a refund or a dispute. Only the signature over " +
    "the raw body is trusted; cookies are ignored. Idempotent; an unmatched report is " +
    "stored and retried.",
  request: { params: z.object({ provider: z.string() }) },
  responses: {
    200: jsonResponse("The report is processed", statusOkSchema),
    ...errorResponses(400, 404),
  },
});

/**
 * Webhooks come without cookies or a locale; they are verified by the signature over the raw bytes.
 */
export function webhookRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const read = createWebhookReader(deps);
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(webhookRoute, async (c) => {
    const provider = deps.payments.find(c.req.valid("param").provider);
    if (!provider) throw new DomainError("not_found");
    const report = await read(provider, c.req.raw);
    if (report) await processReport(deps, provider.name, report);
    return c.json(OK, 200);
  });
  return routes;
}
