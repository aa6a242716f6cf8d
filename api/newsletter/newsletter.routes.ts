import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { NoticeCode } from "#domain/messages.ts";
import { NEWSLETTER_PER_MINUTE_MAX } from "#domain/newsletter.ts";
import {
  confirmSchema,
  newsletterResponseSchema,
  subscribeSchema,
  unsubscribeQuerySchema,
  unsubscribeSchema,
} from "../contract/newsletter.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { describeNotice } from "../http/messages.ts";
import { errorResponses, jsonBody, jsonResponse } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { confirmSubscription, subscribe, unsubscribe } from "./newsletter.service.ts";
import { acceptOneClick } from "./one-click.ts";

export const subscriptionsLimit: RateLimit = {
  name: "newsletter",
  max: NEWSLETTER_PER_MINUTE_MAX,
};

/**
 * Returns the routes of the newsletter (spec §7), with our own endpoints to confirm and
 * unsubscribe.
 */
export function newsletterRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const shared = { method: "post" as const, tags: ["newsletter"] };
  const respondsWith = (description: string) => ({
    200: jsonResponse(description, newsletterResponseSchema),
    ...errorResponses(419, 422, 429),
  });
  const subscribeRoute = createRoute({
    ...shared,
    path: "/newsletter/subscribe",
    operationId: "subscribeToNewsletter",
    summary: "Subscribe to the newsletter",
    description:
      "Sends an e-mail with a confirmation link. The response is the same for every address.",
    middleware: limitRate(deps, subscriptionsLimit),
    request: { body: jsonBody(subscribeSchema) },
    responses: respondsWith("The request is accepted, whether or not there is an account"),
  });
  const confirmRoute = createRoute({
    ...shared,
    path: "/newsletter/confirm",
    operationId: "confirmNewsletter",
    summary: "Confirm a newsletter subscription",
    description: "Confirms the subscription with the token from the e-mail.",
    request: { body: jsonBody(confirmSchema) },
    responses: respondsWith("The subscription is confirmed"),
  });
  const unsubscribeRoute = createRoute({
    ...shared,
    path: "/newsletter/unsubscribe",
    operationId: "unsubscribeFromNewsletter",
    summary: "Unsubscribe from the newsletter",
    description:
      "Ends the subscription with the token from an issue. Mail programs post their one-click form here (RFC 8058), " +
      "urlencoded or multipart, with the token in the address.",
    middleware: acceptOneClick,
    request: { query: unsubscribeQuerySchema, body: jsonBody(unsubscribeSchema) },
    responses: respondsWith("The address is not subscribed"),
  });
  const unsubscribePageRoute = createRoute({
    method: "get",
    path: "/newsletter/unsubscribe",
    tags: ["newsletter"],
    operationId: "openNewsletterUnsubscribePage",
    summary: "Open the unsubscribe page",
    description:
      "Redirects a person who opens the one-click address in a browser to the page that asks for confirmation.",
    request: { query: unsubscribeQuerySchema },
    responses: { 302: { description: "Redirects to the page that asks for confirmation" } },
  });
  const ok = (code: NoticeCode) => ({ status: "OK" as const, ...describeNotice(code) });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(subscribeRoute, async (c) => {
    // Identical for known and unknown addresses.
    await subscribe(deps, c.req.valid("json"), c.get("locale"));
    return c.json(ok("newsletter_confirmation_sent"), 200);
  });
  routes.openapi(confirmRoute, async (c) => {
    await confirmSubscription(deps, c.req.valid("json").token);
    return c.json(ok("newsletter_subscribed"), 200);
  });
  routes.openapi(unsubscribeRoute, async (c) => {
    const token = c.req.valid("json").token ?? c.req.valid("query").token ?? "";
    await unsubscribe(deps, token);
    return c.json(ok("newsletter_unsubscribed"), 200);
  });
  routes.openapi(unsubscribePageRoute, (c) => {
    const token = encodeURIComponent(c.req.valid("query").token ?? "");
    // Without a locale, so that the page uses the reader's own.
    return c.redirect(`${deps.config.appUrl}/newsletter/unsubscribe?token=${token}`, 302);
  });
  return routes;
}
