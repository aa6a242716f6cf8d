import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import type { LayoutData } from "./layout-data.ts";
import { MachineHead } from "./seo-head.tsx";

/** All that the head reads of it. */
const SHELL = {
  locale: "de",
  languages: [{ code: "en" }, { code: "de" }, { code: "et" }],
  defaultLocale: "en",
  appUrl: "https://shop.test",
  settings: { companyName: "Promptory" },
} as unknown as LayoutData;

it.each([
  ["all", undefined, ["en", "de", "et", "x-default"]],
  ["those that it exists in", ["de", "fr"], ["de"]],
  ["those that it exists in, and the default", ["de", "en"], ["en", "de", "x-default"]],
])("a page names as its translations %s", (_name, locales, expected) => {
  const html = renderToStaticMarkup(
    <I18nProvider locale="de" words={{}} currencyName="Credits">
      <MachineHead
        shell={SHELL}
        title="AGB"
        description={undefined}
        canonical="/page/terms"
        locales={locales}
        share={undefined}
      />
    </I18nProvider>,
  );
  expect([...html.matchAll(/hrefLang="([^"]+)"/g)].map(([, code]) => code)).toEqual(expected);
});
