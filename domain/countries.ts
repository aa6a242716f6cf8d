import { toFormattingTag } from "./locales.ts";

/** ISO 3166-1 alpha-2: every country and territory that has a code. Names come from Intl. */
export const COUNTRY_CODES: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
  BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
  EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
  HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
  LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
  TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

const known = new Set(COUNTRY_CODES);

/** True for a country code in upper case. */
export function isCountryCode(code: string): boolean {
  return known.has(code);
}

/** A country's name in a language; the code itself if there is no name. */
export function nameCountry(code: string, locale: string): string {
  return createNames(locale).of(code) ?? code;
}

/** All countries with their names in a language, in its alphabetical order. */
export function listNamedCountries(locale: string): { id: string; name: string }[] {
  const names = createNames(locale);
  const collator = new Intl.Collator(locale);
  return COUNTRY_CODES.map((id) => ({ id, name: names.of(id) ?? id })).sort((a, b) =>
    collator.compare(a.name, b.name),
  );
}

/** Portugal's names, which sometimes differ from Brazil's: "Estónia", not "Estônia". */
const createNames = (locale: string) =>
  new Intl.DisplayNames([toFormattingTag(locale)], { type: "region" });
