import { type Country, type Language, type Words, wordsSchema } from "#api/contract/site.ts";
import { uniqueBy } from "#app/api-client/transport/json.server.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import { toAbsolute } from "#app/api-client/transport/storage-url.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { readLocale } from "#domain/locales.ts";
import { DEFAULT_CURRENCY_NAME } from "#domain/money.ts";
import type { PayoutType } from "#domain/offers.ts";
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

/** Identical to the contract's type. */
export type { Country, Language };
export type SettingsView = ReturnType<typeof toSettings>;
export type SocialLinkView = ReturnType<typeof toSocialLink>;

export async function getSettings(api: ApiClient): Promise<SettingsView> {
  return (await readSettings(api)).view;
}

/**
 * The version of the consent text for immediate delivery; null for servers that require no consent.
 * Separate from the settings on every page, because only buyers need it.
 */
export async function getConsentVersion(api: ApiClient): Promise<string | null> {
  return (await readSettings(api)).consentVersion;
}

/**
 * The rate (`toRate`) for a price that the buyer agrees to: it has to be as current as the prices
 * of products, unlike other settings. After a write it is read again.
 */
export async function getEurRate(api: ApiClient): Promise<number | null> {
  return api.getPublic({
    path: "/settings",
    name: "rate",
    isLocalized: false,
    read: (body) => toRate(parseResponse(settingsPageSchema, body).payload),
  });
}

/** Payout methods, bank transfers first. Also separate, because only sellers need them. */
export async function getPayoutMethods(api: ApiClient): Promise<PayoutType[]> {
  return [...(await readSettings(api)).payoutMethods];
}

/** True if an address must be confirmed before any payment (spec §4, §6). */
export async function isEmailVerificationOn(api: ApiClient): Promise<boolean> {
  return (await readSettings(api)).isEmailVerificationOn;
}

/** The server's features besides the calls of spec §7; empty if it does not report them. */
export async function getFeatures(api: ApiClient): Promise<ReadonlySet<string>> {
  return new Set((await readSettings(api)).features);
}

/** All parts in one read: each read of its own would make slow servers slower. */
function readSettings(api: ApiClient) {
  return api.getPublic({
    path: "/settings",
    isReference: true,
    isLocalized: false,
    read(body) {
      const { payload } = parseResponse(settingsPageSchema, body);
      return {
        view: toSettings(api, payload),
        consentVersion: payload.consent_version ?? null,
        payoutMethods: listPayoutMethods(payload.payout_methods),
        isEmailVerificationOn: payload.is_email_verification_enabled ?? false,
        features: payload.features ?? [],
      };
    },
  });
}

/** Defaults of a shop without settings: the spec's (§9). */
export function getDefaultSettings(api: ApiClient): SettingsView {
  return toSettings(api, {});
}

/** The languages, by our locales; calls in one of them name it by the server's own code. */
export async function listLanguages(api: ApiClient): Promise<Language[]> {
  const { languages, codes } = await api.getPublic({
    path: "/languages",
    isReference: true,
    isLocalized: false,
    read(body) {
      const stated = parseResponse(languageRowsSchema, body).payload.flatMap(toLanguage);
      const rows = uniqueBy(stated, ({ code }) => code);
      return {
        languages: rows.map(({ stated: _, ...language }) => language),
        codes: new Map(rows.map(({ code, stated }) => [code, stated])),
      };
    },
  });
  api.setLocaleCodes(codes);
  return languages;
}

/** Empty for a code that is no language. */
function toLanguage(row: Language | string) {
  const { code: stated, name } = typeof row === "string" ? { code: row } : row;
  const code = readLocale(stated);
  return code === null ? [] : [{ code, name, stated }];
}

/**
 * The texts of one locale (spec §7), without blank ones, which are yet to be translated. Servers
 * send the map bare or as `payload`.
 */
export async function getWords(api: ApiClient, locale: string): Promise<Words> {
  return api.getPublic({
    path: `/localization/${encodeURIComponent(api.localeCodeOf(locale))}/words`,
    isReference: true,
    isLocalized: false,
    read(body) {
      const isWrapped = typeof body === "object" && body !== null && "payload" in body;
      const words = parseResponse(wordsSchema, isWrapped ? body.payload : body);
      return Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== ""));
    },
  });
}

export async function listCountries(api: ApiClient): Promise<Country[]> {
  return api.getPublic({
    path: "/countries",
    isReference: true,
    read: (body) =>
      parseResponse(countryRowsSchema, body).payload.map(({ id, name }) => ({
        id: String(id),
        name,
      })),
  });
}

/** Social links; invalid URLs are omitted. */
export async function listSocialLinks(api: ApiClient): Promise<SocialLinkView[]> {
  return api.getPublic({
    path: "/social-links",
    isReference: true,
    isLocalized: false,
    read: (body) =>
      uniqueBy(parseResponse(socialLinkRowsSchema, body).payload, ({ url }) => url)
        .filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url))
        .map((link) => toSocialLink(api, link)),
  });
}

/** Internal currency per EUR, in basis points; null if the server reports no usable rate. */
function toRate({ eur_rate: rate }: SettingsPage): number | null {
  const basisPoints = Math.round(Number(rate) * 10_000);
  return Number.isSafeInteger(basisPoints) && basisPoints > 0 ? basisPoints : null;
}

/** Settings with the spec's defaults (§9); features are off unless the server reports them. */
function toSettings(api: ApiClient, settings: SettingsPage) {
  const [minCents, maxCents] = [toCents(settings.deposit_min), toCents(settings.deposit_max)];
  return {
    isRegistrationOpen: settings.is_reg_enabled ?? true,
    currencyName: settings.internal_currency_name || DEFAULT_CURRENCY_NAME,
    currencyImage: toAbsolute(api, settings.internal_currency_image),
    eurRateBasisPoints: toRate(settings),
    /** Also false if the server does not state it. */
    pricesIncludeVat: settings.prices_include_vat ?? false,
    /**
     * In EUR cents; null unless the server reports both limits: then it validates amounts itself.
     */
    depositLimits: minCents !== null && maxCents !== null ? { minCents, maxCents } : null,
    /** Download formats of purchased images. */
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
    /** Whether anybody can report illegal content. */
    hasNotices: settings.features?.includes("notices") ?? false,
    /** Whether payments are made in a sandbox. */
    isSandbox: settings.is_sandbox ?? false,
  };
}

function toSocialLink(api: ApiClient, { url, title, image }: SocialLinkRow) {
  const stated = toAbsolute(api, image);
  // Browsers show a part of an image (`social.svg#name`) only if it is from the same origin.
  const isPart = stated?.includes("#") ?? false;
  const isShown = !isPart || new URL(stated ?? "", api.appUrl).origin === api.appUrl;
  return { url, title: title ?? new URL(url).hostname, image: isShown ? stated : null };
}
