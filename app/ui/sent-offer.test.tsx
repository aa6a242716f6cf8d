import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import words from "#locales/en.json" with { type: "json" };
import { OfferFacts } from "./sent-offer.tsx";

const AT = "2026-11-28T09:30:00.000Z";
const textOf = (createdAt: string) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" words={words} currencyName="credits">
      <OfferFacts
        offer={{ category: "Animals", styles: [], createdAt, description: "", addText: "" }}
      />
    </I18nProvider>,
  ).replace(/<[^>]*>/g, " ");

it("leaves the time of an offer out that its server does not state", () => {
  expect(textOf(AT)).toContain(words["offer.created"]);
  expect(textOf(AT)).toContain("UTC");
  expect(textOf("")).not.toContain(words["offer.created"]);
  expect(textOf("")).not.toContain("UTC");
});

it("has a dash for a time that is not stated, and no empty element", () => {
  expect(renderToStaticMarkup(<DateTime at="" />)).toBe("–");
  expect(renderToStaticMarkup(<DateTime at={AT} />)).toContain(`dateTime="${AT}"`);
});
