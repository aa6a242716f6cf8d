import { describe, expect, it } from "vitest";
import { type MailContent, toMailText } from "./mail-layout.ts";

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
});
