import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeptPage } from "./kept-page.ts";
import { PAGE_BYTES_MAX, PageCache, type RenderedPage } from "./page-cache.ts";

const NONCE = "0123456789abcdefghijkl";
const SECURITY = { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false };
const PAGE = `<!doctype html><script nonce="${NONCE}">go()</script><p>Hello</p>`;
const KEPT = PAGE.replace(` nonce="${NONCE}"`, "");

const toRequest = (headers: Record<string, string> = {}) =>
  new Request("http://localhost/en", { headers });

function toPage(headers: Record<string, string> = {}, status = 200, html = PAGE): RenderedPage {
  const all = { "content-type": "text/html", ...headers };
  return { response: new Response(null, { status, headers: all }), html };
}

/** A page that finishes when the test triggers it. */
function createSlowPage() {
  let finish: (page: RenderedPage) => void = () => {};
  const done = new Promise<RenderedPage>((resolve) => {
    finish = resolve;
  });
  return { render: () => done, finish };
}

const fill = (cache: PageCache, render: () => Promise<RenderedPage> | RenderedPage) =>
  cache.fill("/en", { nonce: NONCE, render: async () => render() });

/** The result for a request: a shared page, or an individual one. */
async function textOf(page: KeptPage | RenderedPage | null): Promise<string | null> {
  if (page instanceof KeptPage) return (await page.respond(toRequest())).text();
  return page?.html ?? null;
}

