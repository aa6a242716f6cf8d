import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "#tests/setup/sample.ts";
import { ownPath, safeRedirectPath } from "./redirects.ts";

const SITES = ["https://shop.example", "http://localhost:3000"];

/** Characters that browsers treat specially, and typical attack fragments. */
const PARTS = [
  ..."/\\?#@:.%&=[];,'\" \t\n\r\0\u007f\u00a0\u2028\u3000\uff0f\u2044",
  "//",
  "..",
  "%2f",
  "%5c",
  "%09",
  "evil.example",
  "shop.example",
  "javascript:",
  "https:",
  "http://",
  "user@",
  "en",
  "login",
  "register",
  "\ud800",
];

const addresses = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => `/${parts.join("")}`),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: "binary" }),
);

describe("an address that a visitor names", () => {
  it.each([
    ["ownPath", ownPath],
    ["safeRedirectPath", safeRedirectPath],
  ])("never leads %s away from the site", (_name, read) => {
    fc.assert(
      fc.property(addresses, fc.constantFrom(...SITES), (input, site) => {
        const path = read(input);
        if (path === null) return;
        // Resolved as browsers resolve a Location header, on any page of ours.
        const target = new URL(path, `${site}/en/login?redirect=x`);
        expect(target.origin).toBe(site);
        expect(target.username + target.password).toBe("");
        expect(path.startsWith("/")).toBe(true);
        expect(path).toMatch(/^[\x21-\x7e]+$/);
        // Parsing the result again gives the same value.
        expect(read(path)).toBe(path);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it("is kept when it is an address of ours", () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), segment, (segments, value) => {
        const path = `/en/products/${segments.join("/")}?search=${value}#top`;
        expect(safeRedirectPath(path)).toBe(path);
      }),
    );
  });
});
