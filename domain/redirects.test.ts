import { describe, expect, it } from "vitest";
import { safeRedirectPath } from "./redirects.ts";

describe("where a redirect query may lead", () => {
  it.each([
    "/en/dashboard",
    "/de/products/fox?buy=1",
    "/en/products?style=a,b#top",
    "/",
  ])("to our own page %s", (path) => {
    expect(safeRedirectPath(path)).toBe(path);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/en/../..//evil.example",
    "javascript:alert(1)",
    "en/dashboard",
    "",
    " /en",
    "/en/a b",
    `/${"a".repeat(3000)}`,
  ])("never by %j", (path) => {
    expect(safeRedirectPath(path)).toBeNull();
  });

  it.each(["/en/login", "/de/register?x=1", "/en/logout"])("nor in a circle by %s", (path) => {
    expect(safeRedirectPath(path)).toBeNull();
  });

  it.each([null, undefined, 7, ["/en"], {}])("nor by %s", (value) => {
    expect(safeRedirectPath(value)).toBeNull();
  });
});
