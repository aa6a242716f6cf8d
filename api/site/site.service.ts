import { listNamedCountries } from "#domain/countries.ts";
import { smallestDepositCents } from "#domain/deposits.ts";
import { GENERATION_PRICE_CENTS } from "#domain/generations.ts";
import { formatRate, toDecimal } from "#domain/money.ts";
import { listPayoutMethods } from "#domain/payouts.ts";
import { SERVER_FEATURES } from "#domain/site.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import type { Country, Language, Settings, SocialLink } from "../contract/site.ts";
import type { ApiDeps } from "../http/context.ts";
import { doPricesIncludeVat } from "./prices.ts";
import { listSocialLinkRows, requireSettings } from "./site.queries.ts";

/** The settings of spec §3, plus those our own web app uses: limits, rate, sandbox or not. */
export async function readSettings(deps: ApiDeps): Promise<Settings> {
  const row = await requireSettings(deps.database);
  return {
    is_reg_enabled: row.isRegEnabled,
    is_email_verification_enabled: row.isEmailVerificationEnabled,
    internal_currency_name: row.internalCurrencyName,
    internal_currency_image: row.internalCurrencyImage,
    formats: row.formats,
    sizes: row.sizes,
    company_name: row.companyName,
    company_reg_number: row.companyRegNumber,
    company_vat_id: row.companyVatId,
    company_representative: row.companyRepresentative,
    company_address: row.companyAddress,
    support_email: row.supportEmail,
    company_phone: row.companyPhone,
    copyright: row.copyright,
    eur_rate: formatRate(row.eurRateBasisPoints),
    prices_include_vat: doPricesIncludeVat(row),
    deposit_min: toDecimal(smallestDepositCents(row.depositMinCents, row.eurRateBasisPoints)),
    deposit_max: toDecimal(row.depositMaxCents),
    consent_version: CONSENT_VERSION,
    payout_methods: listPayoutMethods(row.payoutMethods, deps.cardPayouts.current !== null),
    features: SERVER_FEATURES.filter(
      (feature) => feature !== "free_images" || GENERATION_PRICE_CENTS === 0,
    ),
    is_sandbox: deps.payments.methods.some(
      (method) => deps.payments.forMethod(method)?.takesRealMoney === false,
    ),
  };
}

/** The available languages, each with its native name. */
export function listLanguages(locales: readonly string[]): Language[] {
  return locales.map((code) => {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    return { code, name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1) };
  });
}

const countriesByLocale = new Map<string, Country[]>();

/** All countries in the locale's alphabetical order. */
export function listCountries(locale: string): Country[] {
  const known = countriesByLocale.get(locale);
  if (known) return known;
  const countries = listNamedCountries(locale);
  countriesByLocale.set(locale, countries);
  return countries;
}

/** The social links, in the order set by staff (spec §3). */
export async function listSocialLinks(deps: ApiDeps): Promise<SocialLink[]> {
  return listSocialLinkRows(deps.database);
}
