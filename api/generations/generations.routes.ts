import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  generateImageSchema,
  generationHistoryQuerySchema,
  generationHistoryResponseSchema,
  generationResponseSchema,
} from "../contract/generations.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import {
  binary,
  errorResponses,
  idParams,
  jsonBody,
  jsonResponse,
  memberSecurity,
  OK,
} from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { respondWithZip, zipResponse } from "../http/zip-response.ts";
import {
  cancelGeneration,
  downloadGeneration,
  generateImage,
  listGenerations,
  readGeneratedImage,
  readGeneration,
} from "./generations.service.ts";

/** Per person and minute: more than anybody can look at, fewer than would saturate a core. */
export const GENERATIONS_PER_MINUTE_MAX = 12;
export const generationsLimit: RateLimit = {
  name: "generations",
  max: GENERATIONS_PER_MINUTE_MAX,
};

const shared = { tags: ["generations"], security: memberSecurity, middleware: membersOnly };

const generateRoute = (deps: ApiDeps) =>
  createRoute({
    ...shared,
    middleware: [membersOnly, limitRate(deps, generationsLimit)],
    method: "post",
    path: "/purchase/generate-image",
    operationId: "generateImage",
    summary: "Generate an image",
    description:
      "Generates a new picture from a prompt that the user owns, and returns it in a zip. Errors come as JSON.",
    request: { body: jsonBody(generateImageSchema) },
    responses: {
      200: zipResponse,
      202: jsonResponse(
        "Not finished within `wait_seconds`, or finished while its file cannot be read",
        generationResponseSchema,
      ),
      ...errorResponses(401, 409, 419, 422, 429, 500, 503),
    },
  });

const historyRoute = createRoute({
  ...shared,
  method: "get",
  path: "/generations",
  operationId: "listGenerations",
  summary: "List generated pictures",
  description: "Returns a page of the signed-in user's generated pictures, newest first.",
  request: { query: generationHistoryQuerySchema },
  responses: {
    200: jsonResponse("A page of generated pictures", generationHistoryResponseSchema),
    ...errorResponses(401, 422),
  },
});

const readRoute = createRoute({
  ...shared,
  method: "get",
  path: "/generations/{id}",
  operationId: "readGeneration",
  summary: "Get the state of a generated picture",
  description: "Returns state, queue position and progress of one of the user's pictures.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The generated picture", generationResponseSchema),
    ...errorResponses(401, 404, 422),
  },
});

const cancelRoute = createRoute({
  ...shared,
  method: "post",
  path: "/generations/{id}/cancel",
  operationId: "cancelGeneration",
  summary: "Cancel a picture",
  description: "Cancels a queued or running picture. A finished one stays unchanged.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The generated picture", generationResponseSchema),
    ...errorResponses(401, 404, 419, 422),
  },
});

const downloadRoute = createRoute({
  ...shared,
  method: "get",
  path: "/generations/{id}/download",
  operationId: "downloadGeneration",
  summary: "Download a generated picture",
  description: "Returns a zip with the picture and the English prompt.",
  request: { params: idParams },
  responses: { 200: zipResponse, ...errorResponses(401, 404, 409, 422) },
});

const imageRoute = createRoute({
  ...shared,
  method: "get",
  path: "/generations/{id}/image",
  operationId: "readGeneratedImage",
  summary: "Get a generated picture",
  description: "Returns the picture alone, for display.",
  request: { params: idParams },
  responses: {
    200: {
      description: "The picture",
      content: { "image/jpeg": binary, "image/png": binary, "image/webp": binary },
    },
    ...errorResponses(401, 404, 409, 422),
  },
});

const TYPES = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;

/** Returns the routes for generated images and their state (spec §7 purchase/generate-image). */
export function generationsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(generateRoute(deps), async (c) => {
    const made = await generateImage(deps, requireUser(c).id, c.req.valid("json"), c.get("locale"));
    if ("file" in made) return respondWithZip(c, made.file);
    return c.json({ ...OK, payload: made.generation }, 202);
  });
  routes.openapi(historyRoute, async (c) => {
    const query = c.req.valid("query");
    const list = await listGenerations(deps, requireUser(c).id, c.get("locale"), query);
    return c.json({ ...OK, ...list }, 200);
  });
  routes.openapi(readRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await readGeneration(deps, requireUser(c).id, id, c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(cancelRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await cancelGeneration(deps, requireUser(c).id, id, c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(downloadRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return respondWithZip(c, await downloadGeneration(deps, requireUser(c).id, id));
  });
  routes.openapi(imageRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const { format, bytes } = await readGeneratedImage(deps, requireUser(c).id, id);
    return c.body(new Uint8Array(bytes), 200, {
      "content-type": TYPES[format],
      "content-length": String(bytes.byteLength),
      "x-content-type-options": "nosniff",
    });
  });
  return routes;
}
