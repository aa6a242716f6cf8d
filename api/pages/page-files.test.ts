import { describe, expect, it } from "vitest";
import { PAGE_FILES, readPageFile } from "./page-files.ts";

describe("a page's file", () => {
  it("starts with its title; the rest is its content", () => {
    expect(readPageFile("../pages/de/terms.html", "<h1>A &amp; B</h1>\n<p>c</p>\n")).toEqual({
      slug: "terms",
      locale: "de",
      title: "A & B",
      content: "<p>c</p>",
    });
  });

  it.each([
    "",
    "<p>c</p>",
    "<h1></h1><p>c</p>",
    "<h1>a <b>b</b></h1>",
  ])("that starts with %j is named in the complaint", (text) => {
    expect(() => readPageFile("pages/en/terms.html", text)).toThrow(
      "pages/en/terms.html: the first line must be <h1>Title</h1>",
    );
  });

  it("has a name that can stand in an address", () => {
    for (const { slug, locale } of PAGE_FILES) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(locale).toMatch(/^[a-z]{2}$/);
    }
  });
});
