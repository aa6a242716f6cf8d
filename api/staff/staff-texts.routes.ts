import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  mailPreviewResponseSchema,
  previewWordingSchema,
  staffTextsQuerySchema,
  staffTextsResponseSchema,
  wordingSchema,
} from "../contract/staff/texts.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { previewWording } from "../mails/preview/preview-wording.ts";
import { listStaffTexts, saveWording } from "../site/texts.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("site"),
  method: "get",
  path: "/staff/texts",
  operationId: "listStaffTexts",
  summary: "List texts for editing",
  description: "Returns a page of a language's texts beside the English ones.",
  request: { query: staffTextsQuerySchema },
  responses: {
    200: jsonResponse("A page of texts", staffTextsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const saveRoute = createRoute({
  ...staffRoute("site"),
  method: "put",
  path: "/staff/texts",
  operationId: "saveWording",
  summary: "Save custom wording",
  description: "Saves custom wording of a text; an empty one restores the shipped text.",
  request: { body: jsonBody(wordingSchema) },
  responses: {
    200: jsonResponse("The wording is saved", statusOkSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const previewRoute = createRoute({
  ...staffRoute("site"),
  method: "post",
  path: "/staff/texts/preview",
  operationId: "previewWording",
  summary: "Preview a mail",
  description:
    "Returns the mail that uses a text, with sample data and this wording; an empty one " +
    "means the current wording. Saves nothing. Null if no mail uses the text, or the mail " +
    "cannot be sent yet.",
  request: { body: jsonBody(previewWordingSchema) },
  responses: {
    200: jsonResponse("The mail", mailPreviewResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

/** Custom wording of screens (spec §1). */
export function staffTextsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listStaffTexts(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(saveRoute, async (c) => {
    await saveWording(deps, requireUser(c), c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(previewRoute, async (c) => {
    const payload = await previewWording(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
