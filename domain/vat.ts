/**
 * VAT on electronically supplied services (Directive 2006/112/EC; spec §1 Purchase): which rate
 * applies, and how a price splits into net and VAT. Prices include VAT; amounts are EUR cents,
 * rates basis points.
 */

import { toPlainNumber } from "./typed-text.ts";

/**
 * The member states of the European Union. Their VAT IDs start with the country code, except
 * Greece's with EL.
 */
export const EU_COUNTRIES: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

const euCountries = new Set(EU_COUNTRIES);

export function isEuCountry(country: string): boolean {
  return euCountries.has(country);
}

/** A standard rate; `validFrom` ("2025-07-01") is its first day. */
export type VatRate = { country: string; validFrom: string; basisPoints: number };

/** The rate of a country on a day; null if the table has none. Days are compared as text. */
export function rateOn(rates: readonly VatRate[], country: string, day: string): number | null {
  let found: VatRate | null = null;
  for (const rate of rates) {
    if (rate.country !== country || rate.validFrom > day) continue;
    if (found === null || rate.validFrom > found.validFrom) found = rate;
  }
  return found?.basisPoints ?? null;
}

/**
 * Why this VAT treatment applies. `reverse_charge`: the buyer owes the VAT (Art. 196);
 * `outside_eu`: the place of supply is the buyer's (Art. 44, 58); `exempt`: the seller is a small
 * enterprise or a private person (Art. 284).
 */
const VAT_TREATMENTS = ["standard", "reverse_charge", "outside_eu", "exempt"] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];

export type VatDecision = { treatment: VatTreatment; country: string | null; basisPoints: number };

/** One party to a sale. `vatId` has been validated, so its prefix is a member state. */
export type VatParty = { country: string | null; vatId: string | null };
type VatSeller = VatParty & { isExempt: boolean };
type VatBuyer = VatParty & { isBusiness?: boolean };

/**
 * The VAT of an electronically supplied service: at the rate of the buyer's country (Art. 58), or
 * of the seller's while the buyer's is unknown. A business in another member state owes it itself
 * (Art. 44, 196): a buyer with a VAT ID, or one known to be a business (`isBusiness`), because
 * exempt businesses have no VAT ID. Domestic businesses pay it like consumers. `country` is the one
 * whose VAT applies, FR for Monaco. Throws RangeError for an EU country without a rate: if we
 * charged none, we would owe it.
 */
export function decideVat(facts: {
  seller: VatSeller;
  buyer: VatBuyer;
  rates: readonly VatRate[];
  day: string;
}): VatDecision {
  const { treatment, country } = decideTreatment(facts.seller, facts.buyer);
  if (treatment !== "standard") return { treatment, country, basisPoints: 0 };
  const basisPoints = rateOn(facts.rates, country, facts.day);
  if (basisPoints === null) throw new RangeError(`no VAT rate of ${country} on ${facts.day}`);
  return { treatment, country, basisPoints };
}

/**
 * True if a consumer in the seller's own country is charged VAT: prices shown to consumers then
 * include it (Directive 98/6/EC Art. 2(a)).
 */
export function pricesIncludeVat(seller: VatSeller): boolean {
  // Without a country, the seller's own counts.
  return decideTreatment(seller, { country: null, vatId: null }).treatment === "standard";
}

function decideTreatment(seller: VatSeller, buyer: VatBuyer) {
  const home = placeOf(seller);
  if (seller.isExempt) return { treatment: "exempt", country: home } as const;
  const country = placeOf(buyer) ?? home;
  if (country === null || !isEuCountry(country)) {
    return { treatment: "outside_eu", country } as const;
  }
  const isBusiness = buyer.isBusiness || buyer.vatId !== null;
  if (isBusiness && country !== home) return { treatment: "reverse_charge", country } as const;
  return { treatment: "standard", country } as const;
}

/**
 * A party's place: for a business the country of its VAT ID, for a person the country of residence.
 */
function placeOf({ country, vatId }: VatParty): string | null {
  if (vatId !== null) return vatIdCountry(vatId);
  return country === null ? null : vatCountry(country);
}

/** The country of a VAT ID: GR for "EL094259216". */
export function vatIdCountry(vatId: string): string {
  const prefix = vatId.slice(0, 2);
  return prefix === "EL" ? "GR" : prefix;
}

/**
 * Countries that count as part of a member state (Art. 7). The other territories of that article
 * have no code of their own, and territories outside the VAT area (Art. 6) that have one, such as
 * AX and GP, are not in `EU_COUNTRIES`. The Isle of Man counts as the United Kingdom.
 */
const VAT_TERRITORIES: Record<string, string> = { MC: "FR" };

/** The country whose VAT applies in `country`. */
function vatCountry(country: string): string {
  return VAT_TERRITORIES[country] ?? country;
}

/** True if a VAT ID was issued by the state of the address. */
export function isVatIdOf(vatId: string, country: string): boolean {
  return vatIdCountry(vatId) === vatCountry(country);
}

/** A VAT ID in canonical form: upper case, in Western digits, without separators. */
export function compactVatId(text: string): string {
  return toPlainNumber(text)
    .toUpperCase()
    .replace(/[\s.\-/]/g, "");
}

export type VatSplit = { netCents: number; vatCents: number; grossCents: number };

/** Splits a gross amount; VAT is rounded to the nearest cent, so that net + VAT = gross. */
export function splitGross(grossCents: number, basisPoints: number): VatSplit {
  const vatCents = vatWithin(grossCents, basisPoints);
  return { netCents: grossCents - vatCents, vatCents, grossCents };
}

/**
 * The part of an invoice that a credit note reverses. However many there are, the credit notes of a
 * fully credited invoice add up exactly to its VAT. Throws RangeError if more would be credited
 * than was invoiced.
 */
export function splitCredit(
  invoice: { grossCents: number; basisPoints: number },
  credit: { beforeCents: number; cents: number },
): VatSplit {
  const afterCents = credit.beforeCents + credit.cents;
  if (credit.cents <= 0 || credit.beforeCents < 0 || afterCents > invoice.grossCents) {
    throw new RangeError(`${afterCents} of ${invoice.grossCents} cannot be credited`);
  }
  const vatCents =
    vatWithin(afterCents, invoice.basisPoints) - vatWithin(credit.beforeCents, invoice.basisPoints);
  return { netCents: credit.cents - vatCents, vatCents, grossCents: credit.cents };
}

/** The VAT within a gross amount, in integers: half a cent is rounded up. */
function vatWithin(grossCents: number, basisPoints: number): number {
  if (!Number.isSafeInteger(grossCents) || grossCents < 0) {
    throw new RangeError(`no gross amount: ${grossCents}`);
  }
  const divisor = 10_000n + BigInt(basisPoints);
  return Number((2n * BigInt(grossCents) * BigInt(basisPoints) + divisor) / (2n * divisor));
}

/** A rate as a percentage: 24, 25.5. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}
