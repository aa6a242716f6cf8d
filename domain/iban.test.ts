import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactIban, maskIban, validateIban } from "./iban.ts";

/** Example IBANs of each country from the ISO 13616 registry. */
const EXAMPLES = [
  "AD12 0001 2030 2003 5910 0100",
  "AL47 2121 1009 0000 0002 3569 8741",
  "AT61 1904 3002 3457 3201",
  "BE68 5390 0754 7034",
  "BG80 BNBG 9661 1020 3456 78",
  "CH93 0076 2011 6238 5295 7",
  "CY17 0020 0128 0000 0012 0052 7600",
  "CZ65 0800 0000 1920 0014 5399",
  "DE89 3704 0044 0532 0130 00",
  "DK50 0040 0440 1162 43",
  "EE38 2200 2210 2014 5685",
  "ES91 2100 0418 4502 0005 1332",
  "FI21 1234 5600 0007 85",
  "FR14 2004 1010 0505 0001 3M02 606",
  "GB29 NWBK 6016 1331 9268 19",
  "GI75 NWBK 0000 0000 7099 453",
  "GR16 0110 1250 0000 0001 2300 695",
  "HR12 1001 0051 8630 0016 0",
  "HU42 1177 3016 1111 1018 0000 0000",
  "IE29 AIBK 9311 5212 3456 78",
  "IS14 0159 2600 7654 5510 7303 39",
  "IT60 X054 2811 1010 0000 0123 456",
  "LI21 0881 0000 2324 013A A",
  "LT12 1000 0111 0100 1000",
  "LU28 0019 4006 4475 0000",
  "LV80 BANK 0000 4351 9500 1",
  "MC58 1122 2000 0101 2345 6789 030",
  "MD24 AG00 0225 1000 1310 4168",
  "ME25 5050 0001 2345 6789 51",
  "MK07 2501 2000 0058 984",
  "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
  "NL91 ABNA 0417 1643 00",
  "NO93 8601 1117 947",
  "PL61 1090 1014 0000 0712 1981 2874",
  "PT50 0002 0123 1234 5678 9015 4",
  "RO49 AAAA 1B31 0075 9384 0000",
  "RS35 2600 0560 1001 6113 79",
  "SE45 5000 0000 0583 9825 7466",
  "SI56 2633 0001 2039 086",
  "SK31 1200 0000 1987 4263 7541",
  "SM86 U032 2509 8000 0000 0270 100",
  "VA59 0011 2300 0012 3456 78",
];

const CHECKSUM = { code: "iban_checksum_invalid" };

describe("an IBAN", () => {
  it.each(EXAMPLES)("%s is taken, with and without its spaces", (text) => {
    expect(validateIban(text)).toBeNull();
    expect(validateIban(compactIban(text))).toBeNull();
  });

  it("is taken with the marks around a pasted one, and in Arabic digits", () => {
    const iban = "EE38 2200 2210 2014 5685";
    for (const typed of [`\u202a${iban}\u202c`, `\u200b${iban}`, "EE٣٨ ٢٢٠٠ ٢٢١٠ ٢٠١٤ ٥٦٨٥"]) {
      expect(validateIban(typed)).toBeNull();
      expect(compactIban(typed)).toBe("EE382200221020145685");
    }
  });

  it.each(EXAMPLES)("%s with a mistyped digit is not", (text) => {
    const at = text.length - 1;
    const other = /\d/.test(text.charAt(at)) ? String((Number(text.charAt(at)) + 1) % 10) : "1";
    expect(validateIban(text.slice(0, at) + other)).toEqual(CHECKSUM);
  });

  it.each(["DE", "EE", "FR"])("of %s says how long it must be", (country) => {
    const right = compactIban(EXAMPLES.find((text) => text.startsWith(country)) ?? "");
    const wrongLength = (actual: number) => ({
      code: "iban_length_invalid",
      params: { country, expected: right.length, actual },
    });
    expect(validateIban(right.slice(0, -1))).toEqual(wrongLength(right.length - 1));
    expect(validateIban(`${right}0`)).toEqual(wrongLength(right.length + 1));
  });

  it.each(["", "  ", "\u00a0"])("%j is asked for", (text) => {
    expect(validateIban(text)).toEqual({ code: "iban_required" });
  });

  it.each([
    "de89370400440532013000",
    "DE8937040044053201300Ö",
    "D289370400440532013000",
    "DEA9370400440532013000",
    "DE89",
    `DE89${"1".repeat(31)}`,
    "DE89-3704-0044-0532-0130-00",
    "1234567890",
    "not an account",
  ])("%j breaks the rule of the form before any other", (text) => {
    expect(validateIban(text)).toEqual({ code: "iban_invalid" });
  });

  // Both match the form's rule, but no bank would accept them.
  it("that only looks like one says why not", () => {
    expect(validateIban("DE00370400440532013000")).toEqual(CHECKSUM);
    for (const iban of ["XX11AAAA", "BR1800360305000010009795493C1"]) {
      expect(validateIban(iban)).toEqual({
        code: "iban_country_unsupported",
        params: { country: iban.slice(0, 2) },
      });
    }
  });

  it("is the only one of its account: no other check digits are valid", () => {
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: 18,
      maxLength: 18,
    });
    const toIbans = (account: string) =>
      Array.from({ length: 100 }, (_, check) => `DE${String(check).padStart(2, "0")}${account}`);
    fc.assert(
      fc.property(digits, (account) => {
        const valid = toIbans(account).filter((iban) => validateIban(iban) === null);
        expect(valid).toHaveLength(1);
      }),
      // Their check digits are 02, 97 and 98, which 99, 00 and 01 leave the same remainder as.
      { examples: [["370400440532010007"], ["370400440532010043"], ["370400440532010025"]] },
    );
  });

  it("with two neighbours swapped is found", () => {
    expect(validateIban("DE98370400440532013000")).toEqual(CHECKSUM);
    expect(validateIban("DE89370400440523013000")).toEqual(CHECKSUM);
  });

  it("is shown by its ends", () => {
    expect(maskIban("EE38 2200 2210 2014 5685")).toBe("EE38 •••• 5685");
  });
});
