import {
  type Country,
  countriesResponseSchema,
  type Language,
  languagesResponseSchema,
  type Settings,
  type SocialLink,
  settingsResponseSchema,
  socialLinksResponseSchema,
  type Words,
  wordsSchema,
} from "#api/contract/site.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { DEPOSIT_CENTS_MAX, DEPOSIT_CENTS_MIN } from "#domain/deposits.ts";
import type { WithdrawalType } from "#domain/offers.ts";
import { listPayoutMethods } from "#domain/payouts.ts";
import { offeredImages } from "#domain/purchases.ts";
import { toAbsolute } from "./catalog.server.ts";

/** The contract's own shape is what screens show. */
export type { Country, Language };
export type SettingsView = ReturnType<typeof toSettings>;
export type SocialLinkView = ReturnType<typeof toSocialLink>;

export async function getSettings(api: ApiClient): Promise<SettingsView> {
  return api.getPublic({
    path: "/settings",
    isReference: true,
    isLocalized: false,
    read: (body) => toSettings(api, parseResponse(settingsResponseSchema, body).payload),
  });
}

/**
 * The version of the text by which buyers agree to delivery at once; null from servers that do not
 * ask for it. Apart from the settings of every page: only buyers need it.
 */
export async function getConsentVersion(api: ApiClient): Promise<string | null> {
  return api.getPublic({
    path: "/settings",
    name: "consent version",
    isReference: true,
    isLocalized: false,
    read: (body) => parseResponse(settingsResponseSchema, body).payload.consent_version ?? null,
  });
}

/** How sellers may be paid, bank transfers first. Apart, too: only sellers need it. */
export async function getPayoutMethods(api: ApiClient): Promise<WithdrawalType[]> {
  return api.getPublic({
    path: "/settings",
    name: "payout methods",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      listPayoutMethods(parseResponse(settingsResponseSchema, body).payload.payout_methods),
  });
}

/** True where an address has to be confirmed before there is any money (spec §4, §6). */
export async function isEmailVerificationOn(api: ApiClient): Promise<boolean> {
  return api.getPublic({
    path: "/settings",
    name: "email verification",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      parseResponse(settingsResponseSchema, body).payload.is_email_verification_enabled,
  });
}

/** What a shop without its settings still shows: the spec's defaults (§9). */
export function getDefaultSettings(api: ApiClient): SettingsView {
  return toSettings(api, {
    is_reg_enabled: true,
    is_email_verification_enabled: false,
    internal_currency_name: "Credits",
    company_name: "Promptory",
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

/** Where else the shop is; an address that is no web page is left out. */
export async function listSocialLinks(api: ApiClient): Promise<SocialLinkView[]> {
  return api.getPublic({
    path: "/social-links",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      parseResponse(socialLinksResponseSchema, body)
        .payload.filter(({ url }) => /^https?:\/\//i.test(url))
        .map((link) => toSocialLink(api, link)),
  });
}

function toSettings(api: ApiClient, settings: Settings) {
  const rate = Number(settings.eur_rate ?? 1);
  return {
    isRegistrationOpen: settings.is_reg_enabled,
    currencyName: settings.internal_currency_name,
    currencyImage: toAbsolute(api, settings.internal_currency_image),
    /** Internal currency for one EUR, in basis points. */
    eurRateBasisPoints: Number.isFinite(rate) && rate > 0 ? Math.round(rate * 10_000) : 10_000,
    /** In EUR cents; the house's own when the server states none. */
    depositLimits: {
      minCents: toCents(settings.deposit_min) ?? DEPOSIT_CENTS_MIN,
      maxCents: toCents(settings.deposit_max) ?? DEPOSIT_CENTS_MAX,
    },
    /** What bought images can be downloaded as. */
    images: offeredImages(settings),
    companyName: settings.company_name,
    registryCode: settings.company_reg_number ?? null,
    companyAddress: settings.company_address ?? null,
    companyPhone: settings.company_phone ?? null,
    supportEmail: settings.support_email ?? null,
    copyright: settings.copyright ?? null,
    /** Payments are a sandbox's. */
    isSandbox: settings.is_sandbox ?? false,
  };
}

function toSocialLink(api: ApiClient, { url, title, image }: SocialLink) {
  return { url, title, image: toAbsolute(api, image) };
}
