import type { Page } from "playwright";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { seedProducts, seedStyles } from "#api/db/seed/catalogue/index.ts";
import { LOCALES } from "#domain/locales.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

// The machine-readable output. Everything is fetched under another name of the same machine, to
// detect addresses built from the request instead of APP_URL.

const appUrl = workerProduct().url;
const base = appUrl.replace("localhost", "127.0.0.1");
const SLUGS = seedProducts.map(({ slug }) => slug).sort();
const SLUG = SLUGS[0] ?? "";

const browser = await openBrowser();
/** A page whose parser reads XML and HTML strictly. */
let reader: Page;
beforeAll(async () => {
  reader = await browser.newPage();
});

const local = (url: string) => url.replace(appUrl, base);
const ask = (path: string) => fetch(base + path, { redirect: "manual" });
async function read(path: string, type: string): Promise<string> {
  const response = await ask(path);
  expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 200, type]);
  return response.text();
}

type Element = { name: string; text: string; attributes: Record<string, string> };

/** Returns all elements of a document as a strict parser sees them; throws on its complaints. */
async function parse(text: string, type: "application/xml" | "text/html"): Promise<Element[]> {
  return reader.evaluate(
    ([source, kind]) => {
      const page = new DOMParser().parseFromString(source, kind);
      const complaint = page.querySelector("parsererror")?.textContent;
      if (complaint) throw new Error(complaint);
      return [...page.querySelectorAll("*")].map((element) => ({
        name: element.nodeName.toLowerCase(),
        text: element.textContent ?? "",
        attributes: Object.fromEntries(
          [...element.attributes].map((attribute) => [attribute.name, attribute.value]),
        ),
      }));
    },
    [text, type] as const,
  );
}

const XML = "application/xml; charset=utf-8";
const textsOf = (elements: Element[], name: string) =>
  elements.filter((element) => element.name === name).map(({ text }) => text);

async function listProducts(locale: string): Promise<string[]> {
  const response = await ask(`/sitemap-products-${locale}-1.xml`);
  if (response.status !== 200) return [];
  const prefix = `${appUrl}/${locale}/products/`;
  return textsOf(await parse(await response.text(), "application/xml"), "loc")
    .map((url) => (url.startsWith(prefix) ? url.slice(prefix.length) : `not ours: ${url}`))
    .sort();
}

/** Reads a page's head and its machine-readable data. */
async function readPage(path: string) {
  const response = await ask(path);
  const html = await response.text();
  const elements = await parse(html, "text/html");
  const link = (rel: string) =>
    elements.filter(({ name, attributes }) => name === "link" && attributes.rel === rel);
  const metas = elements.filter(({ name }) => name === "meta").map(({ attributes }) => attributes);
  const meta = (name: string) =>
    metas.filter((one) => (one.property ?? one.name) === name).map((one) => one.content);
  return {
    status: response.status,
    html,
    policy: response.headers.get("content-security-policy") ?? "",
    canonical: link("canonical").map(({ attributes }) => attributes.href),
    alternates: Object.fromEntries(
      link("alternate")
        .filter(({ attributes }) => attributes.hreflang)
        .map(({ attributes }) => [attributes.hreflang, attributes.href]),
    ),
    feeds: link("alternate")
      .filter(({ attributes }) => attributes.type === "application/rss+xml")
      .map(({ attributes }) => attributes.href),
    manifests: link("manifest").map(({ attributes }) => attributes.href),
    isIndexed: !meta("robots").some((content) => content?.includes("noindex")),
    meta,
    title: textsOf(elements, "title")[0],
    data: elements
      .filter(({ attributes }) => attributes.type === "application/ld+json")
      .map(({ text }): { "@graph": Record<string, unknown>[] } => JSON.parse(text)),
  };
}

describe("robots.txt", () => {
  it("leads to the sitemap and away from private pages", async () => {
    const lines = (await read("/robots.txt", "text/plain; charset=utf-8")).split("\n");
    expect(lines).toContain(`Sitemap: ${appUrl}/sitemap.xml`);
    for (const locale of LOCALES) expect(lines).toContain(`Disallow: /${locale}/dashboard`);
  });
});

