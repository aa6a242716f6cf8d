import { describe, expect, it } from "vitest";
import { createFormat } from "./i18n.tsx";

const { money } = createFormat("en", {}, "Credits");

describe("an amount of money", () => {
  it("has the symbol of its currency, by default the euro's", () => {
    expect(money(1250)).toBe("€12.50");
    expect(money(1250, "USD")).toBe("$12.50");
  });

  it.each([
    ["€", "12.50\u00a0€"],
    ["Euro", "12.50\u00a0Euro"],
    ["E1R", "12.50\u00a0E1R"],
    ["", "12.50"],
  ])("has a currency that is no code as a text: %j", (currency, text) => {
    expect(money(1250, currency)).toBe(text);
  });
});
