import { describe, expect, it } from "vitest";
import { pickIssueText } from "./newsletter.ts";

const text = (subject: string) => ({ subject, body: "Hello" });

describe("the text of an issue", () => {
  it.each([
    [{ en: text("News"), de: text("Neues") }, "de", "de"],
    [{ en: text("News"), de: text("Neues") }, "ar", "en"],
    [{ fr: text("Nouvelles"), de: text("Neues") }, "ar", "de"],
    [{ en: text("News") }, "constructor", "en"],
  ])("%j for a reader of %s is the one in %s", (texts, locale, expected) => {
    expect(pickIssueText(texts, locale)?.locale).toBe(expected);
  });

  it("is null where there is none", () => {
    expect(pickIssueText({}, "en")).toBeNull();
  });
});
