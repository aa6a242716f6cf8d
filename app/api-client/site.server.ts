import {
  type Country,
  countriesResponseSchema,
  type Language,
  languagesResponseSchema,
  type Settings,
  settingsResponseSchema,
  socialLinksResponseSchema,
  type Words,
  wordsSchema,
} from "#api/contract/site.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { toAbsolute } from "./catalog.server.ts";

export async function getSettings(api: ApiClient): Promise<Settings> {
  return api.getPublic({
    path: "/settings",
    isReference: true,
    isLocalized: false,
    read(body) {
      const { payload } = parseResponse(settingsResponseSchema, body);
      const image = toAbsolute(api, payload.internal_currency_image);
      return { ...payload, internal_currency_image: image };
    },
  });
}

export async function listLanguages(api: ApiClient): Promise<Language[]> {
  return api.getPublic({
    path: "/languages",
    isReference: true,
    isLocalized: false,
    read: (body) => parseResponse(languagesResponseSchema, body).payload,
  });
}

/** The texts of one locale (spec §7). Servers send the map bare or as `payload`. */
export async function getWords(api: ApiClient, locale: string): Promise<Words> {
  return api.getPublic({
    path: `/localization/${encodeURIComponent(locale)}/words`,
    isReference: true,
    isLocalized: false,
    read(body) {
      const isWrapped = typeof body === "object" && body !== null && "payload" in body;
      return parseResponse(wordsSchema, isWrapped ? body.payload : body);
    },
  });
}

export async function listCountries(api: ApiClient): Promise<Country[]> {
  return parseResponse(countriesResponseSchema, await api.get("/countries")).payload;
}

export type SocialLinkView = { url: string; title: string; image: string | null };

/** Where else the shop is; an address that is no web page is left out. */
export async function listSocialLinks(api: ApiClient): Promise<SocialLinkView[]> {
  return api.getPublic({
    path: "/social-links",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      parseResponse(socialLinksResponseSchema, body)
        .payload.filter(({ url }) => /^https?:\/\//i.test(url))
        .map(({ url, title, image }) => ({ url, title, image: toAbsolute(api, image) })),
  });
}
