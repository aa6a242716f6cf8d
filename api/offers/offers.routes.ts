import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  OFFER_UPLOAD_BYTES_MAX,
  OFFERS_PER_DAY_MAX,
  OFFERS_PER_MINUTE_MAX,
} from "#domain/offers.ts";
import {
  approveOfferSchema,
  createOfferSchema,
  declineOfferSchema,
  offerHistoryQuerySchema,
  offerHistoryResponseSchema,
  offerResponseSchema,
  payOutOfferSchema,
} from "../contract/offers.ts";
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
import { limitUpload } from "../http/upload.ts";
import type { Upload } from "../noun.ts";
import { approveOffer, payOutToBank } from "./approve-offer.ts";
import { createOffer, declineOffer, listHistory, readOfferImage } from "./offers.service.ts";

export const offersLimit: RateLimit = { name: "offers", max: OFFERS_PER_MINUTE_MAX };
export const dailyOffersLimit: RateLimit = {
  name: "offers a day",
  max: OFFERS_PER_DAY_MAX,
  windowSeconds: 24 * 60 * 60,
};

export const offerUpload: Upload = {
  apiPath: "/api/offer/create",
  pagePath: "/dashboard/offers/create",
  /**
   * Slightly above the file limit, so that a file that is too large is reported on its own field.
   */
  bytesMax: 3 * OFFER_UPLOAD_BYTES_MAX,
};

const shared = { tags: ["offers"], security: memberSecurity, middleware: membersOnly };

const historyRoute = createRoute({
  ...shared,
  method: "get",
  path: "/offer/history",
  operationId: "listOffers",
  summary: "List offers",
  description: "Returns a page of the signed-in user's offers, newest first.",
  request: { query: offerHistoryQuerySchema },
  responses: {
    200: jsonResponse("A page of offers", offerHistoryResponseSchema),
    ...errorResponses(401, 422),
  },
});

const createOfferRoute = (deps: ApiDeps) =>
  createRoute({
    ...shared,
    middleware: [
      membersOnly,
      limitRate(deps, offersLimit),
      limitRate(deps, dailyOffersLimit),
      limitUpload(offerUpload.bytesMax),
    ],
    method: "post",
    path: "/offer/create",
    operationId: "createOffer",
    summary: "Submit an offer",
    description:
      "Submits a design or a prompt for review. Repeating the request with the same `operation_id` returns the same offer.",
    request: {
      body: { required: true, content: { "multipart/form-data": { schema: createOfferSchema } } },
    },
    responses: {
      200: jsonResponse("The offer", offerResponseSchema),
      ...errorResponses(400, 401, 403, 413, 415, 419, 422, 429, 507),
    },
  });

const approveRoute = createRoute({
  ...shared,
  method: "post",
  path: "/offer/approve",
  operationId: "approveOffer",
  summary: "Accept the quoted price",
  description:
    "Accepts the price and starts the payout to the given bank account. Prices of 150.00 or more require a verified user.",
  request: { body: jsonBody(approveOfferSchema) },
  responses: {
    200: jsonResponse("The offer with its payout", offerResponseSchema),
    ...errorResponses(401, 403, 404, 409, 419, 422, 429),
  },
});

const declineRoute = createRoute({
  ...shared,
  method: "post",
  path: "/offer/decline",
  operationId: "declineOffer",
  summary: "Decline the quoted price",
  description: "Declines the displayed price. The offer is closed.",
  request: { body: jsonBody(declineOfferSchema) },
  responses: {
    200: jsonResponse("The offer", offerResponseSchema),
    ...errorResponses(401, 404, 409, 419, 422, 429),
  },
});

const payOutToBankRoute = createRoute({
  ...shared,
  method: "post",
  path: "/offer/withdraw/sepa",
  operationId: "withdrawOfferBySepa",
  summary: "Withdraw an accepted offer by bank transfer",
  description:
    "Starts the payout of an accepted offer, or repeats it after the bank returned the money.",
  request: { body: jsonBody(payOutOfferSchema) },
  responses: {
    200: jsonResponse("The offer with its payout", offerResponseSchema),
    ...errorResponses(401, 403, 404, 409, 419, 422, 429),
  },
});

const documentRoute = createRoute({
  ...shared,
  method: "get",
  path: "/offer/{id}/document",
  operationId: "getOfferDocument",
  summary: "Get the picture of an offer",
  description: "Returns the picture of an offer without metadata, to its owner and to staff.",
  request: {
    params: idParams,
    query: z.object({ size: z.enum(["full", "thumb"]).optional() }),
  },
  responses: {
    200: {
      description: "The picture",
      content: { "image/jpeg": binary, "image/png": binary, "image/webp": binary },
    },
    ...errorResponses(401, 404, 422),
  },
});

/** Offers, for sellers (spec §7). Staff routes are in staff-offers.routes.ts. */
export function offersRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(historyRoute, async (c) =>
    c.json({ ...OK, ...(await listHistory(deps, requireUser(c).id, c.req.valid("query"))) }, 200),
  );
  routes.openapi(createOfferRoute(deps), async (c) => {
    const body = c.req.valid("form");
    const payload = await createOffer(deps, requireUser(c), body, c.get("locale"));
    const message = "Your offer has been successfully submitted and is now under review.";
    return c.json({ ...OK, message, payload }, 200);
  });
  routes.openapi(approveRoute, async (c) => {
    const body = c.req.valid("json");
    const payload = await approveOffer(deps, requireUser(c), body, c.get("locale"));
    return c.json({ ...OK, message: "Deal is completed", payload }, 200);
  });
  routes.openapi(declineRoute, async (c) => {
    const body = c.req.valid("json");
    const payload = await declineOffer(deps, requireUser(c), body, c.get("locale"));
    return c.json({ ...OK, message: "Deal is declined", payload }, 200);
  });
  routes.openapi(payOutToBankRoute, async (c) => {
    const payload = await payOutToBank(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, message: "Deal is completed", payload }, 200);
  });
  routes.openapi(documentRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const size = c.req.valid("query").size ?? "full";
    const { bytes, contentType } = await readOfferImage(deps, requireUser(c), id, size);
    return c.body(bytes, 200, {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });
  return routes;
}
