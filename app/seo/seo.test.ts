import { describe, expect, it } from "vitest";
import type { FeedItem } from "#app/api-client/catalog.server.ts";
import { LOCALES } from "#domain/locales.ts";
import { writeFeed } from "./feed.server.ts";
import { describeApp } from "./manifest.server.ts";
import { writeRobots } from "./robots.server.ts";
import { newestOf, readProductsFile, writeSitemap, writeSitemapIndex } from "./sitemap.server.ts";
import { toGroupPages } from "./sitemap-site.server.ts";
import { escapeXml, streamXml } from "./xml.server.ts";

const site = { appUrl: "https://shop.example", locales: ["en", "de", "ar"], defaultLocale: "en" };
const write = (pieces: Iterable<string>) => [...pieces].join("");

describe("XML", () => {
  it("holds any text, without what it cannot hold at all", () => {
    expect(escapeXml(`<a b="c">&'`)).toBe("&lt;a b=&quot;c&quot;&gt;&amp;&#x27;");
    expect(escapeXml("a\u0000b\u001bc\ufffed\te\nf")).toBe("abcd\te\nf");
  });

  it("is made no faster than it is read", async () => {
    let made = 0;
    function* pieces() {
      for (; made < 1_000; made++) yield "x".repeat(10_000);
    }
    const reader = streamXml(pieces(), {}).body?.getReader();
    await reader?.read();
    expect(made).toBeLessThan(30);
    await reader?.cancel();
    expect(await streamXml(["a", "ü", ""], {}).text()).toBe("aü");
  });
});

describe("the sitemap", () => {
  it("names each page in each language, with all its translations", () => {
    const xml = write(
      writeSitemap(site, [{ path: "/products/a", updatedAt: "2026-01-02" }], ["de"]),
    );
    expect(xml.match(/<loc>[^<]*/g)).toEqual(["<loc>https://shop.example/de/products/a"]);
    expect(xml).toContain("<lastmod>2026-01-02</lastmod>");
    const alternates = [...xml.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(alternates.map(([, code, url]) => [code, url])).toEqual([
      ["en", "https://shop.example/en/products/a"],
      ["de", "https://shop.example/de/products/a"],
      ["ar", "https://shop.example/ar/products/a"],
      ["x-default", "https://shop.example/en/products/a"],
    ]);
  });

  it("names a page only in the languages that it has a text in", () => {
    const pages = [
      { path: "/page/agb", updatedAt: null, locales: ["de"] },
      { path: "/page/cookies", updatedAt: null, locales: ["ar", "en", "fr"] },
    ];
    const xml = write(writeSitemap(site, pages, site.locales));
    const urls = [...xml.matchAll(/(?:<loc>|href=")https:\/\/shop\.example\/([^<"]*)/g)];
    expect(urls.map(([, path]) => path)).toEqual([
      ...["de/page/agb", "de/page/agb"],
      ...["en/page/cookies", "en/page/cookies", "ar/page/cookies", "en/page/cookies"],
      ...["ar/page/cookies", "en/page/cookies", "ar/page/cookies", "en/page/cookies"],
    ]);
  });

  it("names the list of each style and category that has products, or may have some", () => {
    const group = (url: string, productsCount: number | null) => ({ url, productsCount });
    const groups = [
      group("nebula", 7),
      group("empty", 0),
      group("uncounted", null),
      group("ink & wash", 1),
      group("two,names", 1),
    ];
    const xml = write(writeSitemap(site, toGroupPages("style", groups), ["de"]));
    expect([...xml.matchAll(/<loc>([^<]*)/g)].map(([, url]) => url)).toEqual([
      "https://shop.example/de/products?style=nebula",
      "https://shop.example/de/products?style=uncounted",
      "https://shop.example/de/products?style=ink+%26+wash",
    ]);
    expect(xml).toContain('hreflang="ar" href="https://shop.example/ar/products?style=nebula"');
  });

  it("has a file for each part of the products in each language", () => {
    const parts = [
      { part: 1, updatedAt: "2026-01-01" },
      { part: 101, updatedAt: "2026-02-01" },
    ];
    const xml = write(writeSitemapIndex(site, parts));
    const files = [...xml.matchAll(/<loc>https:\/\/shop\.example\/([^<]*)\.xml/g)];
    expect(files.map(([, name]) => name)).toEqual([
      "sitemap-pages",
      "sitemap-products-en-1",
      "sitemap-products-de-1",
      "sitemap-products-ar-1",
      "sitemap-products-en-101",
      "sitemap-products-de-101",
      "sitemap-products-ar-101",
    ]);
    expect(xml).toContain("sitemap-pages.xml</loc><lastmod>2026-02-01</lastmod>");
  });

  it("keeps a full part in all languages below 50 MB", () => {
    const page = { path: `/products/${"x".repeat(120)}`, updatedAt: new Date().toISOString() };
    const one = write(writeSitemap({ ...site, locales: [...LOCALES] }, [page], ["en"])).length;
    expect(one * 10_000).toBeLessThan(50_000_000);
  });

  it.each([
    ["sitemap-products-en-1", { locale: "en", part: 1 }],
    ["sitemap-products-pt-br-12", { locale: "pt-br", part: 12 }],
    ["sitemap-products-en-0", null],
    ["sitemap-products-en-01", null],
    ["sitemap-products-en-100000", null],
    ["sitemap-products-EN-1", null],
    ["sitemap-products--1", null],
    ["sitemap-products-1", null],
    ["sitemap-pages", null],
  ])("reads the name %s", (name, file) => {
    expect(readProductsFile(name)).toEqual(file);
  });

  it("is as new as what is newest in it", () => {
    expect(newestOf(["2026-01-01", null, "2026-03-01", "2026-02-01"])).toBe("2026-03-01");
    expect(newestOf([null])).toBeNull();
    expect(newestOf([])).toBeNull();
  });
});

