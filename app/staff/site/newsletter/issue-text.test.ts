import { describe, expect, it } from "vitest";
import { isUnsaved, pickLanguage } from "./issue-text.ts";

const SAVED = { subject: "Foxes", body: "Foxes.\n\nAnd owls." };
const BUTTON = { label: "See them", url: "https://example.com/foxes" };
const EMPTY = { subject: "", body: "", label: "", url: "" };

describe("a text in the form", () => {
  it.each([
    ["as it was saved", { ...SAVED, label: "", url: "" }, SAVED],
    ["as a browser sends it", { ...SAVED, body: "Foxes.\r\n\r\nAnd owls.\r\n" }, SAVED],
    ["with its button", { ...SAVED, ...BUTTON }, { ...SAVED, ...BUTTON }],
    ["of a language without one", EMPTY, undefined],
    ["of a language without one, as it is parsed", {}, null],
  ])("%s is saved", (_, typed, saved) => {
    expect(isUnsaved(typed, saved)).toBe(false);
  });

  it.each([
    ["another subject", { ...SAVED, subject: "Owls" }, SAVED],
    ["a line less", { ...SAVED, body: "Foxes." }, SAVED],
    ["nothing any more", EMPTY, SAVED],
    ["a button", { ...SAVED, ...BUTTON }, SAVED],
    ["no button any more", { ...SAVED, label: "", url: "" }, { ...SAVED, ...BUTTON }],
    ["words in a language without any", { ...EMPTY, subject: "Füchse" }, undefined],
  ])("with %s is not", (_, typed, saved) => {
    expect(isUnsaved(typed, saved)).toBe(true);
  });
});

describe("the language of an issue's screen", () => {
  const texts = { de: SAVED, fr: SAVED };

  it("is any before it is sent", () => {
    expect(pickLanguage({ texts, sentAt: null }, "et")).toBe("et");
    expect(pickLanguage(null, "et")).toBe("et");
  });

  it("is one that has a text once it is sent", () => {
    const sent = { texts, sentAt: "2026-11-27T12:00:00Z" };
    expect(pickLanguage(sent, "fr")).toBe("fr");
    expect(pickLanguage(sent, "et")).toBe("de");
  });
});
