import { isEuCountry, vatIdCountry } from "#domain/vat.ts";

/** The name that each member state's VAT ID has in stdnum. */
const VALIDATORS: Record<string, string> = {
  AT: "uid",
  CZ: "dic",
  DK: "cvr",
  EE: "kmkr",
  ES: "nif",
  FI: "alv",
  FR: "tva",
  HR: "oib",
  HU: "anum",
  IT: "iva",
  LT: "pvm",
  LU: "tva",
  LV: "pvn",
  NL: "btw",
  PL: "nip",
  PT: "nif",
  RO: "cif",
  SI: "ddv",
  SK: "dph",
};

/**
 * True for a VAT ID that its member state could have given out: its form and, where the state has
 * them, its check digits. Takes it compact, with the letters of its country. Whether it was given
 * out only the states' own register (VIES) knows.
 */
export async function isVatId(compact: string): Promise<boolean> {
  const country = vatIdCountry(compact);
  if (!/^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(compact) || !isEuCountry(country)) return false;
  // Greece's own letters are EL; as GR it is a typo.
  if (compact.startsWith("GR")) return false;
  // Some megabytes of rules of the whole world, needed when a business fills a form in.
  const { stdnum } = await import("stdnum");
  const validator = stdnum[country]?.[VALIDATORS[country] ?? "vat"];
  if (!validator) throw new Error(`stdnum knows no VAT ID of ${country}`);
  return validator.validate(compact).isValid;
}
