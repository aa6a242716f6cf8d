import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { EMAIL_LINK_USES_PER_MINUTE_MAX } from "#domain/accounts.ts";
import {
  confirmEmailResponseSchema,
  emailLinkParamsSchema,
  emailLinkQuerySchema,
  emailVerificationResponseSchema,
  resendEmailLinkSchema,
} from "../contract/email-verification.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { cancelEmailChange } from "./email-verification/email-verification.queries.ts";
import {
  confirmEmail,
  getVerificationStatus,
  resendEmailLink,
} from "./email-verification/email-verification.service.ts";

export const emailLinkUsesLimit: RateLimit = {
  name: "email link use",
  max: EMAIL_LINK_USES_PER_MINUTE_MAX,
};

const tags = ["accounts"];
const members = { tags, security: memberSecurity, middleware: membersOnly };

const statusRoute = createRoute({
  ...members,
  method: "get",
  path: "/email/verify",
  operationId: "getEmailVerification",
  summary: "Get the pending e-mail confirmation",
  description: "Returns the address that the signed-in user has to confirm, if any.",
  responses: {
    200: jsonResponse("The pending confirmation", emailVerificationResponseSchema),
    ...errorResponses(401),
  },
});

const resendRoute = createRoute({
  ...members,
  method: "post",
  path: "/email/verify/resend",
  operationId: "resendEmailLink",
  summary: "Send the confirmation link again",
  description:
    "Sends a new link to the address to confirm, at most once a minute; 429 names the " +
    "seconds to wait. Nothing is sent if there is no such address.",
  request: { body: jsonBody(resendEmailLinkSchema) },
  responses: {
    200: jsonResponse("The link has been queued", statusOkSchema),
    ...errorResponses(401, 419, 422, 429),
  },
});

const cancelRoute = createRoute({
  ...members,
  method: "delete",
  path: "/email/verify",
  operationId: "cancelEmailChange",
  summary: "Cancel an e-mail address change",
  description: "Drops the pending new address and invalidates its link. Idempotent.",
  responses: {
    200: jsonResponse("The current address is kept", statusOkSchema),
    ...errorResponses(401, 419),
  },
});

/** Returns the routes that confirm an account's address (spec §2, §4, §7). */
export function emailVerificationRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const confirmRoute = createRoute({
    tags,
    method: "get",
    path: "/email/verify/{id}/{hash}",
    operationId: "confirmEmail",
    summary: "Confirm an e-mail address",
    description: "Confirms the address that the link was mailed to, signed in or not. Idempotent.",
    middleware: limitRate(deps, emailLinkUsesLimit),
    request: { params: emailLinkParamsSchema, query: emailLinkQuerySchema },
    responses: {
      200: jsonResponse("The address is confirmed", confirmEmailResponseSchema),
      ...errorResponses(403, 422, 429),
    },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(statusRoute, async (c) => {
    const payload = await getVerificationStatus(deps, requireUser(c));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(resendRoute, async (c) => {
    const { redirect: redirectPath } = c.req.valid("json");
    await resendEmailLink(deps, requireUser(c), { locale: c.get("locale"), redirectPath });
    return c.json(OK, 200);
  });
  routes.openapi(cancelRoute, async (c) => {
    await cancelEmailChange(deps.database, requireUser(c).id);
    return c.json(OK, 200);
  });
  routes.openapi(confirmRoute, async (c) => {
    const link = { ...c.req.valid("param"), ...c.req.valid("query") };
    const { isRepeated } = await confirmEmail(deps, link, c.get("locale"));
    return c.json({ ...OK, already_verified: isRepeated }, 200);
  });
  return routes;
}
