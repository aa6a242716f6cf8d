import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findSocialIcon,
  formatSocialLinks,
  parseSocialLinks,
  SOCIAL_LINKS_MAX,
} from "./social-links.ts";

describe("social links", () => {
  it("are one on each line: a name, then the address", () => {
    const text = "Our Instagram  https://www.instagram.com/shop\r\n\n https://example.com/@shop ";
    expect(parseSocialLinks(text)).toEqual({
      links: [
        { title: "Our Instagram", url: "https://www.instagram.com/shop" },
        { title: "example.com", url: "https://example.com/@shop" },
      ],
    });
    expect(parseSocialLinks(" \n ")).toEqual({ links: [] });
    const twice = "A https://example.com/\nB https://example.com";
    expect(parseSocialLinks(twice)).toEqual({
      links: [{ title: "A", url: "https://example.com/" }],
    });
  });

  it("are read without the marks that they were pasted between", () => {
    expect(parseSocialLinks("\u2068A https://example.com/a\u2069")).toEqual({
      links: [{ title: "A", url: "https://example.com/a" }],
    });
  });

  it.each([
    "Instagram",
    "https://example.com Instagram",
    "http://example.com",
    "X javascript:alert(1)",
    "X https://user@example.com/",
    "X\u202e https://example.com/",
    `X https://`,
  ])("are rejected without an address that everybody may open: %s", (line) => {
    expect(parseSocialLinks(line)).toMatchObject({ error: { code: "url_invalid" } });
  });

  it("are few, with short names", () => {
    const line = (index: number) => `Shop https://example.com/${index}`;
    const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index));
    expect(parseSocialLinks(lines(SOCIAL_LINKS_MAX).join("\n"))).toHaveProperty("links");
    expect(parseSocialLinks(lines(SOCIAL_LINKS_MAX + 1).join("\n"))).toMatchObject({
      error: { code: "number_out_of_range" },
    });
    expect(parseSocialLinks(`${"x".repeat(61)} https://example.com`)).toMatchObject({
      error: { code: "text_too_long" },
    });
  });

  it("are written as they are parsed, and nothing throws", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 9 }), fc.webUrl())), (pairs) => {
        const parsed = parseSocialLinks(pairs.map((pair) => pair.join(" ")).join("\n"));
        if ("error" in parsed) return;
        expect(parseSocialLinks(formatSocialLinks(parsed.links))).toEqual(parsed);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseSocialLinks(text)));
  });

  it("have an icon where we have one", () => {
    expect(findSocialIcon("https://www.instagram.com/shop")).toBe("/social.svg#instagram");
    expect(findSocialIcon("https://pinterest.co.uk/shop")).toBe("/social.svg#pinterest");
    expect(findSocialIcon("https://mastodon.social/@shop")).toBe("/social.svg#mastodon");
    expect(findSocialIcon("https://youtu.be/x")).toBe("/social.svg#youtube");
    expect(findSocialIcon("https://notinstagram.com/shop")).toBeNull();
  });
});
