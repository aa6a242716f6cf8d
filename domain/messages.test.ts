import { describe, expect, it } from "vitest";
import english from "#locales/en.json" with { type: "json" };
import {
  createMessage,
  ERRORS,
  isMessageCode,
  isPaymentFailure,
  listMessageCodes,
  messageKey,
  PAYMENT_FAILURES,
  paramNamesOf,
} from "./messages.ts";

const PLURAL = /_(?:one|other)$/;
/** For a text with plural forms, the "many" form stands for all of them. */
const texts = new Map<string, string>(
  Object.entries(english).map(([key, text]) => {
    const base = key.replace(PLURAL, "");
    return [`${base}_one` in english ? base : key, text];
  }),
);

describe("the codes of messages", () => {
  it("have one English text each, and every such text has a code", () => {
    const keys = [...texts.keys()].filter((key) => /^(?:errors|notices)\./.test(key));
    expect(listMessageCodes().map(messageKey).sort()).toEqual(keys.sort());
  });

  it("have the params that their texts have places for", () => {
    const placesOf = (text = "") => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    for (const code of listMessageCodes()) {
      const places = placesOf(texts.get(messageKey(code)));
      expect([...paramNamesOf(code)].sort(), code).toEqual(places.sort());
    }
  });

  it("are distinguished from other texts and values", () => {
    expect(listMessageCodes().every(isMessageCode)).toBe(true);
    const others = ["", "Not found", "toString", "errors.not_found", 404, null, undefined, []];
    expect(others.filter(isMessageCode)).toEqual([]);
  });

  it("carry params only where their text has any", () => {
    expect(createMessage("iban_invalid")).toEqual({ code: "iban_invalid" });
    expect("params" in createMessage("iban_invalid")).toBe(false);
    expect(createMessage("price_too_low", { amount: "0.01" })).toEqual({
      code: "price_too_low",
      params: { amount: "0.01" },
    });
  });
});

describe("the responses of the API", () => {
  it("all have a status of an error", () => {
    const others = Object.entries(ERRORS).filter(
      ([, { status }]) => !(status >= 400 && status <= 599),
    );
    expect(others).toEqual([]);
  });

  it("call what is not there 404, and what waits for a verification 403", () => {
    const statuses = Object.entries(ERRORS);
    const missing = statuses.filter(
      ([code]) => code.endsWith("_not_found") || code === "not_found",
    );
    expect(new Set(missing.map(([, { status }]) => status))).toEqual(new Set([404]));
    expect(ERRORS.verification_required.status).toBe(403);
  });
});

it("a payment fails for one of our reasons, or for a provider's own", () => {
  expect(PAYMENT_FAILURES.every(isPaymentFailure)).toBe(true);
  expect(["api_failed", "Do not honour", "", null].filter(isPaymentFailure)).toEqual([]);
});
