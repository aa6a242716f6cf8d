import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFormat } from "./i18n.tsx";
import { type ShownMessage, toReference, translateReference } from "./message-reference.ts";
import { createTranslate } from "./translate.ts";

const words = {
  "currency.name_other": "Credits",
  "errors.refund_too_large": "Höchstens {{amount}} erstattbar",
  "errors.deposit_too_small": "Mindestens {{amount}}",
  "errors.email_required": "E-Mail fehlt",
  "errors.text_too_long": "Höchstens {{max}} Zeichen",
  "errors.choice_invalid": "Eines von: {{choices}}",
  "login.title": "Anmelden",
};
const t = createTranslate("de", words);
const format = createFormat("de", words, "");

describe("a message", () => {
  it.each<[ShownMessage, string]>([
    [{ code: "email_required" }, "E-Mail fehlt"],
    [{ code: "text_too_long", params: { max: 120 } }, "Höchstens 120 Zeichen"],
    [{ code: "choice_invalid", params: { choices: "a&b=c, ü?" } }, "Eines von: a&b=c, ü?"],
    [
      { code: "refund_too_large", params: { amount: "7.90" } },
      "Höchstens 7,90\u00a0Credits erstattbar",
    ],
    [
      { code: "refund_too_large", params: { amount: "-1.00" } },
      "Höchstens -1,00\u00a0Credits erstattbar",
    ],
    [{ code: "deposit_too_small", params: { amount: "0.50 EUR" } }, "Mindestens 0,50\u00a0€"],
    [{ code: "deposit_too_small", params: { amount: "ten" } }, "Mindestens ten"],
    [{ text: "Il manque votre e-mail." }, "Il manque votre e-mail."],
  ])("%j is translated by its code, another server's text is not", (message, text) => {
    expect(translateReference(t, format, toReference(message))).toBe(text);
  });

  it("that another server has sent is shown as it is, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.startsWith("errors."));
        expect(translateReference(t, format, toReference({ text }))).toBe(text);
      }),
    );
    expect(translateReference(t, format, "login.title")).toBe("login.title");
    expect(translateReference(t, format, "Email is required")).toBe("Email is required");
  });

  it("keeps its values whole on the way", () => {
    fc.assert(
      fc.property(fc.string(), (choices) => {
        const reference = toReference({ code: "choice_invalid", params: { choices } });
        expect(translateReference(t, format, reference)).toBe(`Eines von: ${choices}`);
      }),
    );
  });
});