describe("robots.txt", () => {
  it("closes private paths in each language and names the sitemap", () => {
    const lines = writeRobots(site).split("\n");
    for (const line of [
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /en/dashboard",
      "Disallow: /ar/dashboard",
      "Sitemap: https://shop.example/sitemap.xml",
    ]) {
      expect(lines).toContain(line);
    }
  });

  const rules = writeRobots(site)
    .split("\n")
    .filter((line) => line.startsWith("Disallow: "))
    .map((line) => new RegExp(`^${toPattern(line.slice("Disallow: ".length))}`));

  it.each([
    "/de/products/generate",
    "/de/products/generate?product=fox",
    "/de/products/generate/pictures",
  ])("closes %s", (path) => {
    expect(rules.some((rule) => rule.test(path))).toBe(true);
  });

  it("closes no page that everybody may read", () => {
    for (const path of [
      "/en",
      "/de/products",
      "/en/products/dashboard",
      "/en/products/generated-dreams",
      "/en/products?page=2",
    ]) {
      expect(rules.filter((rule) => rule.test(path)).map(String)).toEqual([]);
    }
  });
});

/** RFC 9309, 2.2.3: "*" matches anything, and "$" at the end matches the end of the path. */
const toPattern = (rule: string) =>
  rule.replace(/[.+?^{}()|[\]\\]|\$(?!$)/g, "\\$&").replaceAll("*", ".*");

describe("the feed", () => {
  const feed = {
    appUrl: site.appUrl,
    locale: "de",
    title: "Neu & schön",
    description: "Das Neueste",
    price: (cents: number) => `${cents} c`,
  };
  const item: FeedItem = {
    id: "1",
    slug: "fox",
    title: "Fox </title> & co",
    titleLanguage: undefined,
    priceCents: 290,
    thumbUrl: null,
    imageUrl: "/media/abc/960.jpg",
    picture: {
      width: 1024,
      height: 1024,
      color: "#000000",
      baseUrl: "/media/abc",
      widths: [160, 320, 480, 640, 960],
      formats: ["avif", "webp", "jpg"],
    },
    description: "A <b>fox</b>",
    createdAt: "2026-11-21T09:34:29.000Z",
  };

  it("lists each product with its picture, price and day", () => {
    const xml = write(writeFeed(feed, [item]));
    expect(xml).toContain("<title>Neu &amp; schön</title>");
    expect(xml).toContain("<title>Fox &lt;/title&gt; &amp; co</title>");
    expect(xml).toContain("<link>https://shop.example/de/products/fox</link>");
    expect(xml).toContain("<pubDate>Sat, 21 Nov 2026 09:34:29 GMT</pubDate>");
    expect(xml).toContain('<media:content url="https://shop.example/media/abc/640.jpg"');
    expect(xml).toContain("290 c");
    // A description is HTML, in which the product's text is escaped.
    expect(xml).toContain("&lt;p&gt;A &amp;lt;b&amp;gt;fox&amp;lt;/b&amp;gt;&lt;/p&gt;");
  });

  it("stands without pictures, and without products", () => {
    const bare = { ...item, picture: null, imageUrl: null };
    expect(write(writeFeed(feed, [bare]))).not.toContain("media:content");
    expect(write(writeFeed(feed, []))).not.toContain("lastBuildDate");
  });
});

describe("the manifest", () => {
  it("reads in the language's direction and starts in it", () => {
    const app = describeApp("ar", { name: "Promptory", description: "…" });
    expect(app).toMatchObject({ lang: "ar", dir: "rtl", start_url: "/ar", id: "/" });
    expect(app.icons.map(({ purpose }) => purpose)).toContain("maskable");
  });
});
