import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { CONTACT_PER_MINUTE_MAX } from "#domain/contact.ts";
import { contactResponseSchema, contactSchema } from "../contract/contact.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { receiveMessage } from "./contact.service.ts";

export const contactLimit: RateLimit = { name: "contact", max: CONTACT_PER_MINUTE_MAX };

const THANKS = "Thank you. Your message has been sent.";

/**
 * Returns the routes for messages to the shop (spec §3 Contact form, §7; the path is our choice).
 */
export function contactRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const contactRoute = createRoute({
    method: "post",
    path: "/contact",
    tags: ["contact"],
    operationId: "sendContactMessage",
    summary: "Send a contact message",
    description:
      "Stores a message under a reference, forwards it to the support address and mails the " +
      "sender a receipt. Idempotent by `operation_id`, if it has one.",
    middleware: limitRate(deps, contactLimit),
    request: { body: jsonBody(contactSchema) },
    responses: {
      200: jsonResponse("The message is stored and forwarded", contactResponseSchema),
      ...errorResponses(419, 422, 429),
    },
  });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(contactRoute, async (c) => {
    const sender = { user: c.get("user"), locale: c.get("locale") };
    const reference = await receiveMessage(deps, sender, c.req.valid("json"));
    return c.json({ status: "OK" as const, message: THANKS, reference }, 200);
  });
  return routes;
}
