import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { completeHeaders, type PageSecurity, scriptHashes } from "./security-headers.ts";

const hashOf = (script: string) =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("the scripts that a finished page may run", () => {
  it("are its inline ones, not files and not data", () => {
    const html = [
      '<script nonce="n">one()</script>',
      '<script nonce="n" src="/two.js"></script>',
      '<script nonce="n" type="module">three()</script>',
      '<script nonce="n" type="application/ld+json">{"name":"four"}</script>',
      '<script nonce="n" id="five" type="application/json">{}</script>',
    ].join("");
    expect(scriptHashes(html, "n")).toEqual([hashOf("one()"), hashOf("three()")]);
  });

  it("are none that came into it with a text, and have no nonce or another", () => {
    const html = [
      "<p><script>steal()</script></p>",
      '<script nonce="guessed">steal()</script>',
      '<script nonce="n">own()</script>',
    ].join("");
    expect(scriptHashes(html, "n")).toEqual([hashOf("own()")]);
  });
});

const SECURITY: PageSecurity = {
  imageOrigins: ["https://pictures.example"],
  formOrigins: ["https://pay.example", "https://3ds.example"],
  isHttps: true,
  isDevelopment: false,
};

function complete(type: string | null, status = 200, own: Record<string, string> = {}): Headers {
  const headers = new Headers(type === null ? own : { ...own, "content-type": type });
  completeHeaders(SECURITY, ["'nonce-abc'"], { status, headers });
  return headers;
}

describe("the headers of every response", () => {
  it.each([
    ["text/html; charset=utf-8"],
    ["text/plain; charset=UTF-8"],
    ["text/x-script"],
    ["application/json"],
    ["application/rss+xml; charset=utf-8"],
    ["image/svg+xml"],
    ["image/jpeg"],
    ["application/pdf"],
    [null],
  ])("of type %s are safe", (type) => {
    expect(Object.fromEntries(complete(type))).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
  });

  it("let a page run its own scripts and lead to the payment provider, and nothing else", () => {
    const policy = complete("text/html").get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' 'nonce-abc';");
    expect(policy).toContain("form-action 'self' https://pay.example https://3ds.example;");
    expect(policy).toContain("img-src 'self' data: blob: https://pictures.example;");
  });

  it.each([
    ["text/plain", true],
    ["application/json; charset=utf-8", true],
    ["application/xml", true],
    ["image/svg+xml", true],
    ["text/javascript", false],
    ["text/css", false],
    ["application/pdf", false],
    ["image/png", false],
    [null, true],
  ])("let %s load nothing: %j", (type, isClosed) => {
    const policy = complete(type).get("content-security-policy");
    expect(policy?.startsWith("default-src 'none'") ?? false).toBe(isClosed);
  });

  it("leave what a response says of itself", () => {
    const own = {
      "referrer-policy": "strict-origin",
      "content-security-policy": "sandbox",
      "cache-control": "private, no-store",
      "retry-after": "60",
    };
    expect(Object.fromEntries(complete("text/html", 503, own))).toMatchObject(own);
  });

  it.each([
    [500, "no-store", null],
    [502, "no-store", "5"],
    [503, "no-store", "5"],
    [404, "private, no-cache", null],
    // Without a cache header browsers cache a 410 permanently.
    [410, "private, no-cache", null],
    [302, "private, no-cache", null],
    [301, null, null],
    [200, "private, no-cache", null],
  ])("of a %i say whether to keep it, and when to come again", (status, control, retry) => {
    const headers = complete("text/html", status);
    expect(headers.get("cache-control")).toBe(control);
    expect(headers.get("retry-after")).toBe(retry);
  });
});
