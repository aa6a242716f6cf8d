const LEGAL_FORMS = [
  ...["OÜ", "AS", "SIA", "UAB", "Oy", "AB", "ApS", "A/S", "ASA"],
  ...["GmbH", "AG", "KG", "OHG", "e\\.K\\.", "UG(?: \\(haftungsbeschränkt\\))?", "SE"],
  ...["B\\.?V\\.?", "N\\.?V\\.?", "SARL", "SASU?", "EURL", "S\\.?A\\.?", "S\\.?L\\.?U?\\.?"],
  ...["S\\.?r\\.?l\\.?", "S\\.?p\\.?A\\.?", "Lda\\.?", "Sp\\. z o\\.o\\.", "s\\.r\\.o\\."],
  ...["Ltd\\.?", "Limited", "PLC", "LLP", "LLC", "Inc\\.?"],
];

/**
 * The end of a legal name. With any other legal form the address stays unchanged, and the shop's
 * name is shown. Built when it is needed: with code that runs on import, browsers would load this
 * file for pages on which only the server uses it.
 */
const endsWithLegalForm = (name: string) =>
  new RegExp(`\\s(?:${LEGAL_FORMS.join("|")})$`, "iu").test(name);

/**
 * The company's legal name, and its address without that name. The settings contain the shop's
 * name, and an address may begin with the longer legal name ("Promptory", "Promptory OÜ, Telliskivi
 * 60a, ..."). The name of a street or building may also begin with the shop's name.
 */
export function toLegalName(
  companyName: string,
  address: string | null,
): { name: string; address: string | null } {
  const [first = "", ...rest] = address?.split(/,\s*/) ?? [];
  const isLonger = first.startsWith(`${companyName} `) && endsWithLegalForm(first);
  if (rest.length === 0 || !(isLonger || first === companyName)) {
    return { name: companyName, address };
  }
  return { name: first, address: rest.join(", ") };
}
