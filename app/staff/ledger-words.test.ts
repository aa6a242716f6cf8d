import { describe, expect, it } from "vitest";
import { createTranslate } from "#app/i18n/translate.ts";
import words from "#locales/de.json" with { type: "json" };
import { isCoveredLoss, nameAccount, nameTransaction } from "./ledger-words.ts";

const t = createTranslate("de", words);

describe("the ledger in the desk's language", () => {
  it("names what a posting was for, with its number", () => {
    expect(nameTransaction(t, "dispute 1")).toBe("Streitfall 1");
    expect(nameTransaction(t, "refund_failed 12")).toBe("Erstattung gescheitert 12");
    expect(nameTransaction(t, "order 7")).toBe(`${words["payments.purchase"]} 7`);
  });

  it("leaves the words of another server as they are", () => {
    expect(nameTransaction(t, "Ladenkasse 1")).toBe("Ladenkasse 1");
    expect(nameTransaction(t, "constructor 1")).toBe("constructor 1");
    expect(nameAccount(t, "till")).toBe("till");
  });

  it("does not take what we pay for what stays with us", () => {
    expect(isCoveredLoss({ state: "kept", accounts: { to: "suspense" } })).toBe(true);
    expect(isCoveredLoss({ state: "kept", accounts: { to: "revenue" } })).toBe(false);
    expect(isCoveredLoss({ state: "refund", accounts: { to: "suspense" } })).toBe(false);
    expect(isCoveredLoss({ state: "kept", accounts: null })).toBe(false);
  });

  it("names accounts", () => {
    expect(nameAccount(t, "provider_clearing")).toBe("Zahlungsanbieter");
  });
});
