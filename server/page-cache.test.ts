import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PAGE_BYTES_MAX, PageCache } from "./page-cache.ts";

const NONCE = "0123456789abcdefghijkl";
const SECURITY = { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false };
const PAGE = `<!doctype html><script nonce="${NONCE}">go()</script><p>Hello</p>`;

const plain = new Request("http://localhost/en");
const brotli = new Request("http://localhost/en", { headers: { "accept-encoding": "br" } });

function toPage(headers: Record<string, string> = {}, status = 200, html = PAGE): Response {
  return new Response(html, { status, headers: { "content-type": "text/html", ...headers } });
}

/** A page that is done when the test says so. */
function createSlowPage() {
  let finish: (response: Response) => void = () => {};
  const done = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  return { render: () => done, finish };
}

const fill = (cache: PageCache, render: () => Promise<Response> | Response, request = plain) =>
  cache.fill("/en", request, { nonce: NONCE, render: async () => render() });

describe("the page cache", () => {
  it("keeps a public page, without its nonce and with its scripts by hash", async () => {
    const cache = new PageCache(SECURITY);
    const first = await fill(cache, () => toPage());
    const kept = cache.get("/en", plain);
    expect(await first.text()).toBe(PAGE.replace(` nonce="${NONCE}"`, ""));
    expect(await kept?.text()).toBe(PAGE.replace(` nonce="${NONCE}"`, ""));
    expect([...(kept?.headers ?? [])]).toEqual([...first.headers]);
    expect(first.headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    expect(first.headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
    expect(first.headers.get("vary")).toBe("Accept-Encoding, Cookie");
  });

  it("gives the same bytes packed to those who take Brotli", async () => {
    const cache = new PageCache(SECURITY);
    const first = await fill(cache, () => toPage(), brotli);
    const kept = cache.get("/en", brotli);
    for (const response of [first, kept]) {
      expect(response?.headers.get("content-encoding")).toBe("br");
      const packed = (await response?.arrayBuffer()) ?? new ArrayBuffer(0);
      const html = brotliDecompressSync(Buffer.from(packed));
      expect(html.toString()).toContain("<p>Hello</p>");
    }
  });

  it("takes over no header that could be one person's", async () => {
    const cache = new PageCache(SECURITY);
    const response = await fill(cache, () =>
      toPage({ "x-user": "bea", "x-robots-tag": "noindex", "referrer-policy": "strict-origin" }),
    );
    expect(response.headers.get("x-user")).toBeNull();
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect(response.headers.get("referrer-policy")).toBe("strict-origin");
  });

  it.each([
    ["sets a cookie", toPage({ "set-cookie": "a=b" })],
    ["is private", toPage({ "cache-control": "private, no-store" })],
    ["must not be stored", toPage({ "cache-control": "No-Store" })],
    ["depends on a header", toPage({ vary: "Accept-Language" })],
    ["is an error", toPage({}, 404)],
    ["is a redirect", toPage({ location: "/de" }, 302)],
    ["is no document", toPage({ "content-type": "application/json" })],
    ["has no type", new Response("hello")],
  ])("neither keeps nor shares a response that %s", async (_, response) => {
    const cache = new PageCache(SECURITY);
    const slow = createSlowPage();
    const first = fill(cache, slow.render);
    const others = [1, 2].map((visitor) => fill(cache, () => toPage({}, 200, `own ${visitor}`)));
    slow.finish(response);
    expect(await first).toBe(response);
    expect(await Promise.all(others.map(async (other) => (await other).text()))).toEqual([
      "own 1",
      "own 2",
    ]);
    expect(cache.get("/en", plain)).toBeNull();
  });

  it("renders a public page once for all who ask meanwhile", async () => {
    const cache = new PageCache(SECURITY);
    const slow = createSlowPage();
    const visitors = [slow.render, () => toPage({}, 200, "again"), () => toPage({}, 200, "again")];
    const pages = visitors.map((render) => fill(cache, render));
    slow.finish(toPage());
    const texts = await Promise.all(pages.map(async (page) => (await page).text()));
    expect(new Set(texts)).toEqual(new Set([PAGE.replace(` nonce="${NONCE}"`, "")]));
  });

  it("lets nobody else fail with a page that fails", async () => {
    const cache = new PageCache(SECURITY);
    const failing = fill(cache, () => Promise.reject(new Error("no database")));
    const other = fill(cache, () => toPage({}, 200, "whole"));
    await expect(failing).rejects.toThrow("no database");
    expect(await (await other).text()).toBe("whole");
    expect(await (await fill(cache, () => toPage())).text()).toContain("Hello");
  });

  it("keeps so many bytes and no more, and drops what was not asked for longest", async () => {
    const cache = new PageCache(SECURITY);
    const html = "x".repeat(PAGE_BYTES_MAX / 4);
    const keys = ["/en?page=1", "/en?page=2", "/en?page=3", "/en?page=4"];
    for (const key of keys) {
      const render = async () => toPage({}, 200, html);
      expect((await cache.fill(key, plain, { nonce: NONCE, render })).status).toBe(200);
    }
    expect(keys.map((key) => cache.get(key, plain) !== null)).toEqual([false, true, true, true]);
  });

  it("clears everything when something has changed, also what is still being rendered", async () => {
    const cache = new PageCache(SECURITY);
    await cache.fill("/de", plain, { nonce: NONCE, render: async () => toPage() });
    const slow = createSlowPage();
    const before = fill(cache, slow.render);
    cache.clear();
    const after = await fill(cache, () => toPage({}, 200, "new"));
    slow.finish(toPage({}, 200, "old"));
    expect(await (await before).text()).toBe("old");
    expect(await after.text()).toBe("new");
    expect(cache.get("/de", plain)).toBeNull();
    expect(await cache.get("/en", plain)?.text()).toBe("new");
  });
});
