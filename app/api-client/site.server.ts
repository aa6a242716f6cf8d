import { type Country, type Language, type Words, wordsSchema } from "#api/contract/site.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import { toAbsolute } from "#app/api-client/transport/storage-url.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { DEFAULT_CURRENCY_NAME } from "#domain/money.ts";
import type { WithdrawalType } from "#domain/offers.ts";
import { listPayoutMethods } from "#domain/payouts.ts";
import { offeredImages } from "#domain/purchases.ts";
import {
  countryRowsSchema,
  languageRowsSchema,
  type SettingsPage,
  type SocialLinkRow,
  settingsPageSchema,
  socialLinkRowsSchema,
} from "./schemas/response-schemas.server.ts";

/** The contract's own shape is what screens show. */
export type { Country, Language };
export type SettingsView = ReturnType<typeof toSettings>;
export type SocialLinkView = ReturnType<typeof toSocialLink>;

export async function getSettings(api: ApiClient): Promise<SettingsView> {
  return api.getPublic({
    path: "/settings",
    isReference: true,
    isLocalized: false,
    read: (body) => toSettings(api, parseResponse(settingsPageSchema, body).payload),
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
    read: (body) => parseResponse(settingsPageSchema, body).payload.consent_version ?? null,
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
      listPayoutMethods(parseResponse(settingsPageSchema, body).payload.payout_methods),
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
      parseResponse(settingsPageSchema, body).payload.is_email_verification_enabled ?? false,
  });
}

/** What the server does besides the calls of spec §7; nothing where it does not say. */
export async function getFeatures(api: ApiClient): Promise<ReadonlySet<string>> {
  const features = await api.getPublic({
    path: "/settings",
    name: "features",
    isReference: true,
    isLocalized: false,
    read: (body) => parseResponse(settingsPageSchema, body).payload.features ?? [],
  });
  return new Set(features);
}

/** What a shop without its settings still shows: the spec's defaults (§9). */
export function getDefaultSettings(api: ApiClient): SettingsView {
  return toSettings(api, {});
}

export async function listLanguages(api: ApiClient): Promise<Language[]> {
  return api.getPublic({
    path: "/languages",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      parseResponse(languageRowsSchema, body).payload.map((language) =>
        typeof language === "string" ? { code: language } : language,
      ),
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
  const { payload } = parseResponse(countryRowsSchema, await api.get("/countries"));
  return payload.map(({ id, name }) => ({ id: String(id), name }));
}

/** Where else the shop is; an address that is no web page is left out. */
export async function listSocialLinks(api: ApiClient): Promise<SocialLinkView[]> {
  return api.getPublic({
    path: "/social-links",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      parseResponse(socialLinkRowsSchema, body)
        .payload.filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url))
        .map((link) => toSocialLink(api, link)),
  });
}

/** The spec's defaults (§9), and nothing where a server says nothing. */
function toSettings(api: ApiClient, settings: SettingsPage) {
  const rate = Number(settings.eur_rate);
  const [minCents, maxCents] = [toCents(settings.deposit_min), toCents(settings.deposit_max)];
  return {
    isRegistrationOpen: settings.is_reg_enabled ?? true,
    currencyName: settings.internal_currency_name || DEFAULT_CURRENCY_NAME,
    currencyImage: toAbsolute(api, settings.internal_currency_image),
    /** Internal currency for one EUR, in basis points; null where the server does not say. */
    eurRateBasisPoints: Number.isFinite(rate) && rate > 0 ? Math.round(rate * 10_000) : null,
    /** In EUR cents; null where the server does not state both: it checks amounts itself. */
    depositLimits: minCents !== null && maxCents !== null ? { minCents, maxCents } : null,
    /** What bought images can be downloaded as. */
    images: offeredImages(settings),
    companyName: settings.company_name || "Promptory",
    registryCode: settings.company_reg_number ?? null,
    vatId: settings.company_vat_id ?? null,
    representative: settings.company_representative ?? null,
    companyAddress: settings.company_address ?? null,
    companyPhone: settings.company_phone ?? null,
    supportEmail: settings.support_email ?? null,
    copyright: settings.copyright ?? null,
    hasPriceFilter: settings.features?.includes("price_filter") ?? false,
    /** Anybody can report illegal content. */
    hasNotices: settings.features?.includes("notices") ?? false,
    /** Payments are a sandbox's. */
    isSandbox: settings.is_sandbox ?? false,
  };
}

function toSocialLink(api: ApiClient, { url, title, image }: SocialLinkRow) {
  const stated = toAbsolute(api, image);
  // Browsers show a part of a picture (`social.svg#name`) from our own origin alone.
  const isPart = stated?.includes("#") ?? false;
  const isShown = !isPart || new URL(stated ?? "", api.appUrl).origin === api.appUrl;
  return { url, title: title ?? new URL(url).hostname, image: isShown ? stated : null };
}
