import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { errorSchema } from "../contract/envelope.ts";
import type { ApiEnv } from "./context.ts";
import { SESSION_COOKIE } from "./cookies.ts";
import { staffOnly } from "./guards.ts";

const REASONS = {
  400: "The body could not be read.",
  401: "Nobody is signed in.",
  402: "The balance is too low.",
  403: "Not allowed.",
  404: "Not found.",
  409: "In conflict with the present state.",
  410: "No longer there.",
  413: "The body is too large.",
  415: "This kind of body is not read here.",
  419: "The anti-forgery token is missing or wrong.",
  422: "Values that do not fit; messages by field.",
  429: "Too many attempts; see Retry-After.",
  500: "It could not be done, for a reason that is ours.",
  502: "The payment provider could not be reached.",
  503: "Not available at the moment; see Retry-After.",
  507: "There is no room to store it.",
} as const;

type ErrorStatus = keyof typeof REASONS;

/** A JSON answer for `responses` of createRoute. */
export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** The refusals of a route for `responses` of createRoute: all have one shape. */
export function errorAnswers<const Status extends ErrorStatus>(...statuses: Status[]) {
  const answers = statuses.map((status) => [status, jsonAnswer(REASONS[status], errorSchema)]);
  // fromEntries forgets which keys it was given; they are the statuses.
  return Object.fromEntries(answers) as Record<
    Status,
    ReturnType<typeof jsonAnswer<typeof errorSchema>>
  >;
}

/** A JSON body that must be there, for `request` of createRoute. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** For createRoute: what every route of the team's shares. */
export const staffRoute = { tags: ["staff"], middleware: staffOnly };

/** For `request` of createRoute: the id of a row. What cannot be one is not found. */
export const rowIdParams = z.object({ id: z.string().regex(/^\d{1,15}$/) });

/** For `security` of createRoute: the signed-in session. */
export const memberSecurity = [{ session: [] }];

/**
 * Serves the description of everything mounted so far at `/api/openapi.json`. It is made from the
 * routes and the contract, so it cannot say anything that they do not.
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
  const route = createRoute({
    method: "get",
    path: "/api/openapi.json",
    tags: ["site"],
    summary: "This description",
    responses: { 200: jsonAnswer("OpenAPI 3.1", z.record(z.string(), z.unknown())) },
  });
  let description: Record<string, unknown> | null = null;
  api.openapi(route, (c) => {
    description ??= {
      ...api.getOpenAPI31Document({
        openapi: "3.1.0",
        info: { title: "Promptory API", version: "1.0.0", description: DESCRIPTION },
        servers: [{ url: appUrl }],
      }),
    };
    c.header("cache-control", "public, max-age=300");
    return c.json(description, 200);
  });
}

const DESCRIPTION =
  "The marketplace API. Products, categories and styles answer `{data, meta?}`; everything else " +
  '`{status: "OK", payload, message?}`; refusals `{status: "ERROR", message, code, errors?}`. ' +
  "The header `frontend-language` carries the locale.";