describe("the page cache", () => {
  it("keeps a public page, without its nonce and with its scripts by hash", async () => {
    const cache = new PageCache(SECURITY);
    const first = await fill(cache, () => toPage());
    expect(cache.get("/en")).toBe(first);
    expect(await textOf(first)).toBe(KEPT);
    const { headers } = (await cache.get("/en")?.respond(toRequest())) ?? new Response();
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    expect(headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
    expect(headers.get("vary")).toBe("Accept-Encoding, Cookie");
  });

  it("allows no script of a text in the page", async () => {
    const cache = new PageCache(SECURITY);
    const html = PAGE.replace("Hello", "<script>steal()</script>");
    await fill(cache, () => toPage({}, 200, html));
    const { headers } = (await cache.get("/en")?.respond(toRequest())) ?? new Response();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.match(/'sha256-[^']*'/g)).toHaveLength(1);
  });

  it("sends the same bytes compressed to those who take that", async () => {
    const cache = new PageCache(SECURITY);
    await fill(cache, () => toPage());
    for (const [encoding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const request = toRequest({ "accept-encoding": encoding });
      for (let time = 0; time < 2; time++) {
        const response = await cache.get("/en")?.respond(request);
        expect(response?.headers.get("content-encoding")).toBe(encoding);
        const packed = (await response?.arrayBuffer()) ?? new ArrayBuffer(0);
        expect(unpack(Buffer.from(packed)).toString()).toBe(KEPT);
      }
    }
  });

  it("sends what many ask for ever smaller", async () => {
    const cache = new PageCache(SECURITY);
    const html = Array.from({ length: 900 }, (_, at) => `<p class="${at % 7}">${at * at}</p>`).join(
      "",
    );
    await fill(cache, () => toPage({}, 200, html));
    const sizes = new Set<number>();
    await expect
      .poll(async () => {
        const request = toRequest({ "accept-encoding": "br" });
        const packed = await (await cache.get("/en")?.respond(request))?.arrayBuffer();
        expect(brotliDecompressSync(packed ?? new ArrayBuffer(0)).toString()).toBe(html);
        return sizes.add(packed?.byteLength ?? 0).size;
      })
      .toBe(2);
    const [first = 0, second = 0] = sizes;
    expect(second).toBeLessThan(first);
  });

  it("sends nothing to those who have the very page already", async () => {
    const cache = new PageCache(SECURITY);
    await fill(cache, () => toPage());
    const etag = (await cache.get("/en")?.respond(toRequest()))?.headers.get("etag") ?? "";
    const again = toRequest({ "if-none-match": `"x", ${etag}`, "accept-encoding": "br" });
    const current = await cache.get("/en")?.respond(again);
    expect([current?.status, current?.headers.get("etag")]).toEqual([304, etag]);
    expect(await current?.text()).toBe("");
    cache.clear();
    await fill(cache, () => toPage({}, 200, "changed"));
    expect((await cache.get("/en")?.respond(again))?.status).toBe(200);
  });

  it("takes over no header that could be one person's", async () => {
    const cache = new PageCache(SECURITY);
    await fill(cache, () =>
      toPage({ "x-user": "bea", "x-robots-tag": "noindex", "referrer-policy": "strict-origin" }),
    );
    const { headers } = (await cache.get("/en")?.respond(toRequest())) ?? new Response();
    expect(headers.get("x-user")).toBeNull();
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("referrer-policy")).toBe("strict-origin");
  });

  it.each([
    ["sets a cookie", toPage({ "set-cookie": "a=b" })],
    ["is private", toPage({ "cache-control": "private, no-store" })],
    ["must not be stored", toPage({ "cache-control": "No-Store" })],
    ["depends on a header", toPage({ vary: "Accept-Language" })],
    ["is an error", toPage({}, 404)],
    ["is a redirect", toPage({ location: "/de" }, 302)],
    ["is no document", toPage({ "content-type": "application/json" })],
    ["has no type", { response: new Response(), html: "hello" }],
    ["is a response of its own", { response: toPage().response, html: null }],
  ])("neither keeps nor shares a response that %s", async (_, page) => {
    const cache = new PageCache(SECURITY);
    const slow = createSlowPage();
    const first = fill(cache, slow.render);
    const others = [1, 2].map((visitor) => fill(cache, () => toPage({}, 200, `own ${visitor}`)));
    slow.finish(page);
    expect(await first).toBe(page);
    const texts = await Promise.all(others.map(async (other) => textOf(await other)));
    expect(texts).toEqual(["own 1", "own 2"]);
    expect(cache.get("/en")).toBeNull();
  });

  it("renders a public page once for all who ask meanwhile", async () => {
    const cache = new PageCache(SECURITY);
    const slow = createSlowPage();
    const visitors = [slow.render, () => toPage({}, 200, "again"), () => toPage({}, 200, "again")];
    const pages = visitors.map((render) => fill(cache, render));
    slow.finish(toPage());
    const texts = await Promise.all(pages.map(async (page) => textOf(await page)));
    expect(new Set(texts)).toEqual(new Set([KEPT]));
  });

  it("lets nobody else fail with a page that fails", async () => {
    const cache = new PageCache(SECURITY);
    const failing = fill(cache, () => Promise.reject(new Error("no database")));
    const other = fill(cache, () => toPage({}, 200, "whole"));
    await expect(failing).rejects.toThrow("no database");
    expect(await textOf(await other)).toBe("whole");
    expect(await textOf(await fill(cache, () => toPage()))).toContain("Hello");
  });

  it("keeps so many bytes and no more, and drops what was not asked for longest", async () => {
    const cache = new PageCache(SECURITY);
    const html = "x".repeat(PAGE_BYTES_MAX / 5);
    const keys = ["/en?page=1", "/en?page=2", "/en?page=3", "/en?page=4"];
    for (const key of keys) {
      const render = async () => toPage({}, 200, html);
      expect(await cache.fill(key, { nonce: NONCE, render })).toBeInstanceOf(KeptPage);
    }
    expect(keys.map((key) => cache.get(key) !== null)).toEqual([false, true, true, true]);
  });

  it("neither grows past its bound nor sends the old, whatever ends when in a storm", async () => {
    const html = "x".repeat(PAGE_BYTES_MAX / 12);
    const event = fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 30 }) },
      { weight: 1, arbitrary: fc.constant("change" as const) },
    );
    const storm = async (scheduler: fc.Scheduler, events: (number | "change")[]) => {
      const cache = new PageCache(SECURITY);
      let version = 0;
      const ask = async (key: string) => {
        const since = version;
        // A slow API: the page shows what was true when its rendering started.
        const render = async () => {
          const seen = version;
          await scheduler.schedule(Promise.resolve(key));
          return toPage({}, 200, `${seen} ${html}`);
        };
        const page = cache.get(key) ?? (await cache.fill(key, { nonce: NONCE, render }));
        const text = page instanceof KeptPage ? page.html.toString("utf8", 0, 8) : page.html;
        expect(Number.parseInt(text ?? "", 10)).toBeGreaterThanOrEqual(since);
        expect(cache.bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX);
      };
      const asked = events.map(async (what, at) => {
        await scheduler.schedule(Promise.resolve(at));
        if (what !== "change") return ask(`/en?page=${what}`);
        version++;
        cache.clear();
      });
      await scheduler.waitAll();
      await Promise.all(asked);
    };
    await fc.assert(fc.asyncProperty(fc.scheduler(), fc.array(event, { maxLength: 60 }), storm), {
      numRuns: 30,
    });
  });

  it("clears everything when something has changed, also what is still being rendered", async () => {
    const cache = new PageCache(SECURITY);
    await cache.fill("/de", { nonce: NONCE, render: async () => toPage() });
    const slow = createSlowPage();
    const before = fill(cache, slow.render);
    cache.clear();
    const after = await fill(cache, () => toPage({}, 200, "new"));
    slow.finish(toPage({}, 200, "old"));
    expect(await textOf(await before)).toBe("old");
    expect(await textOf(after)).toBe("new");
    expect(cache.get("/de")).toBeNull();
    expect(await textOf(cache.get("/en"))).toBe("new");
  });
});
