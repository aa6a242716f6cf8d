import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import {
  type SandboxPayment,
  sandboxDecisionSchema,
  sandboxPaymentAnswerSchema,
} from "../contract/sandbox-payments.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorAnswers, jsonAnswer, jsonBody, memberSecurity } from "../http/openapi.ts";
import type { SandboxPaymentRow } from "../providers/payments/sandbox-payments.queries.ts";
import { isSandbox } from "../providers/payments/sandbox-payments.ts";
import { isDepositOf } from "./deposits.queries.ts";

const params = z.object({ token: z.string().max(64) });
const shared = { tags: ["sandbox"], security: memberSecurity, middleware: membersOnly };

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/sandbox/payments/{token}",
  operationId: "getSandboxPayment",
  summary: "Get a sandbox payment",
  description:
    "Returns what the sandbox payment page displays, to the member whose deposit it is. Nobody else finds it.",
  request: { params },
  responses: {
    200: jsonAnswer("The payment", sandboxPaymentAnswerSchema),
    ...errorAnswers(401, 404),
  },
});

const decideRoute = createRoute({
  ...shared,
  method: "post",
  path: "/sandbox/payments/{token}",
  operationId: "decideSandboxPayment",
  summary: "Decide a sandbox payment",
  description: "Ends the payment the way the payer chooses. No real money is involved.",
  request: { params, body: jsonBody(sandboxDecisionSchema) },
  responses: {
    200: jsonAnswer("The payment", sandboxPaymentAnswerSchema),
    ...errorAnswers(401, 404, 409, 419, 422),
  },
});

/**
 * The hosted page of the sandbox provider, for the member whose deposit it pays (spec §6); with any
 * other provider configured there is nothing here.
 */
export function sandboxRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  /** Throws payment_not_found to everybody else. */
  const requireOwnSandbox = async (userId: number, token: string) => {
    if (!isSandbox(deps.payments)) throw new DomainError("payment_not_found");
    const { ref } = await deps.payments.requirePayment(token);
    if (!(await isDepositOf(deps.database, userId, ref))) {
      throw new DomainError("payment_not_found");
    }
    return deps.payments;
  };
  routes.openapi(readRoute, async (c) => {
    const { token } = c.req.valid("param");
    const sandbox = await requireOwnSandbox(requireUser(c).id, token);
    const payment = await sandbox.requirePayment(token);
    return c.json({ status: "OK" as const, payload: toAnswer(payment) }, 200);
  });
  routes.openapi(decideRoute, async (c) => {
    const { token } = c.req.valid("param");
    const sandbox = await requireOwnSandbox(requireUser(c).id, token);
    const payment = await sandbox.decide(token, c.req.valid("json").decision);
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
