import { describe, expect, it } from "vitest";
import { toLanguageOf } from "./paths.ts";

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
