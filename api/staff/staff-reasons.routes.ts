import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  reasonResponseSchema,
  reasonsResponseSchema,
  saveReasonSchema,
  updateReasonSchema,
} from "../contract/staff/reviews.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { createReason, deleteReason, listReasons, saveReason } from "../reviews/reviews.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("reviews"),
  method: "get",
  path: "/staff/reasons",
  operationId: "listReasons",
  summary: "List the reasons for decisions",
  description: "Returns all reasons of the shop, by kind, language and title.",
  responses: { 200: jsonResponse("The reasons", reasonsResponseSchema), ...errorResponses(404) },
});

const createReasonRoute = createRoute({
  ...staffRoute("reviews"),
  method: "post",
  path: "/staff/reasons",
  operationId: "createReason",
  summary: "Add a reason",
  description: "A title is unique within its kind and language.",
  request: { body: jsonBody(saveReasonSchema) },
  responses: {
    200: jsonResponse("The reason", reasonResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const updateRoute = createRoute({
  ...staffRoute("reviews"),
  method: "put",
  path: "/staff/reasons/{id}",
  operationId: "updateReason",
  summary: "Update a reason",
  description:
    "Emails already sent are unaffected. Rejected if it has been changed since the version sent.",
  request: { params: idParams, body: jsonBody(updateReasonSchema) },
  responses: {
    200: jsonResponse("The reason", reasonResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const deleteRoute = createRoute({
  ...staffRoute("reviews"),
  method: "delete",
  path: "/staff/reasons/{id}",
  operationId: "deleteReason",
  summary: "Delete a reason",
  description: "Emails already sent are unaffected. Idempotent.",
  request: { params: idParams },
  responses: { 200: jsonResponse("Deleted", statusOkSchema), ...errorResponses(404, 419) },
});

/** Reusable reasons for decisions on offers and verifications (design §4). */
export function staffReasonsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, payload: await listReasons(deps.database) }, 200),
  );
  routes.openapi(createReasonRoute, async (c) => {
    const payload = await createReason(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(updateRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await saveReason(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(deleteRoute, async (c) => {
    await deleteReason(deps, requireUser(c), Number(c.req.valid("param").id));
    return c.json(OK, 200);
  });
  return routes;
}