describe("the sitemap", () => {
  it("has an index whose every file is there", async () => {
    const index = await parse(await read("/sitemap.xml", XML), "application/xml");
    const files = textsOf(index, "loc");
    expect(files).toEqual([
      `${appUrl}/sitemap-pages.xml`,
      ...LOCALES.map((locale) => `${appUrl}/sitemap-products-${locale}-1.xml`),
    ]);
    for (const day of textsOf(index, "lastmod")) expect(Date.parse(day)).toBeLessThan(Date.now());
    expect(textsOf(index, "lastmod")).toHaveLength(files.length);
    for (const file of files) await read(file.slice(appUrl.length), XML);
  });

  it("lists every product once in each language", async () => {
    for (const locale of LOCALES) expect(await listProducts(locale)).toEqual(SLUGS);
  });

  it("lists the screens for everybody and the static pages", async () => {
    const elements = await parse(await read("/sitemap-pages.xml", XML), "application/xml");
    const paths = [
      ...["/en", "/uk/products", "/ar/about-us", "/et/contact-us", "/fr/page/terms"],
      ...["/de/report-content", "/nl/withdraw-from-contract"],
      ...["/pl/products?style=nebula", "/it/products?category=animals"],
    ];
    expect(textsOf(elements, "loc")).toEqual(
      expect.arrayContaining(paths.map((path) => appUrl + path)),
    );
  });

  it("names the same translations as the page itself, for every address", async () => {
    for (const file of ["sitemap-pages", "sitemap-products-de-1"]) {
      const elements = await parse(await read(`/${file}.xml`, XML), "application/xml");
      const urls: { loc: string; alternates: Record<string, string> }[] = [];
      for (const { name, text, attributes } of elements) {
        if (name === "loc") urls.push({ loc: text, alternates: {} });
        const last = urls.at(-1);
        const { hreflang = "", href = "" } = attributes;
        if (name === "xhtml:link" && last) last.alternates[hreflang] = href;
      }
      expect(urls.length).toBeGreaterThan(3);
      for (const { loc, alternates } of sample(urls, 4)) {
        const page = await readPage(loc.slice(appUrl.length));
        expect(page).toMatchObject({ status: 200, isIndexed: true, canonical: [loc], alternates });
      }
    }
  });

  it.each([
    "/sitemap-products-en-2.xml",
    "/sitemap-products-xx-1.xml",
  ])("has no file %s", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it.each([
    "/sitemap-none.xml",
    "/rss.xml",
    "/manifest.webmanifest",
  ])("takes %s for a path without a language", async (path) => {
    const response = await ask(path);
    expect([response.status, response.headers.get("location")]).toEqual([302, `/en${path}`]);
  });
});

/** One of each kind: the default, another one, and a right-to-left one. */
const SAMPLE = [
  ["en", "en_US"],
  ["de", "de_DE"],
  ["ar", "ar_EG"],
] as const;

describe("a public page", () => {
  const pages = [
    ...["", "/products", "/products?page=2", `/products/${SLUG}`],
    ...["/products?style=nebula", "/products?category=animals"],
  ];

  it.each(
    pages.flatMap((page) => SAMPLE.map(([locale, territory]) => [locale, page, territory])),
  )("/%s%s has its one address, its translations and its preview", async (locale, path, territory) => {
    const page = await readPage(`/${locale}${path}`);
    const inLocale = (code: string) => `${appUrl}/${code}${path}`;
    expect(page).toMatchObject({ status: 200, isIndexed: true });
    expect(page.canonical).toEqual([inLocale(locale)]);
    expect(page.alternates).toEqual({
      ...Object.fromEntries(LOCALES.map((code) => [code, inLocale(code)])),
      "x-default": inLocale("en"),
    });
    expect(page.feeds).toEqual([`${appUrl}/${locale}/rss.xml`]);
    expect(page.manifests).toEqual([`/${locale}/manifest.webmanifest`]);
    const [description = ""] = page.meta("description");
    expect(description.length).toBeGreaterThan(20);
    expect(page.meta("og:description")).toEqual([description]);
    expect(page.meta("og:url")).toEqual([inLocale(locale)]);
    expect(page.meta("og:locale")).toEqual([territory]);
    expect(page.meta("og:site_name")).toEqual(["Promptory"]);
    expect(page.meta("twitter:card")).toEqual(["summary_large_image"]);
    expect(page.title).toContain(page.meta("og:title")[0]);
    const [image = ""] = page.meta("og:image");
    expect(image.startsWith(appUrl)).toBe(true);
    const response = await fetch(local(image));
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height, format, exif, xmp } = await sharp(bytes).metadata();
    // The pictures of this shop's styles are too small for a preview.
    expect([width, height, format, exif, xmp]).toEqual([1200, 630, "jpeg", undefined, undefined]);
    const stated = ["og:image:width", "og:image:height"].flatMap((name) => page.meta(name));
    expect(stated).toEqual(["1200", "630"]);
  });

  it("is distinguished from its next page", async () => {
    const [first, second] = [await readPage("/en/products"), await readPage("/en/products?page=2")];
    expect(second.title).not.toBe(first.title);
  });

  it.each([
    `/products/${SLUG}`,
    "/page/terms",
    "/products?style=nebula",
    "/products?category=animals",
  ])("%s has its one address, whatever letters are typed", async (path) => {
    const [folder = "", name = ""] = path.split(/(?<=[=/])(?=[^=/]+$)/);
    const typed = await ask(`/en${folder}${name.toUpperCase()}`);
    expect([typed.status, typed.headers.get("location")]).toEqual([301, `/en${path}`]);
    expect(typed.headers.get("cache-control")).toBe("no-cache");
    expect((await ask(`/en${path}`)).status).toBe(200);
    expect((await ask(`/en${folder}NO-SUCH-NAME`)).status).not.toBe(301);
  });

  it.each([
    ["/en/products?sort=price_asc", "/en/products"],
    ["/en/products?style=nebula&sort=price_asc", "/en/products?style=nebula"],
    ["/en/products?style=nebula&utm_source=mail", "/en/products?style=nebula"],
    ["/en/products/?utm_source=mail", "/en/products"],
    [`/en/products/${SLUG}?utm_source=mail`, `/en/products/${SLUG}`],
  ])("has its one address at %s as well", async (path, canonical) => {
    const response = await fetch(base + path);
    const elements = await parse(await response.text(), "text/html");
    const links = elements.filter(({ attributes }) => attributes.rel === "canonical");
    expect(links.map(({ attributes }) => attributes.href)).toEqual([appUrl + canonical]);
  });

  it("of a style says so in title, description and heading", async () => {
    const { title, meta, html } = await readPage("/de/products?style=nebula");
    const name = seedStyles.find(({ slug }) => slug === "nebula")?.name.de ?? "";
    expect(title).toBe(`${name}: Prompts für KI-Bilder · Promptory`);
    expect(meta("description")[0]).toContain(`im Stil „${name}“`);
    expect(textsOf(await parse(html, "text/html"), "h1")).toEqual([name]);
  });
});

