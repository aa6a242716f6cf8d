import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isExpired, isLuhnValid, readCard, TEST_CARDS } from "./test-cards.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const typed = { number: "4242 4242 4242 4242", holder: "Sam", expMonth: "12", expYear: "28" };

describe("a card on the sandbox's page", () => {
  it("is accepted without its number", () => {
    const { card } = readCard(typed, NOW);
    const expected = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2028 };
    expect(card).toEqual({ ...expected, behavior: "pays" });
    expect(readCard({ ...typed, number: "5555-5555-5555-4444" }, NOW).card?.brand).toBe(
      "mastercard",
    );
  });

  it.each([
    ["number", "", "card_number_required"],
    ["number", "4242424242424243", "card_number_invalid"],
    ["number", "not a number", "card_number_invalid"],
    ["number", "4000000000000002", "card_rejected"],
    ["number", "4111111111111111", "card_not_a_test"],
    ["holder", " ", "card_holder_required"],
    ["exp_month", "13", "card_month_invalid"],
    ["exp_month", " ", "card_month_required"],
    ["exp_year", "", "card_year_required"],
    ["exp_year", "2099", "card_year_invalid"],
    ["exp_year", "25", "card_expired"],
  ])("with %s %j is rejected: %s", (field, value, code) => {
    const names = { exp_month: "expMonth", exp_year: "expYear" } as Record<string, string>;
    const { card, errors } = readCard({ ...typed, [names[field] ?? field]: value }, NOW);
    expect([card, errors]).toEqual([null, { [field]: [{ code }] }]);
  });

  it("may be used until its month is over everywhere", () => {
    const card = { expMonth: 10, expYear: 2026 };
    expect(isExpired(card, new Date("2026-11-01T11:59:59Z"))).toBe(false);
    expect(isExpired(card, new Date("2026-11-01T12:00:00Z"))).toBe(true);
  });

  it("never has a number of which one digit is wrong", () => {
    const numbers = fc.constantFrom(...TEST_CARDS.keys());
    fc.assert(
      fc.property(numbers, fc.nat(15), fc.integer({ min: 1, max: 9 }), (number, at, change) => {
        expect(isLuhnValid(number)).toBe(true);
        const digit = (Number(number[at]) + change) % 10;
        const wrong = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`;
        expect(isLuhnValid(wrong)).toBe(false);
      }),
    );
  });

  it("is rejected without an error that repeats what was typed", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,19}$/), (number) => {
        fc.pre(!TEST_CARDS.has(number));
        const { card, errors } = readCard({ ...typed, number }, NOW);
        expect(card).toBeNull();
        expect(JSON.stringify(errors)).not.toContain(number);
      }),
    );
  });
});
