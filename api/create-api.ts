import { OpenAPIHono } from "@hono/zod-openapi";
import { accountsRoutes } from "./accounts/accounts.routes.ts";
import { csrfRoutes } from "./accounts/csrf.routes.ts";
import { profileRoutes } from "./accounts/profile.routes.ts";
import { resetsRoutes } from "./accounts/resets.routes.ts";
import { catalogRoutes } from "./catalog/catalog.routes.ts";
import { mediaRoutes } from "./catalog/media.routes.ts";
import { contactRoutes } from "./contact/contact.routes.ts";
import { depositsRoutes } from "./deposits/deposits.routes.ts";
import { sandboxRoutes } from "./deposits/sandbox.routes.ts";
import { webhookRoutes } from "./deposits/webhook.routes.ts";
import { prepareRequest } from "./http/basics.ts";
import { limitBody, readBody, rejectForeignForms } from "./http/body.ts";
import { identifyClient } from "./http/client-ip.ts";
import type { ApiDeps, ApiEnv } from "./http/context.ts";
import { answerError, answerNotFound } from "./http/errors.ts";
import { limitConcurrency } from "./http/member-limit.ts";
import { serveDescription } from "./http/openapi.ts";
import { limitWrites } from "./http/rate-limit.ts";
import { checkToken, openSession } from "./http/session.ts";
import { refuseInvalid } from "./http/validation.ts";
import { newsletterRoutes } from "./newsletter/newsletter.routes.ts";
import { offersRoutes } from "./offers/offers.routes.ts";
import { staffOffersRoutes } from "./offers/staff-offers.routes.ts";
import { pagesRoutes } from "./pages/pages.routes.ts";
import { payoutsRoutes } from "./payouts/payouts.routes.ts";
import { purchasesRoutes } from "./purchases/purchases.routes.ts";
import { siteRoutes } from "./site/site.routes.ts";
import { verificationRoutes } from "./verification/verification.routes.ts";
import { wishlistRoutes } from "./wishlist/wishlist.routes.ts";

/**
 * Assembles the marketplace API (spec §7): the request pipeline, then one group of routes per noun.
 * It answers requests and nothing else; background jobs are startBackground's.
 */
export function createApi(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });
  api.use(prepareRequest(deps), identifyClient(deps));
  const limitMembers = limitConcurrency();
  for (const path of ["/api/*", "/sanctum/*"]) {
    api.use(path, rejectForeignForms(deps.config.appUrl));
    api.use(path, openSession(deps), checkToken, limitMembers, limitWrites(deps), readBody);
  }
  api.use("/webhooks/*", limitBody);
  const nouns = [
    accountsRoutes,
    profileRoutes,
    resetsRoutes,
    siteRoutes,
    pagesRoutes,
    contactRoutes,
    newsletterRoutes,
    catalogRoutes,
    depositsRoutes,
    sandboxRoutes,
    purchasesRoutes,
    wishlistRoutes,
    verificationRoutes,
    offersRoutes,
    staffOffersRoutes,
    payoutsRoutes,
  ];
  for (const routes of nouns) api.route("/api", routes(deps));
  for (const routes of [csrfRoutes, webhookRoutes, mediaRoutes]) api.route("/", routes(deps));
  serveDescription(api, deps.config.appUrl);
  api.onError(answerError(deps));
  api.notFound(answerNotFound((method, path) => isRouted(api, method, path)));
  return api;
}

/** True when some route, not only the pipeline, answers this method and path. */
function isRouted(api: OpenAPIHono<ApiEnv>, method: string, path: string): boolean {
  const [handlers] = api.router.match(method, path);
  return handlers.some(([[, route]]) => route.method !== "ALL");
}
