import { describe, expect, it } from "vitest";
import { PAGE_FILES } from "#api/pages/page-files.ts";
import { toPageHtml } from "./page-html.server.ts";

const options = { locale: "de", offeredLocales: ["en", "de"] };
const clean = (content: string) => toPageHtml(content, options).html;

describe("a static page's content", () => {
  it("keeps text and its structure", () => {
    const content =
      "<p>A <strong>b</strong> <em>c</em> <code>d</code><br>e</p><ul><li>f</li></ul>" +
      '<ol start="3"><li>g</li></ol><dl><dt>h</dt><dd>i</dd></dl><blockquote><p>j</p></blockquote>';
    expect(clean(content)).toBe(content);
  });

  it.each([
    ["a script", "<script>alert(1)</script>", ""],
    ["a handler", '<p onclick="alert(1)">a</p>', "<p>a</p>"],
    ["a script's address", '<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
    ["a disguised address", '<a href="java&#10;script:alert(1)">a</a>', "<a>a</a>"],
    ["a data address", '<a href="data:text/html,x">a</a>', "<a>a</a>"],
    ["a picture", '<img src=x onerror="alert(1)">', ""],
    ["a style", '<style>p{}</style><p style="color:red" class="hidden">a</p>', "<p>a</p>"],
    ["a frame", '<iframe src="https://x.test"></iframe><object data="x"></object>', ""],
    ["a form", '<form action="https://x.test"><input name="p"><button>b</button></form>', "b"],
    ["a drawing", "<svg><script>alert(1)</script></svg>", ""],
    [
      "mathematics that hides markup",
      "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
      "",
    ],
    ["a comment", "<p>a<!-- secret --></p>", "<p>a</p>"],
    ["a template", "<template><p>a</p></template>", ""],
    ["a base", '<base href="https://x.test"><meta http-equiv="refresh" content="0">', ""],
    ["a list's child without its list", "<li>a</li>", "a"],
    ["an open end", "<p>a<b>b", "<p>a<b>b</b></p>"],
  ])("is freed of %s", (_name, content, expected) => {
    expect(clean(content)).toBe(expected);
  });

  it.each(["div", "b"])("is shown as text where %s is nested too deeply to be parsed", (tag) => {
    const { html } = toPageHtml(`<p>a &amp; b</p>${`<${tag}>`.repeat(15_000)}<script>c`, options);
    expect(html.replaceAll("<hr>", " ").trim()).toMatch(/^a &#x26; b\s+c$/);
  });

  it("has no id of our own page, and its links find their places", () => {
    expect(clean('<p id="content">a</p><a href="#content">b</a>')).toBe(
      '<p id="page-content">a</p><a href="#page-content">b</a>',
    );
  });

  it("stands below the page's own heading, with a table of contents", () => {
    const { html, sections } = toPageHtml(
      "<h1>Über uns</h1><h2>Über <em>uns</em></h2><h3>Klein</h3><h2>???</h2>",
      options,
    );
    expect(html).toBe(
      '<h2 id="page-über-uns">Über uns</h2><h2 id="page-über-uns-2">Über <em>uns</em></h2>' +
        '<h3 id="page-klein">Klein</h3><h2 id="page-section">???</h2>',
    );
    expect(sections).toEqual([
      { id: "page-über-uns", title: "Über uns" },
      { id: "page-über-uns-2", title: "Über uns" },
      { id: "page-section", title: "???" },
    ]);
  });

  it("is summarized by its first paragraph, in whole words", () => {
    const summaryOf = (html: string) => toPageHtml(html, options).summary;
    expect(summaryOf("<h1>A</h1><p> </p><p>Who <b>we</b>\n are.</p><p>More</p>")).toBe(
      "Who we are.",
    );
    expect(summaryOf("<ul><li>none</li></ul>")).toBe("");
    const long = summaryOf(`<p>${"word ".repeat(100)}</p>`);
    expect(long.length).toBeLessThanOrEqual(156);
    expect(long).toMatch(/word…$/);
  });

  it.each([
    ["/page/privacy", "/de/page/privacy"],
    ["/en/page/privacy#x", "/de/page/privacy#x"],
    ["/", "/de"],
    ["/de", "/de"],
    ["/products?style=nebula", "/de/products?style=nebula"],
    ["privacy", "privacy"],
    ["//other.test/x", "//other.test/x"],
    ["/media/x.png", "/media/x.png"],
    ["/share.jpg?v=2", "/share.jpg?v=2"],
    ["/api/docs", "/api/docs"],
    ["/rss.xml", "/de/rss.xml"],
    ["/en/rss.xml", "/de/rss.xml"],
    ["/products?search=a.png", "/de/products?search=a.png"],
    ["mailto:a@b.test", "mailto:a@b.test"],
    ["tel:+3726001000", "tel:+3726001000"],
  ])("links to %s as %s", (href, expected) => {
    expect(clean(`<a href="${href}">a</a>`)).toBe(`<a href="${expected}">a</a>`);
  });

  it("gives other sites no handle on ours", () => {
    expect(clean('<a href="https://x.test" target="_blank" rel="opener">a</a>')).toBe(
      '<a href="https://x.test" rel="noopener">a</a>',
    );
  });

  it("lets wide tables scroll by themselves, by name", () => {
    const table = '<table><tbody><tr><th scope="row">a</th><td>b</td></tr></tbody></table>';
    expect(clean(`<h2>Prices</h2>${table}`)).toContain(
      `<div class="table-frame" tabindex="0" role="region" aria-label="Prices">${table}</div>`,
    );
    expect(clean("<table><caption>Fees</caption></table>")).toContain('aria-label="Fees"');
    expect(clean(table)).toBe(`<div class="table-frame" tabindex="0">${table}</div>`);
  });
});

describe("the pages of this release", () => {
  it.each(
    PAGE_FILES.map((file) => [`${file.locale}/${file.slug}`, file] as const),
  )("%s loses nothing by being made safe", (_name, { content }) => {
    const textOf = (html: string) =>
      html
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim();
    const tagsOf = (html: string) =>
      [...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag).filter((tag) => tag !== "div");
    const { html } = toPageHtml(content, options);
    expect(tagsOf(html).filter((tag) => tag !== "tbody")).toEqual(
      tagsOf(content).filter((tag) => tag !== "tbody"),
    );
    expect(textOf(html).length).toBeGreaterThan(0);
    expect(content).not.toMatch(/<h1|style=|class=/);
  });
});
