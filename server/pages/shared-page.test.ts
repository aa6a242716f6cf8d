import { describe, expect, it } from "vitest";
import { readSharedPage, toGuestRequest, toPageRequest } from "./shared-page.ts";

const ORIGIN = "http://localhost:3000";

function read(path: string, headers: Record<string, string> = {}, method = "GET") {
  const request = new Request(ORIGIN + path, { headers, method });
  const page = readSharedPage(toPageRequest(request, new URL(request.url)));
  return page && { key: page.key, sent: toGuestRequest(page, request, "https://shop.example") };
}

describe("a page that guests share", () => {
  it.each([
    ["/en/products.data"],
    ["/sitemap.XML"],
    ["/en?source=x"],
    ["/en?utm_source=x&again=7"],
    ["/en/login?redirect=%2Fen"],
    [`/en/products?search=${"x".repeat(300)}`],
  ])("is not %s", (path) => {
    expect(read(path)).toBeNull();
  });

  it("is not a form, and not a choice of language", () => {
    expect(read("/en", {}, "POST")).toBeNull();
    expect(read("/de", { referer: `${ORIGIN}/en` })).toBeNull();
    expect(read("/de", { referer: `${ORIGIN}/de/products` })?.key).toBe("notice /de");
  });

  it("is the same for a HEAD, whose headers are those of a GET", () => {
    expect(read("/en", {}, "HEAD")?.key).toBe("notice /en");
    expect(read("/en", {}, "HEAD")?.sent.method).toBe("GET");
  });

  it("is another one for another query, in the order in which it was sent", () => {
    const [one, two] = ["?page=1&page=2", "?page=2&page=1"].map((query) => read(`/en${query}`));
    expect(one?.key).toBe("notice /en?page=1&page=2");
    expect(two?.key).toBe("notice /en?page=2&page=1");
  });

  it.each([
    ["/en?utm_source=mail&utm_medium=email", "/en"],
    ["/en?gclid=a%ZZ&page=1&FBCLID=&page=2&", "/en?page=1&page=2"],
    [`/en?search=a%20b&utm_term=${"x".repeat(900)}`, "/en?search=a%20b"],
  ])("is the one without tracking parameters: %s", (path, expected) => {
    const page = read(path);
    expect(page?.key).toBe(`notice ${expected}`);
    expect(page?.sent.url).toBe(`https://shop.example${expected}`);
  });

  it.each([
    ["cookies-consent=al%6c", "/en"],
    ["cookies-consent=all=all", "notice /en"],
  ])("reads a choice as every other cookie is read: %s", (cookie, key) => {
    expect(read("/en", { cookie })?.key).toBe(key);
  });

  it("is another one with the cookie notice than without", () => {
    const cookies = ["a=b", "cookies-consent=all", "cookies-consent =custom"];
    const keys = cookies.map((cookie) => read("/en", { cookie })?.key);
    expect(keys).toEqual(["notice /en", "/en", "/en"]);
  });

  it("is rendered from its address, its language and the cookies of any guest", () => {
    const sent = read("//evil.example/x", {
      cookie:
        'XSRF-TOKEN=t; locale ="ImRlIg=="; _ga=1; pending_favorite=w; cookies-consent=essential',
      "accept-language": "de",
      "user-agent": "curl",
      "x-forwarded-for": "203.0.113.9",
    })?.sent;
    expect(sent?.url).toBe("https://shop.example//evil.example/x");
    expect([...(sent?.headers ?? [])]).toEqual([
      ["accept-language", "de"],
      ["cookie", 'cookies-consent=essential; locale="ImRlIg=="'],
    ]);
  });
});
