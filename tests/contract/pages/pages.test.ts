import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { staticPageResponseSchema, staticPagesResponseSchema } from "#api/contract/pages.ts";
import { PAGE_FILES, type PageFile } from "#api/pages/page-files.ts";
import { loadStaticPages } from "#api/pages/pages.service.ts";
import { LOCALES } from "#domain/locales.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const FILES: PageFile[] = [
  { slug: "imprint", locale: "en", title: "Imprint", content: "<p>Us</p>" },
  { slug: "privacy", locale: "en", title: "Privacy", content: "<p>Private</p>" },
  { slug: "terms", locale: "en", title: "Terms", content: "<p>In English</p>" },
  { slug: "terms", locale: "de", title: "AGB", content: "<p>Auf Deutsch</p>" },
  { slug: "cookies", locale: "en", title: "Cookies", content: "<p>Crumbs</p>" },
];

beforeEach(async () => {
  await test.database`TRUNCATE static_pages CASCADE`;
  await loadStaticPages(test.deps, FILES);
});

const get = (path: string, locale = "en") =>
  test.createAgent({ locale }).get(path, { isStateful: false });
const list = async (locale?: string) =>
  (await get("/api/static-pages", locale)).as(staticPagesResponseSchema).payload;
const read = async (slug: string, locale?: string) =>
  (await get(`/api/static-pages/${slug}`, locale)).as(staticPageResponseSchema).payload;

