import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSepaName, isSepaPartyName, toSepaText } from "./sepa-text.ts";

describe("a text for a bank's file", () => {
  it.each([
    ["Jüri Õunapuu", "Juri Ounapuu"],
    ["Straße 1 & Söhne", "Strasse 1 + Sohne"],
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["Bjørn Ærø", "Bjorn AEro"],
    ["Þórður Ðe", "THordur De"],
    ["Nuñez-Ibáñez", "Nunez-Ibanez"],
    ["D’Arcy O'Neil", "D'Arcy O'Neil"],
    ["Тарас Шевченко", "Taras Shevchenko"],
    ["Юрій Їжакевич", "Iurii Izhakevych"],
    ["Ольга Ґалаґан", "Olha Galagan"],
    ["ёыэў ђјљњћџ ѕѓќ", "eyeu djjljnjcdz dzgjkj"],
    [
      "Щурячий бугай із їжаком-харцизом в'ючись ґешефт у єнах",
      "Shchuriachyi buhai iz izhakom-khartsyzom v'iuchys gesheft u ienakh",
    ],
    ["Дар’я Ўладзь, Под\u044aезд, ЬЪʼ", "Dar'ia Uladz, Podezd,"],
    ["ẞæÆœŒøØłŁđĐðÐþÞħĦı", "SSaeAEoeOEoOlLdDdDthTHhHi"],
    ["a&b ‘c’ `d’ – —", "a+b 'c' 'd' - -"],
    ["Γιώργος Παπάς", "Giorgos Papas"],
    ["Ψυχή Ξένη Θωμά, ζητώ βέφχ", "Psychi Xeni Thoma, zito vefch"],
    ["ﬁne  tabs\tand\nlines", "fine tabs and lines"],
    ["//double//slash/", "double/slash"],
    ["100 % *", "100 . ."],
  ])("writes %j as %j", (text, transliterated) => {
    expect(toSepaText(text, 70)).toBe(transliterated);
  });

  it("is cut to its length", () => {
    expect(toSepaText("x".repeat(71), 70)).toHaveLength(70);
    expect(toSepaText("ß".repeat(40), 70)).toHaveLength(70);
    expect(toSepaText(`${"x".repeat(69)}/y`, 70)).toBe("x".repeat(69));
  });

  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: fc.constantFrom("/", " ", "x"), minLength: 60, maxLength: 200 }),
  );
  it("holds what every bank takes, whatever it is given", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const transliterated = toSepaText(text, 70);
        expect(transliterated).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(transliterated).not.toMatch(/^\/|\/\/|\/$/);
        expect(transliterated.length).toBeLessThanOrEqual(70);
      }),
    );
  });
});

describe("a name", () => {
  it.each([
    "Li Xu",
    "Jüri Õunapuu",
    "Тарас Шевченко",
    "Γιώργος",
    "O'Neil-García",
  ])("%s can be written for a bank", (name) => {
    expect(isSepaName(name)).toBe(true);
  });

  it.each([
    "",
    "X",
    "123",
    "محمد",
    "李小龙",
    "Ali محمد",
    "!!",
    "ьъ",
    "Аь//",
  ])("%s cannot", (name) => {
    expect(isSepaName(name)).toBe(false);
  });
});

describe("a company's name", () => {
  it.each([
    "Promptory OÜ",
    "3",
    "Ель",
    "Firma 株式会社",
  ])("%s can be written for a bank", (name) => {
    expect(isSepaPartyName(name)).toBe(true);
  });

  it.each(["", " ", "//", "ь", "株式会社", "?!"])("%s cannot", (name) => {
    expect(isSepaPartyName(name)).toBe(false);
  });
});
