import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import {
  contactDetailsSchema,
  givenCardResponseSchema,
  payOutToCardResponseSchema,
  payOutToCardSchema,
} from "../contract/offers.ts";
import { type ApiContext, type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { requireSession } from "../http/session-middleware.ts";
import { payOutToCard, readGivenCard, startCardVisit } from "./pay-out-to-card.ts";

/** Each request opens a page at the payout provider. */
export const CARD_PAGES_PER_MINUTE_MAX = 20;
export const cardPagesLimit: RateLimit = { name: "card payouts", max: CARD_PAGES_PER_MINUTE_MAX };
/** Each request asks the payout provider for the card. */
export const GIVEN_CARDS_PER_MINUTE_MAX = 60;
export const givenCardsLimit: RateLimit = { name: "given cards", max: GIVEN_CARDS_PER_MINUTE_MAX };

const shared = { tags: ["offers"], security: memberSecurity };

/** The type in the path defaults to `card` (spec §7). */
const payOutToCardRoute = (deps: ApiDeps, path: "/offer/withdraw" | "/offer/withdraw/card") =>
  createRoute({
    ...shared,
    middleware: [membersOnly, limitRate(deps, cardPagesLimit)],
    method: "post",
    path,
    operationId: path.endsWith("card") ? "withdrawOfferByCard" : "withdrawOffer",
    summary: "Withdraw an offer to a card",
    description:
      "With contact details, returns the URL of the payout provider's page, where the card is " +
      "entered; card numbers are never sent to this API. With the `card` from its return URL, " +
      "accepts the offer and starts its payout, or repeats one that came back.",
    request: { body: jsonBody(payOutToCardSchema) },
    responses: {
      200: jsonResponse("The page, or the offer with its payout", payOutToCardResponseSchema),
      ...errorResponses(401, 403, 404, 409, 419, 422, 429, 502),
    },
  });

const givenCardRoute = (deps: ApiDeps) =>
  createRoute({
    ...shared,
    middleware: [membersOnly, limitRate(deps, givenCardsLimit)],
    method: "get",
    path: "/offer/withdraw/card/{card}",
    operationId: "getGivenCard",
    summary: "Get the entered card",
    description:
      "Returns brand, last digits and expiry of the card entered on the payout provider's " +
      "page, in the session that started the visit, until it is used.",
    request: { params: z.object({ card: z.string().max(64) }) },
    responses: {
      200: jsonResponse("The card", givenCardResponseSchema),
      ...errorResponses(401, 404, 409, 422, 429, 502),
    },
  });

/** Payouts to cards, for sellers (spec §7). */
export function cardPayoutRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  for (const path of ["/offer/withdraw/card", "/offer/withdraw"] as const) {
    routes.openapi(payOutToCardRoute(deps, path), async (c) => {
      const { card, terms: _, ...body } = c.req.valid("json");
      const seller = requireSeller(c);
      const locale = c.get("locale");
      if (card !== undefined) {
        const payload = await payOutToCard(deps, seller, { id: body.id, card }, locale);
        return c.json({ ...OK, message: "Deal is completed", payload }, 200);
      }
      // Already validated by the route's schema.
      const contact = contactDetailsSchema.parse(body);
      const { redirectUrl } = await startCardVisit(deps, seller, { ...body, contact }, locale);
      return c.json({ ...OK, redirect_url: redirectUrl }, 200);
    });
  }
  routes.openapi(givenCardRoute(deps), async (c) => {
    const payload = await readGivenCard(deps, requireSeller(c), c.req.valid("param").card);
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}

/** The member and the session that a visit is bound to. Throws unauthenticated (401). */
function requireSeller(c: ApiContext) {
  const sessionHash = requireSession(c).idHash;
  if (sessionHash === null) throw new DomainError("unauthenticated");
  return { ...requireUser(c), sessionHash };
}
