import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import {
  type SandboxPayment,
  sandboxDecisionSchema,
  sandboxPaymentAnswerSchema,
} from "../contract/sandbox-payments.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorAnswers, jsonAnswer, jsonBody } from "../http/openapi.ts";
import type { SandboxPaymentRow } from "../providers/payments/sandbox-payments.queries.ts";
import { isSandbox } from "../providers/payments/sandbox-payments.ts";

const params = z.object({ token: z.string().max(64) });

const readRoute = createRoute({
  method: "get",
  path: "/sandbox/payments/{token}",
  tags: ["sandbox"],
  operationId: "getSandboxPayment",
  summary: "Get a sandbox payment",
  description:
    "Returns what the sandbox payment page displays. The token in the path is the only credential, as on a real provider's page.",
  request: { params },
  responses: { 200: jsonAnswer("The payment", sandboxPaymentAnswerSchema), ...errorAnswers(404) },
});

const decideRoute = createRoute({
  method: "post",
  path: "/sandbox/payments/{token}",
  tags: ["sandbox"],
  operationId: "decideSandboxPayment",
  summary: "Decide a sandbox payment",
  description: "Ends the payment the way the payer chooses. No real money is involved.",
  request: { params, body: jsonBody(sandboxDecisionSchema) },
  responses: {
    200: jsonAnswer("The payment", sandboxPaymentAnswerSchema),
    ...errorAnswers(404, 409, 419, 422),
  },
});

/**
 * The hosted page of the sandbox provider. Whoever holds its 128-bit token may pay, as with a real
 * provider's page; with any other provider configured there is nothing here.
 */
export function sandboxRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  const requireSandbox = () => {
    if (!isSandbox(deps.payments)) throw new DomainError("payment_not_found");
    return deps.payments;
  };
  routes.openapi(readRoute, async (c) => {
    const payment = await requireSandbox().requirePayment(c.req.valid("param").token);
    return c.json({ status: "OK" as const, payload: toAnswer(payment) }, 200);
  });
  routes.openapi(decideRoute, async (c) => {
    const { decision } = c.req.valid("json");
    const payment = await requireSandbox().decide(c.req.valid("param").token, decision);
    return c.json({ status: "OK" as const, payload: toAnswer(payment) }, 200);
  });
  return routes;
}

function toAnswer(payment: SandboxPaymentRow): SandboxPayment {
  return {
    amount: toDecimal(payment.amountCents),
    currency: payment.currency,
    method: payment.method,
    status: payment.status,
    description: payment.description,
    return_url: payment.status === "canceled" ? payment.cancelUrl : payment.successUrl,
  };
}