describe("not for search engines", () => {
  it.each([
    "/en/products?style=nebula&category=space",
    "/en/products?style=nebula,bauhaus",
    "/en/products?category=animals&price_max=9",
    "/en/products?category=animals&page=99",
    "/en/products?style=no-such-style",
    "/en/products?search=fox",
    "/en/products?page=99",
    "/en/login",
    "/en/register",
    "/en/404",
    "/en/forbidden",
  ])("%s", async (path) => {
    const page = await readPage(path);
    expect(page).toMatchObject({ isIndexed: false, canonical: [], alternates: {}, data: [] });
    expect(page.meta("og:title")).toEqual([]);
  });
});

describe("structured data", () => {
  it("describes the shop on its first page", async () => {
    const { data } = await readPage("/de");
    const [graph, ...others] = data.map((block) => block["@graph"]);
    expect(others).toEqual([]);
    expect(graph).toEqual([
      expect.objectContaining({
        "@type": "Organization",
        name: "Promptory",
        logo: `${appUrl}/icons/icon-512.png`,
      }),
      expect.objectContaining({
        "@type": "WebSite",
        url: `${appUrl}/de`,
        potentialAction: expect.objectContaining({ "@type": "SearchAction" }),
      }),
    ]);
    expect((await ask("/icons/icon-512.png")).headers.get("content-type")).toBe("image/png");
    const search = await readPage("/de/products?search=fuchs");
    expect(search.status).toBe(200);
  });

  it("describes the place of a category's list", async () => {
    const { data } = await readPage("/en/products?category=animals");
    expect(data).toHaveLength(1);
    const [crumbs, ...others] = data[0]?.["@graph"] ?? [];
    expect(others).toEqual([]);
    expect(crumbs).toMatchObject({
      "@type": "BreadcrumbList",
      itemListElement: [
        { position: 1, name: "Home", item: `${appUrl}/en` },
        { position: 2, name: "All prompts", item: `${appUrl}/en/products` },
        { position: 3, name: "Animals", item: `${appUrl}/en/products?category=animals` },
      ],
    });
  });

  it("describes a product, its offer and its place, and nothing of its prompt", async () => {
    const { html, data } = await readPage(`/de/products/${SLUG}`);
    const url = `${appUrl}/de/products/${SLUG}`;
    const [product, crumbs] = data[0]?.["@graph"] ?? [];
    expect(product).toMatchObject({
      "@type": "Product",
      name: seedProducts.find(({ slug }) => slug === SLUG)?.title.de,
      url,
      image: expect.stringMatching(/^http:\/\/localhost:\d+\/media\/[\w-]{12}\/960\.jpg$/),
      offers: {
        "@type": "Offer",
        price: expect.stringMatching(/^\d+\.\d\d$/),
        priceCurrency: "EUR",
        availability: "https://schema.org/InStock",
        url,
      },
    });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });
    // Once in the document: not again in the data for the browser's scripts.
    expect(html.split("schema.org/InStock")).toHaveLength(2);
    const prompt = seedProducts.find(({ slug }) => slug === SLUG)?.prompt ?? "";
    expect(prompt.length).toBeGreaterThan(40);
    expect(html).not.toContain(prompt.slice(0, 40));
  });

  it.each([
    "",
    "/products?style=nebula",
    `/products/${SLUG}`,
  ])("is written by the server alone: browsers load no code for it at /en%s", async (path) => {
    const { html, data } = await readPage(`/en${path}`);
    expect(data).toHaveLength(1);
    const [, scripts = ""] = /data-page='([^']*)'/.exec(html) ?? [];
    expect(scripts).toContain("/assets/");
    expect(scripts).not.toMatch(/json-ld|legal-name/);
  });

  it("troubles neither the policy nor the browser, also after a step to another product", async () => {
    const context = await newVisitor(browser);
    const trouble = watchForTrouble(context);
    const page = await context.newPage();
    await page.goto(`${appUrl}/en/products/${SLUG}`);
    await waitForHydration(page);
    const block = page.locator('script[type="application/ld+json"]');
    expect(await block.textContent()).toContain(`/en/products/${SLUG}`);
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    const other = page.getByRole("main").locator(`a[href*="/en/products/"]:not([href*="?"])`);
    await other.first().click();
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .not.toBe(heading);
    // The first product's description must not appear on the second one.
    expect(await block.textContent()).toBe("");
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe("the feed", () => {
  it.each(LOCALES)("in %s lists the newest products, which are there", async (locale) => {
    const text = await read(`/${locale}/rss.xml`, "application/rss+xml; charset=utf-8");
    const elements = await parse(text, "application/xml");
    expect(textsOf(elements, "language")).toEqual([locale]);
    const guids = textsOf(elements, "guid");
    expect(guids).toHaveLength(30);
    expect(new Set(guids).size).toBe(30);
    const days = textsOf(elements, "pubdate").map((day) => Date.parse(day));
    expect(days).toEqual([...days].sort((a, b) => b - a));
    const [link = ""] = guids;
    expect(link.startsWith(`${appUrl}/${locale}/products/`)).toBe(true);
    expect((await fetch(local(link))).status).toBe(200);
    const imageUrl = elements.find(({ name }) => name === "media:content")?.attributes.url ?? "";
    expect((await fetch(local(imageUrl))).headers.get("content-type")).toBe("image/jpeg");
    for (const { prompt } of seedProducts) expect(text).not.toContain(prompt.slice(0, 40));
  });
});

type Manifest = {
  name: string;
  lang: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
};

describe("the app", () => {
  it.each(LOCALES)("in %s has a manifest whose icons are what it says", async (locale) => {
    const type = "application/manifest+json; charset=utf-8";
    const manifest: Manifest = JSON.parse(await read(`/${locale}/manifest.webmanifest`, type));
    expect(manifest).toMatchObject({ name: "Promptory", lang: locale, start_url: `/${locale}` });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "any any",
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes, type: iconType } of manifest.icons) {
      const response = await ask(src);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, iconType]);
      if (sizes === "any") continue;
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it("has icons for those who ask without reading", async () => {
    expect((await ask("/favicon.ico")).headers.get("content-type")).toBe("image/x-icon");
    expect((await ask("/icons/apple-touch-icon.png")).status).toBe(200);
  });
});
