import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { WORKAROUNDS } from "#app/framework/workarounds.ts";
import de from "#locales/de.json" with { type: "json" };
import en from "#locales/en.json" with { type: "json" };
import { closeVisitors, launchBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { signIn } from "#tests/setup/browser/offer-screens.ts";
import { signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { listSources } from "#tests/setup/repository/sources.ts";

// The changes that app/framework makes to the framework's output, in the built product: each test
// fails when a new release writes code that the change no longer recognizes.

const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));
const base = workerProduct().url;
const GERMAN = de["home.boostTitle"];
const page = async () => (await fetch(`${base}/en/products`)).text();

function readScripts(): { name: string; code: string }[] {
  const names = readdirSync(assets).filter((name) => name.endsWith(".js"));
  return names.map((name) => ({ name, code: readFileSync(assets + name, "utf8") }));
}
function readServer(pattern: RegExp): { name: string; text: string }[] {
  const folder = fileURLToPath(new URL("../../build/server/", import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => pattern.test(name))
    .map((name) => ({ name, text: readFileSync(folder + name, "utf8") }));
}
const scriptsWith = (text: string) =>
  readScripts().flatMap(({ name, code }) => (code.includes(text) ? [name] : []));

describe("the framework's output", () => {
  it("has every workaround switched on", () => {
    expect(Object.values(WORKAROUNDS)).not.toContain(false);
  });

  it("lateScripts: loads scripts late, by one file that all pages share", async () => {
    const response = await fetch(`${base}/en/products`);
    const html = await response.text();
    const tags = [...html.matchAll(/<script(?![^>]*json)([^>]*)>/g)].map(([, tag]) => tag);
    expect(tags).toEqual([expect.stringMatching(/^ defer src="\/assets\/starter-[\w-]{8}\.js" /)]);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(html).not.toMatch(/type="module"|rel="modulepreload"/);
    const [, data = ""] = /data-page='([^']*)'/.exec(html) ?? [];
    expect(JSON.parse(data)).toEqual({
      routes: { products: expect.stringMatching(/^\/assets\/products-/) },
    });
  });

  it("lateScripts: has a minified starter whose files exist", async () => {
    const starters = readScripts().filter(({ name }) => name.startsWith("starter-"));
    const [{ code }] = [...starters, { code: "" }];
    expect(starters).toHaveLength(1);
    expect(code).toMatch(/^\(function starter\(\w,\w\)\{/);
    const named = [...code.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name);
    const names = readScripts().map(({ name }) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name = "") => !names.includes(name))).toEqual([]);
  });

  it("lateScripts: a page is complete for its browser when its styles are there, not before", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      let release = () => {};
      const isParsed = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/assets/*.css", async (route) => {
        await isParsed;
        await route.continue();
      });
      await page.goto(`${base}/en/products`, { waitUntil: "commit" });
      await page.waitForFunction(() => document.readyState === "interactive");
      release();
      await page.waitForLoadState();
      // Browsers look for forms to fill in then, which lays out the whole page.
      const { complete, styles } = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType("navigation");
        const [sheet] = performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.includes(".css"));
        return {
          complete: navigation?.toJSON().domContentLoadedEventStart,
          styles: sheet?.toJSON().responseEnd,
        };
      });
      expect(styles).toBeGreaterThan(0);
      expect(complete).toBeGreaterThanOrEqual(styles);
    } finally {
      await closeVisitors(browser);
    }
  });

  it("plainData: carries its data as JSON, without what all pages of a language share", async () => {
    const html = await page();
    const [, url, json] =
      /<script id="document-data" type="application\/json" data-layout="([^"]+)">(.*?)<\/script>/.exec(
        html,
      ) ?? [];
    const { loaderData } = JSON.parse(json ?? "{}");
    expect(loaderData.products.list.products).toHaveLength(15);
    expect(Object.keys(loaderData.layout)).not.toContain("settings");
    expect(html).not.toContain("ReadableStream");
    const response = await fetch(base + url);
    expect(response.headers.get("cache-control")).toContain("immutable");
    const shared = await response.json();
    expect(shared).toMatchObject({ locale: "en", settings: { companyName: "Promptory" } });
  });

  it("textFiles: has the server's texts beside its code", () => {
    const named = readServer(/\.(?:js|json|html)$/).filter(({ text }) => text.includes(GERMAN));
    expect(named.map(({ name }) => name)).toEqual(["texts/locales/de.json"]);
  });

  it("narrowCode: has the server's code in characters of one byte, which mean the same", async () => {
    const code = readServer(/\.js$/);
    expect(code.map(({ name }) => name)).toContain("index.js");
    expect(code.filter(({ text }) => /[^\0-\u00ff]/.test(text))).toEqual([]);
    // Rendered only by the pagination.
    expect(await page()).toContain("…");
  });

  it("unreadData: does not write the data of documents for a stream that nobody reads", () => {
    const writing = readServer(/\.js$/).flatMap(({ text }) => [
      ...text.matchAll(/(.{24})(?<!function )encodeViaTurboStream\(/gs),
    ]);
    // A page with its error page, and the data alone.
    const late = writing.filter(([, before]) => before?.endsWith("const value = "));
    expect([late.length, writing.length]).toEqual([2, 3]);
  });

  it("slimManifest: has a table of routes without imports and without files for search engines", () => {
    const [manifest] = readScripts().filter(({ name }) => name.startsWith("manifest-"));
    const window = {
      __reactRouterManifest: { routes: {} as Record<string, { imports: string[] }> },
    };
    new Function("window", manifest?.code ?? "")(window);
    const { routes } = window.__reactRouterManifest;
    expect(Object.keys(routes)).toContain("product-details");
    expect(Object.keys(routes)).not.toContain("robots");
    expect(Object.values(routes).flatMap(({ imports }) => imports)).toEqual([]);
  });

  it("productionRouter: has the production build of react-router", () => {
    expect(scriptsWith("__reactRouterManifest").length).toBeGreaterThan(0);
    expect(scriptsWith("No routes matched location")).toEqual([]);
    const server = readServer(/\.js$/).map(({ text }) => text);
    expect(server.filter((text) => /from "react-router|No routes matched/.test(text))).toEqual([]);
  });

  it("preactInBrowsers: has React on the server alone, and its parts marked for Preact", async () => {
    expect(scriptsWith("react.dev/errors")).toEqual([]);
    expect(readServer(/\.js$/).some(({ text }) => text.includes("react-dom"))).toBe(true);
    const html = await (await fetch(`${base}/en`)).text();
    expect(html).toMatch(/<!--\$s-->(?:(?!<!--).)+<!--\/\$s-->/s);
    expect(html).not.toContain("<!--$-->");
  });

  it("knownRouterFacts: has no part of react-router that cannot be reached, and no message for developers", () => {
    expect(scriptsWith("Failed to fetch manifest patches")).toEqual([]);
    expect(scriptsWith("may be used only in the context of a")).toEqual([]);
    expect(scriptsWith("remix-router-transitions")).toEqual([]);
    expect(scriptsWith("skipTransition")).toEqual([]);
    // Code of fetchers and blockers, which no component may use without these changes.
    expect([...scriptsWith("resetFetcher"), ...scriptsWith("proceeding")]).toEqual([]);
    const sources = listSources("app").filter(({ text }) => /\bnavigate(?:=\{|: )false/.test(text));
    expect(sources.map(({ path }) => path)).toEqual([]);
  });

  it("backRedirects: replaces an entry of the history that redirects", () => {
    const [framework] = readScripts().filter(({ name }) => name.startsWith("framework-"));
    expect(framework?.code).toMatch(/\{replace:\w+\|\|\w+===`POP`\}/);
    // Replacing also works into a new document.
    expect(framework?.code).toMatch(/X-Remix-Replace`\)\?\w+\.location\.replace\(/);
    expect(framework?.code).toMatch(/\.navigation\.location\?\.hash\|\|/);
  });

  it("plainImports: imports without Vite's wrapper", () => {
    expect(scriptsWith("import(").length).toBeGreaterThan(0);
    expect([...scriptsWith("__vite__mapDeps"), ...scriptsWith("vite:preloadError")]).toEqual([]);
  });

  it("serverMarkup: keeps the footer as the server wrote it", async () => {
    expect(await page()).toContain('id="footer-rest"');
    expect(scriptsWith("footer.allPrompts")).toEqual([]);
  });

  it("twoFiles: has what every page loads in two files", () => {
    const importsOf = (start: string) => {
      const own = new RegExp(`^${start}-[\\w-]{7}\\.js$`);
      const [file] = readScripts().filter(({ name }) => own.test(name));
      if (!file) throw new Error(`there is no file ${start}`);
      const imports = file.code.matchAll(/(?:import|from)"\.\/([\w.-]+)-[\w-]{7}\.js"/g);
      return [...imports].map(([, name]) => name);
    };
    expect(importsOf("framework")).toEqual([]);
    expect(importsOf("shell")).toEqual(["framework"]);
    expect(importsOf("entry.client")).toEqual(["framework", "shell"]);
    for (const route of ["root", "layout"]) expect(importsOf(route)).toEqual(["shell"]);
  });

  it("memberPages: fills a guest's page in for members, without a nonce of their own", async () => {
    const { cookieHeader: cookie } = await signInUser(base, "buyer");
    const response = await fetch(`${base}/en/products`, { headers: { cookie } });
    expect(await response.text()).toContain("/en/logout");
    expect(response.headers.get("content-security-policy")).not.toContain("nonce-");
  });

  it("slimManifest: names the desk's screens to staff alone, who enter it by a document", async () => {
    expect(scriptsWith("staff.settings")).toEqual([expect.stringMatching(/^staff-manifest-/)]);
    const browser = await launchBrowser();
    try {
      const { page } = await signIn(browser, base, "staff", true);
      await page.goto(`${base}/en/about`);
      await waitForHydration(page);
      await page.locator("header summary", { hasText: en["shell.account"] }).click();
      const documents: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
      });
      await page.getByRole("link", { name: en["shell.team"], exact: true }).click();
      await page.waitForURL(`${base}/en/staff`);
      await waitForHydration(page);
      await page.getByRole("link", { name: en["staff_settings.title"], exact: true }).click();
      await page.waitForURL(`${base}/en/staff/settings`);
      expect(documents).toEqual(["/en/staff"]);
    } finally {
      await closeVisitors(browser);
    }
  });
});
