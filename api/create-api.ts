import { OpenAPIHono } from "@hono/zod-openapi";
import { prepareRequest } from "./http/basics.ts";
import { limitBody, readBody, rejectCrossSiteForms } from "./http/body.ts";
import { identifyClient } from "./http/client-ip.ts";
import type { ApiDeps, ApiEnv } from "./http/context.ts";
import { rejectUnknownMethods, respondNotFound, respondToError } from "./http/errors.ts";
import { confirmWrites } from "./http/guards.ts";
import { limitConcurrency } from "./http/member-limit.ts";
import { serveDescription } from "./http/openapi.ts";
import { rejectViewWrites } from "./http/person-view.ts";
import { limitWrites } from "./http/rate-limit.ts";
import { checkToken, openSession } from "./http/session-middleware.ts";
import { rejectInvalid } from "./http/validation.ts";
import { nouns } from "./nouns.ts";

/**
 * Assembles the marketplace API (spec §7): the request pipeline, then the routes of each noun. It
 * only handles requests; startBackground starts the background jobs.
 */
export function createApi(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: rejectInvalid });
  const checkboxes = new Set(nouns.flatMap((noun) => noun.checkboxes ?? []));
  const notFound = respondNotFound((method, path) => isRouted(api, method, path));
  api.use(prepareRequest(deps), rejectUnknownMethods(notFound), identifyClient(deps));
  const limitMembers = limitConcurrency();
  const sessionReads = nouns.flatMap((noun) => noun.sessionReads ?? []);
  for (const path of ["/api/*", "/sanctum/*"]) {
    api.use(path, rejectCrossSiteForms(deps.config.appUrl));
    api.use(path, openSession(deps, sessionReads), checkToken, rejectViewWrites);
    api.use(path, limitMembers, limitWrites(deps));
    api.use(path, readBody(checkboxes), confirmWrites);
  }
  api.use("/webhooks/*", limitBody);
  for (const { at, routes } of nouns.flatMap((noun) => noun.routes ?? [])) {
    api.route(at, routes(deps, nouns));
  }
  serveDescription(api, deps.config.appUrl);
  api.onError(respondToError(deps));
  api.notFound(notFound);
  return api;
}

/** Returns true when a route, not only the pipeline, handles this method and path. */
function isRouted(api: OpenAPIHono<ApiEnv>, method: string, path: string): boolean {
  const [handlers] = api.router.match(method, path);
  return handlers.some(([[, route]]) => route.method !== "ALL");
}
