import { describe, expect, it } from "vitest";
import { SERVER_FEATURES } from "#domain/site.ts";
import english from "#locales/en.json" with { type: "json" };
import { mergeWords } from "./neutral-words.server.ts";

const ALL = new Set<string>(SERVER_FEATURES);
const NONE = new Set<string>();

describe("the texts of a server", () => {
  it("claim what the server says of itself", () => {
    const common = Object.entries(english).filter(([key]) => !key.startsWith("currency."));
    expect(mergeWords(english, {}, ALL)).toEqual(Object.fromEntries(common));
  });

  it("name the currency as the server does, never in our English", () => {
    const own = { "currency.name_other": "Münzen" };
    expect(mergeWords(english, own, ALL)).toMatchObject(own);
    expect(mergeWords(english, {}, ALL)).not.toHaveProperty("currency.name_other");
  });

  it("claim nothing that the server does not say", () => {
    const words = mergeWords(english, {}, NONE);
    expect(words["home.manage.buy.text"]).toBe("One click, one price, no subscription.");
    expect(words["product.madeText"]).not.toContain("our own");
    const claims = Object.keys(english).filter((key) => key.startsWith("neutral."));
    expect(claims.length).toBeGreaterThan(5);
    for (const name of claims) {
      const key = name.replace("neutral.", "");
      expect(words[key], key).toBe(words[name]);
      expect(words[key], key).not.toBe(mergeWords(english, {}, ALL)[key]);
    }
  });

  it("leave out a line that the server does not claim, whatever texts it has", () => {
    const key = "product.promiseMore";
    expect(mergeWords(english, { [key]: english[key] }, NONE)[key]).toBe("");
    expect(mergeWords(english, {}, ALL)[key]).toBe(english[key]);
  });

  it("are the server's own where it has some", () => {
    const own = { "home.manage.buy.text": "Kaufen Sie einmal." };
    expect(mergeWords(english, own, NONE)).toMatchObject(own);
    const ours = { ...own, "neutral.home.manage.buy.text": "Ein Klick." };
    expect(mergeWords(english, ours, NONE)["home.manage.buy.text"]).toBe("Ein Klick.");
  });
});
