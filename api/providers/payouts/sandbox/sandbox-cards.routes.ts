import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import {
  type SandboxCard,
  sandboxCardFormSchema,
  sandboxCardResponseSchema,
} from "../../../contract/sandbox-cards.ts";
import type { Database } from "../../../db/client.ts";
import { type ApiEnv, requireUser } from "../../../http/context.ts";
import { membersOnly } from "../../../http/guards.ts";
import {
  errorResponses,
  jsonBody,
  jsonResponse,
  memberSecurity,
  OK,
} from "../../../http/openapi.ts";
import { isCardPageOf } from "../../../payouts/payout-cards.queries.ts";
import type { SandboxCardRow } from "./sandbox-cards.queries.ts";
import type { SandboxPayouts } from "./sandbox-payouts.ts";

const params = z.object({ token: z.string().max(64) });
const shared = { tags: ["sandbox"], security: memberSecurity, middleware: membersOnly };

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/sandbox/cards/{token}",
  operationId: "getSandboxCard",
  summary: "Get the sandbox's card page",
  description: "Returns the content of the sandbox's card page, to the member who was sent there.",
  request: { params },
  responses: {
    200: jsonResponse("The page", sandboxCardResponseSchema),
    ...errorResponses(401, 404),
  },
});

const endRoute = createRoute({
  ...shared,
  method: "post",
  path: "/sandbox/cards/{token}",
  operationId: "saveSandboxCard",
  summary: "Submit a card",
  description:
    "Validates a test card and stores its brand, last four digits and expiry. Its number is " +
    "neither stored nor logged. Any other card is rejected.",
  request: { params, body: jsonBody(sandboxCardFormSchema) },
  responses: {
    200: jsonResponse("The page", sandboxCardResponseSchema),
    ...errorResponses(401, 404, 409, 419, 422),
  },
});

/** The page of the sandbox payout provider. Mounted only where the sandbox is configured. */
export function sandboxCardRoutes(
  database: Database,
  { requirePage, endPage }: Pick<SandboxPayouts, "requirePage" | "endPage">,
): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  /** Throws payout_card_not_found if the visit is not this user's. */
  const requireOwn = async (userId: number, token: string) => {
    const page = await requirePage(token);
    const given = { provider: "sandbox", providerRef: page.ref };
    if (!(await isCardPageOf(database, userId, given))) {
      throw new DomainError("payout_card_not_found");
    }
    return page;
  };
  routes.openapi(readRoute, async (c) => {
    const page = await requireOwn(requireUser(c).id, c.req.valid("param").token);
    return c.json({ ...OK, payload: toSandboxCard(page) }, 200);
  });
  routes.openapi(endRoute, async (c) => {
    const { token } = c.req.valid("param");
    await requireOwn(requireUser(c).id, token);
    const { decision, number, holder, exp_month, exp_year } = c.req.valid("json");
    const typed = { number, holder, expMonth: exp_month, expYear: exp_year };
    const page = await endPage(token, decision === "cancel" ? null : typed);
    return c.json({ ...OK, payload: toSandboxCard(page) }, 200);
  });
  return routes;
}

function toSandboxCard(page: SandboxCardRow): SandboxCard {
  return {
    amount: toDecimal(page.amountCents),
    currency: page.currency,
    status: page.status,
    return_url: page.status === "canceled" ? page.cancelUrl : page.returnUrl,
  };
}
