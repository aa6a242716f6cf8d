import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLanguageOf, toVerifyEmail } from "./paths.ts";

describe("the page to return to", () => {
  it.each([
    ["/en/dashboard/offers?offer=1", "/de/dashboard/offers?offer=1"],
    ["/en/products?style=a&style=b#p-7", "/de/products?style=a&style=b#p-7"],
    ["/en", "/de"],
    ["/pt-br/products/", "/de/products/"],
    ["/de/products", "/de/products"],
    ["/dashboard/offers", "/dashboard/offers"],
    ["/api/docs", "/api/docs"],
    ["/", "/"],
  ])("%s is %s for a guest who reads the login in German", (target, expected) => {
    expect(toLanguageOf("/de/login", target)).toBe(expected);
  });
});

describe("the way to confirming an address", () => {
  it("never nests, and never grows beyond what a page may repeat", () => {
    const part = fc.constantFrom("en", "email", "verify", "products", "?", "redirect=", "/", "x");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = toVerifyEmail("en", `/${parts.join("/")}`);
        const [, query = ""] = path.split("?");
        const redirect = new URLSearchParams(query).get("redirect") ?? "";
        expect(redirect).not.toMatch(/^\/[^/?]*\/email\/verify(?:[/?]|$)/);
      }),
      { numRuns: 1_000 },
    );
    expect(toVerifyEmail("de", `/en/${"x".repeat(3_000)}`)).toBe("/de/email/verify");
    expect(toVerifyEmail("de", null, "/success")).toBe("/de/email/verify/success");
  });
});
