import { redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { SHOP_URL } from "#tests/setup/api/web-request.ts";
import { readLoginNote, viaCookieCheck } from "./login.server.ts";

/** Where a sign-in that came with these cookies redirects to. */
function locationAfter(cookie: string | null, target: string): string | null {
  const headers = new Headers(cookie === null ? {} : { cookie });
  const request = new Request(`${SHOP_URL}/en/login`, { method: "POST", headers });
  return viaCookieCheck(request, "en", redirect(target, 303)).headers.get("location");
}

describe("a sign-in of a browser that may keep no cookies", () => {
  it("leads by way of the sign-in, which says so where no cookie came back", () => {
    const path = "/en/products?page=2#product-7";
    const location = locationAfter(null, path);
    expect(location).toBe(`/en/login?redirect=${encodeURIComponent(path)}&cookies=1`);
    const url = new URL(location ?? "", SHOP_URL);
    expect(readLoginNote(new Request(url))).toBe("cookies");
    expect(readLoginNote(new Request(url, { headers: { cookie: "locale=en" } }))).toBeNull();
  });

  it("leads straight on where a cookie came with it, or the way is too long for an address", () => {
    expect(locationAfter("locale=en", "/en/dashboard")).toBe("/en/dashboard");
    const long = `/en/products?search=${"a".repeat(3000)}`;
    expect(locationAfter(null, long)).toBe(long);
  });
});
