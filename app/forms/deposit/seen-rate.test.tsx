import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import words from "#locales/en.json" with { type: "json" };
import { RateText } from "./seen-rate.tsx";

it.each([
  [10_000, "€1.00 = 1.00 credits"],
  [30_000, "€1.00 = 3.00 credits"],
  [2_100_000, "€1.00 = 210.00 credits"],
  [10_000_000, "€1.00 = 1,000.00 credits"],
  [12_345, "€1.00 = 1.2345 credits"],
  [100, "€1.00 = 0.01 credits"],
])("the rate of %i basis points says what a euro buys, exactly", (basisPoints, text) => {
  const markup = renderToStaticMarkup(
    <I18nProvider locale="en" words={words} currencyName="credits">
      <RateText basisPoints={basisPoints} />
    </I18nProvider>,
  );
  expect(markup.replace(/\p{Zs}/gu, " ")).toBe(text);
});
