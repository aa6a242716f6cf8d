import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isPaymentOrigin,
  paymentTarget,
  REDIRECT_LENGTH_MAX,
  safeRedirectPath,
} from "./redirects.ts";

describe("where a redirect query may lead", () => {
  it.each([
    "/en/dashboard",
    "/de/products/fox?buy=1",
    "/en/products?style=a,b#top",
    "/",
    `/${"a".repeat(REDIRECT_LENGTH_MAX - 1)}`,
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
    "/en/\u007f",
    "/en\\login",
    `/${"a".repeat(REDIRECT_LENGTH_MAX)}`,
    // In its encoded form: "%D0%B6" for each letter.
    `/${"ж".repeat(400)}`,
  ])("never by %j", (path) => {
    expect(safeRedirectPath(path)).toBeNull();
  });

  it.each([
    "/en/login",
    "/de/register?x=1",
    "/en/logout",
    "/en/forgot-password#top",
    "/en/reset-password/7",
  ])("nor in a circle by %s", (path) => {
    expect(safeRedirectPath(path)).toBeNull();
  });

  it.each([null, undefined, 7, ["/en"], {}])("nor by %s", (value) => {
    expect(safeRedirectPath(value)).toBeNull();
  });
});

describe("where a payment may lead", () => {
  const sites = { ownOrigin: "http://localhost:4402", origins: ["https://pay.example"] };

  it.each([
    ["http://localhost:4402/en/sandbox/pay/1", "/en/sandbox/pay/1"],
    ["/en/processing-payment?order_id=7#top", "/en/processing-payment?order_id=7#top"],
    ["https://pay.example/c/1?x=1", "https://pay.example/c/1?x=1"],
    ["HTTPS://PAY.EXAMPLE:443/c/1", "https://pay.example/c/1"],
    ["https:\\\\pay.example\\c", "https://pay.example/c"],
  ])("%j leads to %j", (input, target) => {
    expect(paymentTarget(input, sites)).toBe(target);
  });

  it.each([
    "https://evil.example/pay",
    "http://pay.example/pay",
    "https://pay.example.evil.test/",
    "https://pay.example:8443/",
    "https://user:pw@pay.example/",
    "https://pay.example@evil.test/",
    "https://:pw@pay.example/",
    "http://user@localhost:4402/en",
    "http://:pw@localhost:4402/en",
    "http://169.254.169.254/latest",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "\t//evil.test",
    "http://localhost:4402@evil.test/",
    "localhost:4402@evil.test",
    "http://localhost:4402//evil.test/x",
    "http://localhost:4403/",
    "https://localhost:4402/",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:http://localhost:4402/7",
    "http://[::1",
    "",
    null,
    7,
    `/${"a".repeat(3000)}`,
    `https://pay.example/${"a".repeat(REDIRECT_LENGTH_MAX)}`,
    `https://pay.example/${"ж".repeat(400)}`,
  ])("%j leads nowhere", (input) => {
    expect(paymentTarget(input, sites)).toBeNull();
  });

  it("takes an address as long as any of ours may be", () => {
    const longest = "https://pay.example/".padEnd(REDIRECT_LENGTH_MAX, "a");
    expect(paymentTarget(longest, sites)).toBe(longest);
  });

  it.each([
    ["https://pay.example/", true],
    ["http://localhost:9000/", true],
    ["http://127.0.0.1:9000/", true],
    ["http://[::1]/", true],
    ["http://localhost.example/", false],
    ["http://pay.example/", false],
    ["ftp://localhost/", false],
  ])("%s can be a payment page: %s", (address, isAllowed) => {
    expect(isPaymentOrigin(new URL(address))).toBe(isAllowed);
  });

  it("allows plain http on this machine alone, and only where it is listed", () => {
    const origins = ["http://127.0.0.1:9000", "http://pay.example"];
    const local = { ...sites, origins };
    expect(paymentTarget("http://127.0.0.1:9000/c", local)).toBe("http://127.0.0.1:9000/c");
    expect(paymentTarget("http://pay.example/c", local)).toBeNull();
  });

  it("never leads a browser anywhere else, however the address is written", () => {
    const piece = fc.constantFrom(
      ..."/ \\ @ : . ? # % \t \n \r".split(" "),
      "http:",
      "https:",
      "javascript:",
      "blob:",
      "//",
      "localhost:4402",
      "pay.example",
      "evil.test",
      "%2f",
      "\u3002",
      "\u0000",
      "user",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 9 }).map((all) => all.join("")),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(text, (input) => {
        const target = paymentTarget(input, sites);
        if (target === null) return;
        // Resolved as browsers resolve a Location header on a page of the site.
        const { origin } = new URL(target, `${sites.ownOrigin}/en/dashboard/deposits/create`);
        expect([sites.ownOrigin, ...sites.origins]).toContain(origin);
      }),
      { numRuns: 2000 },
    );
  });
});
