import { describe, expect, it } from "vitest";
import { type MailContent, toMailHtml, toMailText } from "./mail-layout.ts";

const content: MailContent = {
  locale: "en",
  sender: "Promptory",
  heading: "Your password has been changed",
  paragraphs: ["All other devices are signed out."],
  action: { label: "Profile", url: "https://shop.example/en/dashboard/profile" },
  facts: [["Time", "12:00"]],
  quote: "Hello",
  closing: ["If this was not you, please write to us."],
  footerLink: { label: "Contact", url: "https://shop.example/en/contact" },
};

describe("the text of a mail", () => {
  it("has nothing but the sender after the mark of the signature: mail programs fold that", () => {
    const [body, signature] = toMailText(content).split("-- \n");
    expect(signature).toBe("Promptory\n");
    expect(body).toContain("If this was not you, please write to us.\n\nContact:\nhttps://");
  });

  it("names the company below the sender, if it is known", () => {
    const [, signature] = toMailText({ ...content, company: "Promptory OÜ · Kai 1" }).split(
      "-- \n",
    );
    expect(signature).toBe("Promptory\nPromptory OÜ · Kai 1\n");
  });
});

describe("the HTML of a mail", () => {
  it("breaks words that are longer than a line, and names its width to a phone", () => {
    const html = toMailHtml(content);
    expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
    expect(html).toContain("word-break:break-word;overflow-wrap:anywhere");
  });

  it.each([
    ["en", "ltr", "left", "right"],
    ["ar", "rtl", "right", "left"],
  ])("runs from side to side in %s, also without its html and body", (locale, dir, start, end) => {
    const html = toMailHtml({ ...content, locale });
    const body = html.slice(html.indexOf(">", html.indexOf("<body")) + 1);
    expect(body).toMatch(new RegExp(`^<div lang="${locale}" dir="${dir}"`));
    // Mail programs that do not support logical sides support these.
    expect(body).toContain(`<table dir="${dir}"`);
    expect(body).toContain(`text-align:${start};padding-${end}:16px`);
    expect(body).toContain(`border-${start}:2px`);
    expect(body).not.toMatch(/-inline-|text-align:start/);
    expect(body.match(/<t[hd][^>]*>/g)).toEqual(Array(2).fill(expect.stringContaining(":top")));
  });
});
