import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { createTranslate } from "./translate.ts";
import { translateMessage } from "./translate-message.ts";

const LOCALE_FILES = import.meta.glob<Record<string, string>>("/locales/*.json", {
  eager: true,
  import: "default",
});

const words = {
  greeting: "Hello {{name}}",
  items_one: "{{count}} prompt",
  items_other: "{{count}} prompts",
  "message.Email is required": "E-Mail fehlt",
};

describe("translate", () => {
  const t = createTranslate("en", words);

  it("puts values into the text", () => {
    expect(t("greeting", { name: "Ada" })).toBe("Hello Ada");
  });

  it("keeps a placeholder that has no value", () => {
    expect(t("greeting")).toBe("Hello {{name}}");
  });

  it.each([
    [0, "0 prompts"],
    [1, "1 prompt"],
    [2, "2 prompts"],
  ])("chooses the plural form for %i", (count, text) => {
    expect(t("items", { count })).toBe(text);
  });

  it("answers an unknown key with itself", () => {
    expect(t("no.such.key")).toBe("no.such.key");
  });

  it("translates the contract's messages and passes unknown ones through", () => {
    expect(translateMessage(words, "Email is required")).toBe("E-Mail fehlt");
    expect(translateMessage(words, "Something else")).toBe("Something else");
  });

  it("translates messages that hold a value", () => {
    const german = { "message.Wait {{seconds}} s (please).": "Warten Sie {{seconds}} s." };
    expect(translateMessage(german, "Wait 37 s (please).")).toBe("Warten Sie 37 s.");
    expect(translateMessage(german, "Wait 37 s (please)!")).toBe("Wait 37 s (please)!");
  });
});

describe("the codes of spec §8 that a server may send as its message", () => {
  it.each([
    ["failed-to-generate-image", "An error occurred during image generation"],
    ["failed-to-purchase-prompt", "Failed to purchase prompt"],
  ])("%s is shown as a text in every language", (code, text) => {
    expect(Object.keys(LOCALE_FILES)).toHaveLength(LOCALES.length);
    for (const words of Object.values(LOCALE_FILES)) {
      expect(translateMessage(words, code)).toBe(translateMessage(words, text));
      expect(translateMessage(words, code)).not.toBe(code);
    }
  });
});
