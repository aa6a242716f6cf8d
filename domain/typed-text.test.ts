import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PHONE_PATTERN } from "./accounts.ts";
import { toLatinDigits, toPlainNumber, toPlainPhone, withoutInvisible } from "./typed-text.ts";

describe("a number as it is typed or pasted", () => {
  it.each([
    ["١٩٩٠", "1990"],
    ["۱۹۹۰", "1990"],
    ["\u200f17\u200e", "17"],
    ["\u2068EE38 2200\u2069", "EE38 2200"],
    ["\ufeff12\u00ad34\u200b", "1234"],
    ["twelve", "twelve"],
  ])("%j is %j", (typed, plain) => {
    expect(toPlainNumber(typed)).toBe(plain);
  });

  it("keeps its value in the digits of every script", () => {
    const zero = fc.constantFrom(0x30, 0x0660, 0x06f0);
    fc.assert(
      fc.property(fc.nat(), zero, (number, base) => {
        const typed = [...String(number)].map((digit) => String.fromCharCode(base + Number(digit)));
        expect(toLatinDigits(typed.join(""))).toBe(String(number));
      }),
    );
  });

  it("stays as it is once it is plain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const plain = toPlainNumber(typed);
        expect(toPlainNumber(plain)).toBe(plain);
      }),
    );
  });
});

it("finds an address between invisible marks, and keeps those that are seen", () => {
  expect(withoutInvisible("\u202aada.b+c@example.com\u202c\u200b")).toBe("ada.b+c@example.com");
  expect(withoutInvisible("ليلى@example.com")).toBe("ليلى@example.com");
});

describe("a phone number", () => {
  it.each([
    ["\u202a+372 600 1000\u202c", "+372 600 1000"],
    ["+49\u00a030\u202f12345", "+49 30 12345"],
    ["030–123‑45−6", "030-123-45-6"],
    ["+٩٧١ ٥٠ ١٢٣ ٤٥٦٧", "+971 50 123 4567"],
    ["\u200f۰۲۱-۱۲۳۴۵۶", "021-123456"],
  ])("%j is %j", (typed, plain) => {
    expect(toPlainPhone(typed)).toBe(plain);
    expect(plain).toMatch(PHONE_PATTERN);
  });

  it("keeps every number that was accepted as it was", () => {
    fc.assert(
      fc.property(fc.stringMatching(PHONE_PATTERN), (typed) => {
        expect(toPlainPhone(typed)).toBe(typed);
      }),
    );
  });
});
