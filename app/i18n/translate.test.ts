import { describe, expect, it } from "vitest";
import { i18nFor } from "./i18next.server.ts";
import { createTranslate, hasText, joinList } from "./translate.ts";

const words = {
  greeting: "Hello {{name}}",
  items_one: "{{count}} prompt",
  items_other: "{{count}} prompts",
  wait_one: "Wait {{seconds}} second",
  wait_other: "Wait {{seconds}} seconds",
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

  it.each([
    [1, "Wait 1 second"],
    ["1", "Wait 1 second"],
    ["30", "Wait 30 seconds"],
  ])("chooses the plural form for %j seconds, which a form's reply gives as text", (seconds, text) => {
    expect(t("wait", { seconds })).toBe(text);
  });

  it("returns an unknown key itself", () => {
    expect(t("no.such.key")).toBe("no.such.key");
    expect([hasText(t, "no.such.key"), hasText(t, "greeting")]).toEqual([false, true]);
  });
});

describe("plural forms", () => {
  const images = { images_one: "{{count}} imagem", images_other: "{{count}} imagens" };

  // In Brazilian Portuguese, which a plain "pt" means, zero is singular.
  it.each([
    [0, "0 imagens"],
    [1, "1 imagem"],
    [2, "2 imagens"],
  ])("of Portuguese are Portugal's, in the browser and on the server: %i", (count, text) => {
    expect(createTranslate("pt", images)("images", { count })).toBe(text);
    expect(i18nFor("pt", images).t("images", { count })).toBe(text);
  });
});

describe("a list in a line", () => {
  it("has the comma of its language", () => {
    expect(joinList("de", ["Nebel", "Bauhaus"])).toBe("Nebel, Bauhaus");
    expect(joinList("ar", ["مناظر", "حيوانات"])).toBe("مناظر، حيوانات");
    expect(joinList("ar", ["مناظر"])).toBe("مناظر");
  });
});
