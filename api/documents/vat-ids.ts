import { isEuCountry, vatIdCountry } from "#domain/vat.ts";

/** stdnum's name for each member state's VAT ID, where it is not "vat". */
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
 * Returns true for a VAT ID that its member state could have issued: valid format and, where they
 * exist, check digits. Expects it without separators, with its country prefix. Only the states'
 * register (VIES) knows whether it was really issued.
 */
export async function isVatId(compact: string): Promise<boolean> {
  const country = vatIdCountry(compact);
  if (!/^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(compact) || !isEuCountry(country)) return false;
  // Greece's prefix is EL, so GR is a typo.
  if (compact.startsWith("GR")) return false;
  // Several megabytes of rules for all countries, loaded when a business fills in the form.
  const { stdnum } = await import("stdnum");
  const validator = stdnum[country]?.[VALIDATORS[country] ?? "vat"];
  if (!validator) throw new Error(`stdnum knows no VAT ID of ${country}`);
  return validator.validate(compact).isValid;
}
