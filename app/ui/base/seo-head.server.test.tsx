import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import type { LayoutData } from "./layout-data.ts";
import { MachineHead } from "./seo-head.tsx";

/** The only parts that the head reads. */
const SHELL = {
  locale: "de",
  languages: [{ code: "en" }, { code: "de" }, { code: "et" }],
  defaultLocale: "en",
  appUrl: "https://shop.test",
  settings: { companyName: "Promptory" },
} as unknown as LayoutData;

type Share = Parameters<typeof MachineHead>[0]["share"];

const write = (locale: string, locales?: string[], language = locale, share?: Share) =>
  renderToStaticMarkup(
    <I18nProvider locale={locale} words={{}} currencyName="Credits">
      <MachineHead
        shell={{ ...SHELL, locale }}
        title="AGB"
        description={undefined}
        canonical="/page/terms"
        locales={locales}
        language={language}
        share={share}
      />
    </I18nProvider>,
  );

it.each([
  ["all", undefined, ["en", "de", "et", "x-default"]],
  ["those that it exists in", ["de", "fr"], ["de"]],
  ["those that it exists in, and the default", ["de", "en"], ["en", "de", "x-default"]],
])("a page names as its translations %s", (_name, locales, expected) => {
  const html = write("de", locales);
  expect([...html.matchAll(/hrefLang="([^"]+)"/g)].map(([, code]) => code)).toEqual(expected);
});

it.each([
  ["en", "en_US"],
  ["de", "de_DE"],
  ["pt", "pt_PT"],
  ["pt-br", "pt_BR"],
])("a preview in %s is in the language of %s", (locale, territory) => {
  expect(write(locale)).toContain(`<meta property="og:locale" content="${territory}"/>`);
});

it("a text in another language than the page's is a preview of the page that it belongs to", () => {
  const html = write("de", ["en"], "en");
  expect(html).toContain('<meta property="og:url" content="https://shop.test/en/page/terms"/>');
  expect(html).toContain('<meta property="og:locale" content="en_US"/>');
});

const ofOwn = { type: "website", imageUrl: "https://cdn.test/1/960.jpg", alt: "Nebula" } as const;

it.each<[string, Share, string | undefined, string[]]>([
  ["none", undefined, "https://shop.test/share.jpg", ["1200", "630"]],
  [
    "one of known size",
    { ...ofOwn, size: { width: 960, height: 640 } },
    ofOwn.imageUrl,
    ["960", "640"],
  ],
  ["one of unknown size", ofOwn, ofOwn.imageUrl, []],
])("a preview of a page with %s states its image and its size", (_name, share, url, size) => {
  const html = write("de", undefined, "de", share);
  const stated = (name: string) =>
    [...html.matchAll(new RegExp(`property="${name}" content="([^"]+)"`, "g"))].map(
      ([, content]) => content,
    );
  expect(stated("og:image")).toEqual([url]);
  expect([...stated("og:image:width"), ...stated("og:image:height")]).toEqual(size);
});
