import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import {
  type SandboxPayment,
  sandboxDecisionSchema,
  sandboxPaymentResponseSchema,
} from "../../../contract/sandbox-payments.ts";
import type { Database } from "../../../db/client.ts";
import { isDepositOf } from "../../../deposits/deposits.queries.ts";
import { type ApiEnv, requireUser } from "../../../http/context.ts";
import { membersOnly } from "../../../http/guards.ts";
import {
  errorResponses,
  jsonBody,
  jsonResponse,
  memberSecurity,
  OK,
} from "../../../http/openapi.ts";
import type { SandboxPaymentRow } from "./sandbox-payments.queries.ts";
import type { SandboxPayments } from "./sandbox-payments.ts";
import { getDisputeStatus } from "./sandbox-refunds.queries.ts";

const params = z.object({ token: z.string().max(64) });
const shared = { tags: ["sandbox"], security: memberSecurity, middleware: membersOnly };

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/sandbox/payments/{token}",
  operationId: "getSandboxPayment",
  summary: "Get a sandbox payment",
  description:
    "Returns the content of the sandbox payment page, to the member whose deposit it is; " +
    "404 for anybody else.",
  request: { params },
  responses: {
    200: jsonResponse("The payment", sandboxPaymentResponseSchema),
    ...errorResponses(401, 404),
  },
});

const decideRoute = createRoute({
  ...shared,
  method: "post",
  path: "/sandbox/payments/{token}",
  operationId: "decideSandboxPayment",
  summary: "Decide a sandbox payment",
  description: "Ends the payment with the payer's choice. No real money is involved.",
  request: { params, body: jsonBody(sandboxDecisionSchema) },
  responses: {
    200: jsonResponse("The payment", sandboxPaymentResponseSchema),
    ...errorResponses(401, 404, 409, 419, 422),
  },
});

/**
 * The hosted page of the sandbox provider, for the member whose deposit it pays (spec §6). Mounted
 * only where the sandbox is configured.
 */
export function sandboxRoutes(
  database: Database,
  { requirePayment, decide }: Pick<SandboxPayments, "requirePayment" | "decide">,
): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  /** Throws payment_not_found if the deposit is not this user's. */
  const requireOwn = async (userId: number, token: string) => {
    const payment = await requirePayment(token);
    const given = { provider: "sandbox", providerRef: payment.ref };
    if (!(await isDepositOf(database, userId, given))) throw new DomainError("payment_not_found");
    return payment;
  };
  routes.openapi(readRoute, async (c) => {
    const payment = await requireOwn(requireUser(c).id, c.req.valid("param").token);
    return c.json({ ...OK, payload: await toSandboxPayment(database, payment) }, 200);
  });
  routes.openapi(decideRoute, async (c) => {
    const { token } = c.req.valid("param");
    await requireOwn(requireUser(c).id, token);
    const payment = await decide(token, c.req.valid("json").decision);
    return c.json({ ...OK, payload: await toSandboxPayment(database, payment) }, 200);
  });
  return routes;
}

async function toSandboxPayment(
  database: Database,
  payment: SandboxPaymentRow,
): Promise<SandboxPayment> {
  return {
    dispute: await getDisputeStatus(database, payment.ref),
    amount: toDecimal(payment.amountCents),
    currency: payment.currency,
    method: payment.method,
    status: payment.status,
    description: payment.description,
    return_url: payment.status === "canceled" ? payment.cancelUrl : payment.successUrl,
  };
}
