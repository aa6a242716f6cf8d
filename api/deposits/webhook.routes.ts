import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorAnswers, jsonAnswer } from "../http/openapi.ts";
import { settleDeposit } from "./settle-deposit.ts";

const webhookRoute = createRoute({
  method: "post",
  path: "/webhooks/{provider}",
  tags: ["deposits"],
  operationId: "receivePaymentWebhook",
  summary: "Receive a payment provider's webhook",
  description:
    "Accepts a signed payment report. Only the signature over the raw body is trusted; cookies are ignored. Repeated reports are harmless.",
  request: { params: z.object({ provider: z.string() }) },
  responses: {
    200: jsonAnswer("The report is processed", statusOkSchema),
    ...errorAnswers(400, 404, 503),
  },
});

/** Reports come without cookies and without a locale: the signature over the raw bytes counts. */
export function webhookRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(webhookRoute, async (c) => {
    if (c.req.valid("param").provider !== deps.payments.name) throw new DomainError("not_found");
    const rawBody = await c.req.raw.text();
    const report = await deps.payments.readWebhook(rawBody, c.req.raw.headers);
    if (report) await settleDeposit(deps, report);
    return c.json({ status: "OK" as const }, 200);
  });
  return routes;
}
