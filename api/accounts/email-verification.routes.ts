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
  summary: "Get what is to be confirmed",
  description: "Returns the address that the signed-in user is to confirm, if there is one.",
  responses: {
    200: jsonResponse("What is to be confirmed", emailVerificationResponseSchema),
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
    "Sends a new link to the address that is to be confirmed, at most once a minute; 429 names the seconds to wait. Without such an address nothing is sent.",
  request: { body: jsonBody(resendEmailLinkSchema) },
  responses: {
    200: jsonResponse("The link is on its way", statusOkSchema),
    ...errorResponses(401, 419, 422, 429),
  },
});

const cancelRoute = createRoute({
  ...members,
  method: "delete",
  path: "/email/verify",
  operationId: "cancelEmailChange",
  summary: "Cancel a change of the e-mail address",
  description:
    "Drops the address that is to replace the user's own; its link works no more. Without such an address nothing changes.",
  responses: {
    200: jsonResponse("The address stays as it was", statusOkSchema),
    ...errorResponses(401, 419),
  },
});

/** Confirming the address of an account (spec §2, §4, §7). */
export function emailVerificationRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const confirmRoute = createRoute({
    tags,
    method: "get",
    path: "/email/verify/{id}/{hash}",
    operationId: "confirmEmail",
    summary: "Confirm an e-mail address",
    description:
      "Confirms the address that the link was mailed to, signed in or not. Using the link again changes nothing.",
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
