import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import ar from "#locales/ar.json" with { type: "json" };
import fr from "#locales/fr.json" with { type: "json" };
import { I18nProvider } from "./i18n.tsx";
import { TextIn, TitleSentence } from "./text-in.tsx";
import { createTranslate, type TranslateValues } from "./translate.ts";

it.each([
  [undefined, "A &amp; B"],
  ["en", '<bdi lang="en" dir="ltr">A &amp; B</bdi>'],
  ["ar", '<bdi lang="ar" dir="rtl">A &amp; B</bdi>'],
])("a text in %s has its language and direction, and is bare in the page's own", (language, html) => {
  expect(renderToStaticMarkup(<TextIn language={language}>A & B</TextIn>)).toBe(html);
});

const LANGUAGES = [
  { locale: "fr", words: fr },
  { locale: "ar", words: ar },
];
const SENTENCES: { text: string; values?: TranslateValues; name?: string }[] = [
  { text: "deposit.buy", values: { price: "3 $& €" } },
  { text: "buy.ownedToast" },
  { text: "shell.labelled", values: { label: "Voir" }, name: "text" },
];
const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const toMarkup = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

it("a sentence says the same with its title marked, whatever the title is", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom(...SENTENCES),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(undefined, "en", "ar"),
      ({ locale, words }, sentence, title, language) => {
        const html = renderToStaticMarkup(
          <I18nProvider locale={locale} words={words} currencyName="Credits">
            <TitleSentence {...sentence} title={title} language={language} />
          </I18nProvider>,
        );
        const name = sentence.name ?? "title";
        const whole = createTranslate(locale, words)(sentence.text, {
          ...sentence.values,
          [name]: title,
        });
        expect(html.replace(/<bdi[^>]*>|<\/bdi>/g, "")).toBe(toMarkup(whole));
        const marked = /<bdi lang="(\w+)" dir="\w+">(.*)<\/bdi>/s.exec(html);
        expect([marked?.[1], marked?.[2]]).toEqual(
          language === undefined ? [undefined, undefined] : [language, toMarkup(title)],
        );
      },
    ),
  );
});
