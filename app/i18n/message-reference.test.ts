import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ShownMessage, toReference, translateReference } from "./message-reference.ts";
import { createTranslate } from "./translate.ts";

const t = createTranslate("de", {
  "errors.email_required": "E-Mail fehlt",
  "errors.text_too_long": "Höchstens {{max}} Zeichen",
  "errors.choice_invalid": "Eines von: {{choices}}",
  "login.title": "Anmelden",
});

describe("a message", () => {
  it.each<[ShownMessage, string]>([
    [{ code: "email_required" }, "E-Mail fehlt"],
    [{ code: "text_too_long", params: { max: 120 } }, "Höchstens 120 Zeichen"],
    [{ code: "choice_invalid", params: { choices: "a&b=c, ü?" } }, "Eines von: a&b=c, ü?"],
    [{ text: "Il manque votre e-mail." }, "Il manque votre e-mail."],
  ])("%j is translated by its code, another server's text is not", (message, text) => {
    expect(translateReference(t, toReference(message))).toBe(text);
  });

  it("that another server has sent is shown as it is, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.startsWith("errors."));
        expect(translateReference(t, toReference({ text }))).toBe(text);
      }),
    );
    expect(translateReference(t, "login.title")).toBe("login.title");
    expect(translateReference(t, "Email is required")).toBe("Email is required");
  });

  it("keeps its values whole on the way", () => {
    fc.assert(
      fc.property(fc.string(), (choices) => {
        const reference = toReference({ code: "choice_invalid", params: { choices } });
        expect(translateReference(t, reference)).toBe(`Eines von: ${choices}`);
      }),
    );
  });
});
