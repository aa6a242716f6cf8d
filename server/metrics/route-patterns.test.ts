import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listPagePatterns, OTHER_ROUTE, RoutePatterns } from "./route-patterns.ts";

const routes = {
  root: {},
  "no-locale-index": { parentId: "root" },
  "sitemap-part": { path: ":file.xml", parentId: "root" },
  robots: { path: "robots.txt", parentId: "root" },
  layout: { path: ":locale", parentId: "root" },
  screens: { parentId: "layout" },
  home: { parentId: "screens" },
  products: { path: "products", parentId: "screens" },
  generate: { path: "products/generate", parentId: "screens" },
  product: { path: "products/:slug", parentId: "screens" },
  "not-found": { path: "*", parentId: "screens" },
  "no-locale": { path: "*", parentId: "root" },
};
const patterns = new RoutePatterns([
  ...listPagePatterns(routes),
  "/healthz",
  "/assets/*",
  "/api/orders/:id{[0-9]+}/download",
]);

describe("the pattern of a path", () => {
  it.each([
    ["/", "/"],
    ["/_root.data", "/"],
    ["/healthz", "/healthz"],
    ["/robots.txt", "/robots.txt"],
    ["/products-2.xml", "/:file.xml"],
    ["/en", "/:locale"],
    ["/en.data", "/:locale"],
    ["/en/_.data", "/:locale"],
    ["/en/products/", "/:locale/products"],
    ["/en/products/generate", "/:locale/products/generate"],
    ["/de/products/red-fox.data", "/:locale/products/:slug"],
    ["/de/products/red-fox/more", "/:locale/*"],
    ["/assets/app-1a2b3c4.js", "/assets/*"],
    ["/api/orders/17/download", "/api/orders/:id{[0-9]+}/download"],
  ])("of %s is %s", (path, pattern) => {
    expect(patterns.find(path)).toBe(pattern);
  });

  it("is one of the list, whatever the path is", () => {
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("en", "products", "api", "orders", "assets", "__proto__", "..", ".data", "*"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const found = patterns.find(`/${parts.join("/")}`);
        expect(found === OTHER_ROUTE || patterns.all.has(found)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is another one where no splat takes what is left", () => {
    const few = new RoutePatterns(["/healthz"]);
    expect(few.find("/healthz/more")).toBe(OTHER_ROUTE);
    expect(few.find("/")).toBe(OTHER_ROUTE);
  });
});