describe("the static pages", () => {
  it("are listed in the footer's order, each saying what it is", async () => {
    const flags = ({ is_terms, is_privacy, is_cookie }: (typeof pages)[number]) =>
      [is_terms, is_privacy, is_cookie].join("");
    const pages = await list();
    expect(pages.map((page) => [page.slug, page.title, flags(page)])).toEqual([
      ["terms", "Terms", "100"],
      ["privacy", "Privacy", "010"],
      ["cookies", "Cookies", "001"],
      ["imprint", "Imprint", "000"],
    ]);
    expect(pages.some((page) => "content" in page)).toBe(false);
  });

  it("speak the reader's language where they can, else English", async () => {
    expect((await list("de")).map((page) => page.title)).toEqual([
      "AGB",
      "Privacy",
      "Cookies",
      "Imprint",
    ]);
    expect(await read("terms", "de")).toMatchObject({
      title: "AGB",
      content: "<p>Auf Deutsch</p>",
    });
    expect(await read("terms", "en")).toMatchObject({ content: "<p>In English</p>", is_terms: 1 });
    expect(await read("privacy", "de")).toMatchObject({ content: "<p>Private</p>" });
    expect(await read("terms", "xx")).toMatchObject({ title: "Terms" });
  });

  it.each([
    "none",
    "TERMS",
    "terms.html",
    "..%2Fterms",
    "%00",
    "a%20b",
    "x".repeat(200),
    "__proto__",
  ])("do not include %s", async (slug) => {
    const response = await get(`/api/static-pages/${slug}`);
    expect(response.status).toBe(404);
    expect(response.error.status).toBe("ERROR");
  });

  it("name the company from the settings, as text", async () => {
    const [before] = await test.database`SELECT company_name, support_email FROM settings`;
    await test.database`UPDATE settings SET company_name = 'A & <b>', support_email = NULL`;
    const content = "<p>{{company_name}}: {{support_email}}{{other}}</p>";
    await loadStaticPages(test.deps, [{ slug: "terms", locale: "en", title: "Terms", content }]);
    const page = await read("terms");
    await test.database`UPDATE settings SET ${test.database(before ?? {})}`;
    expect(page.content).toBe("<p>A &amp; &lt;b&gt;: {{other}}</p>");
  });

  it("without a text in the language or in English are not shown", async () => {
    await loadStaticPages(test.deps, [
      { slug: "nur-deutsch", locale: "de", title: "Nur deutsch", content: "<p>Ja</p>" },
    ]);
    expect((await get("/api/static-pages/nur-deutsch", "en")).status).toBe(404);
    expect((await list("en")).map((page) => page.slug)).not.toContain("nur-deutsch");
    const german = { title: "Nur deutsch", locales: ["de"] };
    expect(await read("nur-deutsch", "de")).toMatchObject(german);
    expect(await read("terms", "de")).not.toHaveProperty("locales");
    expect(await read("cookies", "de")).not.toHaveProperty("locales");
  });

  it("say which languages have a text, and which one is read", async () => {
    const written = (await list("de")).map(({ slug, text_locales }) => [slug, text_locales]);
    expect(written).toContainEqual(["terms", ["de", "en"]]);
    expect(written).toContainEqual(["privacy", ["en"]]);
    expect(await read("terms", "de")).toMatchObject({ text_locales: ["de", "en"], locale: "de" });
    expect(await read("privacy", "de")).toMatchObject({ text_locales: ["en"], locale: "en" });
    expect((await list("de")).map(({ slug, locale }) => [slug, locale])).toEqual([
      ["terms", undefined],
      ["privacy", "en"],
      ["cookies", "en"],
      ["imprint", "en"],
    ]);
  });

  it.each([
    "/api/static-pages",
    "/api/static-pages/terms",
  ])("%s is the same for everybody and may be kept by caches", async (path) => {
    const guest = await get(path);
    expect(guest.headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
    expect(guest.headers.get("vary")).toContain("frontend-language");
    for (const role of ["member", "staff"] as const) {
      const { agent } = await createMember(test, { role });
      expect((await agent.get(path)).body).toEqual(guest.body);
    }
  });
});

describe("a start", () => {
  it("brings texts up to date, and does nothing when they are", async () => {
    expect(await loadStaticPages(test.deps, FILES)).toBe(0);
    const newer = FILES.map((file) =>
      file.slug === "terms" ? { ...file, content: `${file.content}<p>New</p>` } : file,
    );
    const idBefore = (await read("terms")).id;
    expect(await loadStaticPages(test.deps, newer)).toBe(2);
    expect(await read("terms")).toMatchObject({
      id: idBefore,
      content: "<p>In English</p><p>New</p>",
    });
  });

  it("leaves the operator's own text and every page without a file", async () => {
    await test.database`
      UPDATE static_page_texts SET title = 'Our terms', content = '<p>Ours</p>', is_own = true
      WHERE locale = 'en' AND page_id = (SELECT id FROM static_pages WHERE slug = 'terms')`;
    await loadStaticPages(
      test.deps,
      FILES.filter(({ slug }) => slug !== "cookies").map((file) => ({ ...file, title: "Changed" })),
    );
    expect(await read("terms", "en")).toMatchObject({ title: "Our terms", content: "<p>Ours</p>" });
    expect((await read("terms", "de")).title).toBe("Changed");
    expect((await read("cookies")).title).toBe("Cookies");
  });

  it("of several processes at once works as one", async () => {
    await test.database`TRUNCATE static_pages CASCADE`;
    const changed = await Promise.all([1, 2, 3].map(() => loadStaticPages(test.deps, FILES)));
    expect(changed.sort()).toEqual([0, 0, FILES.length]);
    expect(await list()).toHaveLength(4);
  });

  it("has the files of this release: terms and privacy at least, in English", async () => {
    await loadStaticPages(test.deps);
    const offered = PAGE_FILES.filter(({ locale }) => LOCALES.some((code) => code === locale));
    for (const { slug, locale, title, content } of offered) {
      const payload = await read(slug, locale);
      const first = content.split("{{")[0] ?? "";
      expect(payload).toMatchObject({ title, content: expect.stringContaining(first) });
      expect(payload.content).not.toContain("{{");
    }
    const english = PAGE_FILES.filter(({ locale }) => locale === "en").map(({ slug }) => slug);
    expect(english).toEqual(expect.arrayContaining(["terms", "privacy"]));
  });
});
