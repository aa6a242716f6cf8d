import { describe, expect, it } from "vitest";
import { VAT } from "#api/db/seed/demo-site.ts";
import { EU_COUNTRIES, vatIdCountry } from "#domain/vat.ts";
import { isVatId } from "./vat-ids.ts";

/**
 * A valid VAT ID of each member state, and the same with one digit changed so that the check fails.
 */
const VAT_IDS: [string, string][] = [
  ["ATU13585627", "ATU13585626"],
  ["BE0411905847", "BE0411905848"],
  ["BG175074752", "BG175074753"],
  ["CY10259033P", "CY10259034P"],
  ["CZ25123891", "CZ25123890"],
  ["DE136695976", "DE136695978"],
  ["DK13585628", "DK13585629"],
  ["EE100594102", "EE100594103"],
  ["EL094259216", "EL094259217"],
  ["ESB58378431", "ESB58378432"],
  ["FI20774740", "FI20774741"],
  ["FR40303265045", "FR41303265045"],
  ["HR33392005961", "HR33392005962"],
  ["HU12892312", "HU12892313"],
  ["IE6433435F", "IE6433436F"],
  ["IT00743110157", "IT00743110158"],
  ["LT119511515", "LT119511516"],
  ["LU15027442", "LU15027443"],
  ["LV40003521600", "LV40003521601"],
  ["MT11679112", "MT11679113"],
  ["NL004495445B01", "NL004495446B01"],
  ["PL8567346215", "PL8567346216"],
  ["PT501964843", "PT501964842"],
  ["RO18547290", "RO18547291"],
  ["SE123456789701", "SE123456789101"],
  ["SI50223054", "SI50223055"],
  ["SK2022749619", "SK2022749618"],
];

describe("a VAT ID", () => {
  it("is known of every member state", () => {
    const countries = VAT_IDS.map(([valid]) => vatIdCountry(valid)).sort();
    expect(countries).toEqual([...EU_COUNTRIES].sort());
  });

  it.each(VAT_IDS)("%s is accepted, %s is not", async (valid, wrong) => {
    expect(await isVatId(valid)).toBe(true);
    expect(await isVatId(wrong)).toBe(false);
  });

  it("of the demo shop is one that could be", async () => {
    expect(await isVatId(VAT.vatId)).toBe(true);
  });

  it.each([
    "",
    "DE",
    "136695976",
    "GR094259216",
    "CHE107787577",
    "GB980780684",
    "XI980780684",
    "DE1366959765",
    "DE13669597",
    "de136695976",
    "DE 136695976",
    "XX123456789",
  ])("%j is none", async (text) => {
    expect(await isVatId(text)).toBe(false);
  });
});
