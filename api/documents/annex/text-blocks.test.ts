import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAGE_FILES } from "../../pages/page-files.ts";
import { toTextBlocks } from "./text-blocks.ts";

const compact = (text: string) => text.replace(/\s+/g, "");

describe("a page as blocks of text", () => {
  it("has its headings, paragraphs and items, without its own title", () => {
    const html =
      "<h1>Terms</h1><h2 id='a'>Your   account</h2><p>At least <strong>18</strong> years.</p>" +
      "<ul><li>One</li><li>Two, <a href='https://komisjon.ee/en'>there</a></li></ul>" +
      "<blockquote><p>To us</p></blockquote>";
    expect(toTextBlocks(html)).toEqual([
      { kind: "heading", text: "Your account" },
      { kind: "text", text: "At least 18 years." },
      { kind: "item", text: "One" },
      { kind: "item", text: "Two, there (https://komisjon.ee/en)" },
      { kind: "text", text: "To us" },
    ]);
  });

  it("has a table's rows as lines, without the names of its columns", () => {
    const html =
      "<table><thead><tr><th>You would like to</th><th>Allowed?</th></tr></thead>" +
      "<tbody><tr><td>print it</td><td>Yes</td></tr></tbody></table>";
    expect(toTextBlocks(html)).toEqual([{ kind: "item", text: "print it – Yes" }]);
  });

  it("loses no words, wherever they stand", () => {
    const words = fc.stringMatching(/^[a-zäöõü]{1,8}$/);
    const tags = fc.constantFrom("p", "div", "li", "h2", "blockquote", "section", "em", "td", "x");
    const markup = fc.array(fc.tuple(tags, words), { maxLength: 12 });
    fc.assert(
      fc.property(markup, (parts) => {
        const html = parts.map(([tag, word]) => `${word}<${tag}>${word}</${tag}>`).join("");
        const text = compact(toTextBlocks(html).reduce((all, block) => all + block.text, ""));
        return text.replaceAll("–", "") === parts.map(([, word]) => word + word).join("");
      }),
    );
  });

  it.each([
    ["div", 15_000],
    ["b", 15_000],
    ["section", 10_000],
  ])("is text without structure where %s is nested %i times", (tag, count) => {
    const html = `<p>One &amp; two</p>${`<${tag}>`.repeat(count)}th<i>ree</i>`;
    expect(toTextBlocks(html).map(({ text }) => text)).toEqual(["One & two", "three"]);
  });

  it.each(
    PAGE_FILES.filter(({ slug }) => ["terms", "licence", "refunds"].includes(slug)),
  )("of $slug in $locale is more than a few lines, and free of markup", ({ content }) => {
    const blocks = toTextBlocks(content);
    expect(blocks.length).toBeGreaterThan(15);
    expect(blocks.filter(({ text }) => /<\/?[a-z]/.test(text))).toEqual([]);
  });
});
