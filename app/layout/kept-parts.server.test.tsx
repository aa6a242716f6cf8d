import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type KeptMarkup,
  KeptMarkupContext,
  type PageAddress,
} from "#app/framework/kept-markup.tsx";
import type { WordsSource } from "#app/i18n/translations.ts";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import { LOCALES } from "#domain/locales.ts";
import { Footer } from "./footer.tsx";
import { HeaderRow } from "./header.tsx";
import { makeMarkup } from "./kept-parts.server.tsx";
import { renderLayoutPart } from "./layout-part.server.tsx";

const files = import.meta.glob<WordsSource["words"]>("/locales/*.json", {
  eager: true,
  import: "default",
});

const group = (id: number, title: string, productsCount: number | null, language?: string) => ({
  id: String(id),
  title,
  titleLanguage: language,
  url: `group-${id}`,
  productsCount,
});

function layoutOf(locale: string): LoadedLayout {
  return {
    settings: {
      isRegistrationOpen: true,
      currencyName: "credits",
      currencyImage: null,
      eurRateBasisPoints: 10_000,
      pricesIncludeVat: true,
      depositLimits: null,
      images: { formats: [], sizes: [] },
      companyName: 'Prompts & "Sons"',
      registryCode: "12345",
      vatId: null,
      representative: null,
      companyAddress: "1 O'Connell Street\n<Dublin>",
      companyPhone: "+353 1 234",
      supportEmail: "help@example.com",
      copyright: null,
      hasPriceFilter: true,
      hasNotices: true,
      isSandbox: true,
    },
    categories: [group(1, "Animals & Plants", 1234), group(2, "Space", null, "en")],
    styles: [group(3, "Ink <wash>", 7)],
    staticPages: [{ slug: "terms", title: "Terms 'n' more", titleLanguage: "en", kind: "terms" }],
    socialLinks: [
      { url: "https://social.example/us", title: "Us", image: "/social.svg#us" },
      { url: "https://other.example/us", title: "Them", image: "https://other.example/a.png" },
    ],
    locale,
    defaultLocale: "en",
    languages: LOCALES.map((code) => ({ code, name: code })),
    appUrl: "https://shop.example",
    toast: null,
    cookieNotice: null,
    member: null,
  };
}

const locales = fc.constantFrom(...LOCALES);
const text = fc.string({ unit: "grapheme" });
const addresses: fc.Arbitrary<PageAddress> = fc.record({
  pathname: fc.oneof(
    fc.tuple(locales, fc.webPath()).map(([locale, path]) => `/${locale}${path}`),
    text.map((path) => `/en/${path}`),
    locales.map((locale) => `/${locale}`),
  ),
  search: fc.oneof(
    fc.constantFrom("", "?cookies=settings", "?search=a&b='\"<x>", `?search=${"long".repeat(900)}`),
    text.map((query) => `?search=${query}`),
  ),
});

const sources = new Map(
  LOCALES.map((locale) => {
    const words = files[`/locales/${locale}.json`] ?? {};
    const layout = layoutOf(locale);
    const source = { layout, words: { locale, words, url: `/words/${locale}.json` } };
    return [locale, { ...source, kept: makeMarkup(layout, source.words) }];
  }),
);

describe("markup that is kept", () => {
  it("is, on every page of every language, what would be rendered", () => {
    fc.assert(
      fc.property(locales, addresses, (locale, address) => {
        const source = sources.get(locale);
        if (!source) throw new Error(`no source of ${locale}`);
        const render = (kept: KeptMarkup | null) =>
          renderLayoutPart(
            <KeptMarkupContext value={kept}>
              <HeaderRow />
              <Footer />
            </KeptMarkupContext>,
            { ...source, address },
          );
        const rendered = render(null);
        expect(rendered).toContain("</footer>");
        expect(render(source.kept)).toBe(rendered);
      }),
      { numRuns: 60 },
    );
  });

  it("stands in for all of it", () => {
    const source = sources.get("en");
    if (!source) throw new Error("no source of English");
    const kept: KeptMarkup = {
      category: () => "<li>categories</li>",
      style: () => "<li>styles</li>",
      languages: ({ pathname }) => `<li>languages of ${pathname}</li>`,
      footer: ({ search }) => `<p>footer of ${search}</p>`,
    };
    const address = { pathname: "/en/products", search: "?page=2" };
    const html = renderLayoutPart(
      <KeptMarkupContext value={kept}>
        <HeaderRow />
        <Footer />
      </KeptMarkupContext>,
      { ...source, address },
    );
    const count = (part: string) => html.split(part).length - 1;
    expect(count("<li>categories</li>")).toBe(1);
    expect(count("<li>styles</li>")).toBe(1);
    expect(count("<li>languages of /en/products</li>")).toBe(1);
    expect(count("<p>footer of ?page=2</p>")).toBe(1);
    expect(html).not.toContain("group-1");
    expect(html).not.toContain("O&#x27;Connell");
  });
});
