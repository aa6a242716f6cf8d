import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  reviewOfferSchema,
  staffOfferResponseSchema,
  staffOffersQuerySchema,
  staffOffersResponseSchema,
} from "../contract/offers.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { binary, errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import {
  listOffersForStaff,
  readOfferForStaff,
  readOriginal,
  reviewOffer,
} from "../offers/staff-offers.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("offers"),
  method: "get",
  path: "/staff/offers",
  operationId: "listStaffOffers",
  summary: "List offers for review",
  description: "Returns a page of offers, longest waiting first.",
  request: { query: staffOffersQuerySchema },
  responses: {
    200: jsonResponse("A page of offers", staffOffersResponseSchema),
    ...errorResponses(404, 422),
  },
});

const detailRoute = createRoute({
  ...staffRoute("offers"),
  method: "get",
  path: "/staff/offers/{id}",
  operationId: "getStaffOffer",
  summary: "Get an offer for review",
  description:
    "Returns an offer with its submitter and history. Contact details and payout are included " +
    "with the right `people`; the view is logged.",
  request: { params: idParams },
  responses: { 200: jsonResponse("The offer", staffOfferResponseSchema), ...errorResponses(404) },
});

const originalRoute = createRoute({
  ...staffRoute("offers"),
  method: "get",
  path: "/staff/offers/{id}/original",
  operationId: "getOfferOriginal",
  summary: "Download the original file of an offer",
  description: "Returns the uploaded file unchanged.",
  request: { params: idParams },
  responses: {
    200: {
      description: "The file",
      content: { "image/jpeg": binary, "image/png": binary, "image/gif": binary },
    },
    ...errorResponses(404),
  },
});

const reviewRoute = createRoute({
  ...staffRoute("reviews"),
  method: "post",
  path: "/staff/offers/{id}/answer",
  operationId: "reviewOffer",
  summary: "Quote a price or reject an offer",
  description: "Records the decision on an offer. The submitter is notified by e-mail.",
  request: { params: idParams, body: jsonBody(reviewOfferSchema) },
  responses: {
    200: jsonResponse("The offer", staffOfferResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

/** Offers under review: quoting a price or declining (design §4). */
export function staffOffersRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json(
      { ...OK, ...(await listOffersForStaff(deps, c.req.valid("query"), c.get("locale"))) },
      200,
    ),
  );
  routes.openapi(detailRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await readOfferForStaff(deps.database, requireUser(c), id, c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(originalRoute, async (c) => {
    const { bytes, fileName, contentType } = await readOriginal(
      deps,
      requireUser(c),
      Number(c.req.valid("param").id),
    );
    return c.body(bytes, 200, {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });
  routes.openapi(reviewRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const body = c.req.valid("json");
    const payload = await reviewOffer(deps, requireUser(c), {
      offerId: id,
      body,
      locale: c.get("locale"),
    });
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
