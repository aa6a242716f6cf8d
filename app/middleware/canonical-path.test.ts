import { expect, it } from "vitest";
import { toCanonicalPath } from "./canonical-path.ts";

it.each([
  ["/en/Dashboard/PAYMENTS", "/:locale/dashboard/payments", "/en/dashboard/payments"],
  ["/en/dashboard/", "/:locale/dashboard", "/en/dashboard"],
  ["/en/", "/:locale", "/en"],
  ["/en/%50roducts", "/:locale/products", "/en/products"],
  ["/en/Products/Before-The-Rain/", "/:locale/products/:slug", "/en/products/Before-The-Rain"],
  ["/en/page/caf%C3%A9", "/:locale/page/:slug", "/en/page/caf%C3%A9"],
])("%s is %s written %s", (path, pattern, canonical) => {
  expect(toCanonicalPath(path, pattern)).toBe(canonical);
});

it.each([
  ["/en/No-Such/Page/", "/:locale/*"],
  ["/en/staff/Nothing", "/:locale/staff/*"],
  ["/en//products", "/:locale/products"],
  ["/en/products", "/:locale/products"],
])("%s stays as it is", (path, pattern) => {
  expect(toCanonicalPath(path, pattern)).toBe(path);
});
