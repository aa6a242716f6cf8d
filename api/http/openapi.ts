import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { ErrorCode, FieldErrorCode } from "#domain/messages.ts";
import { amountSchema, errorSchema, rowIdSchema } from "../contract/envelope.ts";
import type { ApiEnv } from "./context.ts";
import { SESSION_COOKIE } from "./cookies.ts";
import { renderOpenApi } from "./render-openapi.ts";

const REASONS = {
  400: "The body could not be parsed.",
  401: "Not signed in.",
  402: "The wallet balance is too low.",
  403: "Not allowed.",
  404: "Not found.",
  409: "Conflicts with the current state.",
  410: "No longer available.",
  413: "The body is too large.",
  415: "The media type of the body is not supported.",
  419: "The CSRF token is missing or wrong.",
  422: "Validation failed; `errors` holds the messages by field.",
  429: "Too many attempts; see `Retry-After`.",
  500: "The server failed to process the request.",
  502: "The payment provider could not be reached.",
  503: "Temporarily unavailable; see `Retry-After`.",
  507: "Insufficient storage.",
} as const;

type ErrorStatus = keyof typeof REASONS;

/** Returns a JSON response for `responses` of createRoute. */
export function jsonResponse<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** Returns the errors of a route for `responses` of createRoute: all have the same schema. */
export function errorResponses<const Status extends ErrorStatus>(...statuses: Status[]) {
  const responses = statuses.map((status) => [status, jsonResponse(REASONS[status], errorSchema)]);
  // fromEntries loses the type of its keys, which are the statuses.
  return Object.fromEntries(responses) as Record<
    Status,
    ReturnType<typeof jsonResponse<typeof errorSchema>>
  >;
}

/** A file's bytes, for a media type in `responses` of createRoute. */
export const binary = { schema: z.string().openapi({ format: "binary" }) };

/**
 * For `responses` of createRoute: the caller's copy is current, according to its `If-None-Match`.
 */
export const notModified = { 304: { description: "Not modified" } } as const;

/** Returns a required JSON body, for `request` of createRoute. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** For `security` of createRoute: the signed-in session. */
export const memberSecurity = [{ session: [] }];

/** For `request` of createRoute: the id of a row. */
export const idParams = z.object({ id: rowIdSchema });

/**
 * Codes of errors that any operation may return, for the response or for a field: the pipeline
 * throws them before a route (api/create-api.ts), or they do not depend on what the operation does.
 * The OpenAPI document lists their statuses once, in its introduction. Other errors are in an
 * operation's `errorResponses`.
 */
export const COMMON_ERRORS: readonly (ErrorCode | FieldErrorCode)[] = [
  "malformed_body",
  "unauthenticated",
  "view_only",
  "payload_too_large",
  "unsupported_media_type",
  "body_not_object",
  "body_too_deep",
  "character_invalid",
  "server_error",
  "unavailable",
  "storage_full",
  "storage_unavailable",
];

/** Common fields of every successful response of the envelope (spec §3). */
export const OK = { status: "OK" } as const;

/**
 * Serves the description of everything mounted so far at `/api/openapi.json`. Paths and schemas are
 * those of the routes and the contract. An operation's error responses are listed by hand
 * (`errorResponses`); the test client rejects a response that is not listed
 * (tests/setup/api/documented.ts).
 */
export function serveDescription(api: OpenAPIHono<ApiEnv>, appUrl: string): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description:
      "Set by `/sanctum/csrf-cookie`, login and register. Read only with a Referer (or else an " +
      "Origin) of the site itself; writing requests also carry `X-XSRF-TOKEN`, the URL-decoded " +
      "cookie `XSRF-TOKEN`.",
  });
  // Registered explicitly, because it would otherwise get the description of its first use.
  api.openAPIRegistry.register("Amount", amountSchema);
  const route = createRoute({
    method: "get",
    path: "/api/openapi.json",
    tags: ["site"],
    operationId: "getOpenApiDocument",
    summary: "Get the OpenAPI document",
    description: "Returns this description of the API, generated from the routes.",
    responses: { 200: jsonResponse("The OpenAPI 3.1 document", z.record(z.string(), z.unknown())) },
  });
  let description: Record<string, unknown> | null = null;
  api.openapi(route, (c) => {
    description ??= {
      ...renderOpenApi(api, {
        openapi: "3.1.0",
        info: {
          title: "Promptory API",
          version: "1.0.0",
          description: DESCRIPTION,
          contact: { name: "Promptory support", url: `${appUrl}/en/contact-us` },
          license: { name: "Proprietary", url: `${appUrl}/en/page/licence` },
        },
        servers: [{ url: appUrl, description: "This shop" }],
        tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      }),
    };
    c.header("cache-control", "public, max-age=300");
    return c.json(description, 200);
  });
}

const DESCRIPTION =
  "The marketplace API. Products, categories and styles respond with `{data, meta?}`; " +
  'everything else with `{status: "OK", payload, message?}`; errors with `{status: "ERROR", ' +
  "message, code, params?, errors?, error_codes?}`: `message` and `errors` are English texts, " +
  "codes name them. A release may name a case of a status by a code of its own (an order that a " +
  "withdrawal holds is `delivery_held`, which was `delivery_not_open`): treat a code that you " +
  "do not know by its status. The header `frontend-language` carries the locale. Writing " +
  "requests of a session carry `X-XSRF-TOKEN`. Besides what it lists, any operation may respond " +
  "with 403 (`view_only`, while the team sees the shop as somebody else), 422 " +
  "(`character_invalid`), 429 (too many requests of one member at once), 500 and 503; one that " +
  "writes also with 400, 413 and 415 for its body, with 401 where the session ended before the " +
  "body had arrived, 422 (`body_not_object`, `body_too_deep`), 429 (600 writes a minute) and " +
  "507.";

const TAGS = {
  accounts: "Registration, sessions, profile and passwords.",
  catalog: "Products, categories, styles and their pictures.",
  contact: "Messages to the team.",
  deposits: "Topping up the wallet.",
  documents: "Invoices, receipts and other documents for money.",
  generations: "Pictures that members generate from the prompts they own.",
  newsletter: "Subscribing and unsubscribing.",
  notices: "Reports of illegal content, and complaints about a decision.",
  offers: "Designs and prompts that members sell to the shop.",
  pages: "Static pages such as terms and privacy policy.",
  payouts: "Reports of the payout providers.",
  people: "The shop as a person sees it, for the team.",
  purchases: "Buying prompts, orders, downloads and image generation.",
  sandbox: "The payment page of the sandbox provider, for demonstrations.",
  site: "Settings, languages, texts and countries.",
  staff: "For the team only; everybody else gets 404.",
  verification: "Identity verification.",
  wallet: "The payment history.",
  wishlist: "Favorites.",
  withdrawals: "Withdrawing from a contract.",
};
