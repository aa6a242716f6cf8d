import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  countriesResponseSchema,
  languagesResponseSchema,
  settingsResponseSchema,
  socialLinksResponseSchema,
  wordsSchema,
} from "../contract/site.ts";
import { respondPublicly } from "../http/caching.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { errorResponses, jsonResponse, notModified } from "../http/openapi.ts";
import { listCountries, listLanguages, listSocialLinks, readSettings } from "./site.service.ts";
import { requireWords } from "./texts.service.ts";

/** Settings and texts change at runtime, languages only with a release. */
const SETTINGS_MAX_AGE_SECONDS = 60;
const LANGUAGES_MAX_AGE_SECONDS = 300;

const tags = ["site"];

const settingsRoute = createRoute({
  method: "get",
  path: "/settings",
  tags,
  operationId: "getSettings",
  summary: "Get the shop settings",
  description:
    "Returns the public settings: enabled features, image formats and sizes, currency and " +
    "company data.",
  responses: { 200: jsonResponse("Settings", settingsResponseSchema), ...notModified },
});

const languagesRoute = createRoute({
  method: "get",
  path: "/languages",
  tags,
  operationId: "listLanguages",
  summary: "List languages",
  description: "Returns the languages of the shop, English first.",
  responses: { 200: jsonResponse("Languages", languagesResponseSchema), ...notModified },
});

const wordsRoute = createRoute({
  method: "get",
  path: "/localization/{locale}/words",
  tags,
  operationId: "getTranslations",
  summary: "Get the texts of a language",
  description: "Returns all interface texts of a language by key.",
  request: { params: z.object({ locale: z.string().openapi({ example: "de" }) }) },
  responses: {
    200: jsonResponse("Texts by key", wordsSchema),
    ...notModified,
    ...errorResponses(404),
  },
});

const countriesRoute = createRoute({
  method: "get",
  path: "/countries",
  tags,
  operationId: "listCountries",
  summary: "List countries",
  description:
    "Returns all countries with their ISO 3166-1 code, named in the language of the `frontend-language` header.",
  responses: { 200: jsonResponse("Countries", countriesResponseSchema), ...notModified },
});

const socialLinksRoute = createRoute({
  method: "get",
  path: "/social-links",
  tags,
  operationId: "listSocialLinks",
  summary: "List social media links",
  description: "Returns the shop's profiles on social networks.",
  responses: { 200: jsonResponse("Social links", socialLinksResponseSchema), ...notModified },
});

/**
 * Settings, languages, texts, countries and social links (spec §7): public and the same for
 * everybody.
 */
export function siteRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const { locales } = deps.config;
  const ok = <Payload>(payload: Payload) => ({ status: "OK" as const, payload });
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(settingsRoute, async (c) =>
    respondPublicly(c, ok(await readSettings(deps)), SETTINGS_MAX_AGE_SECONDS),
  );
  routes.openapi(languagesRoute, (c) =>
    respondPublicly(c, ok(listLanguages(locales)), LANGUAGES_MAX_AGE_SECONDS),
  );
  routes.openapi(wordsRoute, async (c) => {
    const words = await requireWords(deps, c.req.valid("param").locale);
    return respondPublicly(c, words, SETTINGS_MAX_AGE_SECONDS);
  });
  routes.openapi(countriesRoute, (c) =>
    respondPublicly(c, ok(listCountries(c.get("locale"))), LANGUAGES_MAX_AGE_SECONDS),
  );
  routes.openapi(socialLinksRoute, async (c) =>
    respondPublicly(c, ok(await listSocialLinks(deps)), SETTINGS_MAX_AGE_SECONDS),
  );
  return routes;
}
