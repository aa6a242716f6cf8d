import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PAGE_ORDER } from "#api/pages/page-files.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const locales = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const SLUGS = ["accessibility", "cookies", "licence", "privacy", "refunds", "terms"];
const pages = locales.flatMap((locale) => SLUGS.map((slug) => ({ locale, slug })));

const read = (locale: string, slug: string) =>
  readFileSync(`${folder}${locale}/${slug}.html`, "utf8");
const listAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([all]) => all);
const sorted = (texts: string[]) => [...texts].sort();

describe("the static pages", () => {
  it.each(locales)("are all there in %s, as SLUGS lists them", (locale) => {
    expect(readdirSync(folder + locale).sort()).toEqual(SLUGS.map((slug) => `${slug}.html`));
  });

  it("all have a place in the footer, in PAGE_ORDER", () => {
    expect(sorted(PAGE_ORDER)).toEqual(SLUGS);
  });

  it.each(pages)("$locale/$slug has the structure of the English one", ({ locale, slug }) => {
    const [ours, english] = [read(locale, slug), read("en", slug)];
    const skeleton = (text: string) =>
      listAll(text, /<\/?(h[1-6]|p|ul|li|table|thead|tbody|tr|th|td|blockquote)\b/g);
    expect(skeleton(ours)).toEqual(skeleton(english));
    expect(listAll(ours, /<h2 id="[a-z]+">/g)).toEqual(listAll(english, /<h2[^>]*>/g));
    expect(sorted(listAll(ours, /\{\{\w+\}\}/g))).toEqual(sorted(listAll(english, /\{\{\w+\}\}/g)));
    // Compares only the hosts of external links: an authority's page is linked in the reader's
    // language if it exists.
    const links = (text: string) => sorted(listAll(text, /href="(https:\/\/[^"/]+|[^"]+)/g));
    expect(links(ours)).toEqual(links(english));
    expect(sorted(listAll(ours, /<code>.+?<\/code>/g))).toEqual(
      sorted(listAll(english, /<code>.+?<\/code>/g)),
    );
  });

  it.each(pages)("$locale/$slug is simple HTML and well formed", ({ locale, slug }) => {
    const html = read(locale, slug);
    expect(html).toMatch(/^<h1>[^<]+<\/h1>\n<p>/);
    const open: string[] = [];
    for (const [, end, name = "", attributes = ""] of html.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
      if (end) expect(open.pop()).toBe(name);
      else open.push(name);
      expect(attributes).toMatch(/^( (id|href|scope)="[^"<>]+")?$/);
    }
    expect(open).toEqual([]);
    // Otherwise "6(1)(f)" could break across lines, or be reordered in Arabic.
    expect(html).not.toMatch(/(?<!<bdi>\d+)\(\d\)\(/);
    expect(html.replaceAll(/<[^>]+>/g, "")).not.toMatch(/[<>]|&(?!amp;|nbsp;)|TODO/);
  });
});
