import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import type { WordsSource } from "#app/i18n/translations.ts";
import { LOCALES } from "#domain/locales.ts";
import { PriceInEuro } from "./price-in-euro.tsx";

const files = import.meta.glob<WordsSource["words"]>("/locales/*.json", {
  eager: true,
  import: "default",
});

function render(
  pricesIncludeVat: boolean,
  { locale = "en", rateBasisPoints = 10_000 as number | null } = {},
): string {
  const element = (
    <I18nProvider
      locale={locale}
      words={files[`/locales/${locale}.json`] ?? {}}
      currencyName="credits"
    >
      <PriceInEuro priceCents={290} rateBasisPoints={rateBasisPoints} className="" />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { pricesIncludeVat } } } };
  const routes = [{ id: "layout", path: "/", element, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup.replace(/<[^>]*>/g, "").replace(/\p{Zs}/gu, " ");
}

it("states that VAT is part of the price, in a shop that charges it", () => {
  expect(render(true)).toBe("= €2.90 incl. VAT");
  expect(render(true, { locale: "fr" })).toBe("soit 2,90 € TTC");
});

it("claims nothing of VAT in a shop that charges none, or does not state it", () => {
  expect(render(false)).toBe("= €2.90");
});

it.each(LOCALES)("has the price in its text about VAT: %s", (locale) => {
  const [plain, withVat] = [render(false, { locale }), render(true, { locale })];
  expect(plain).toMatch(/2[.,]90/);
  expect(withVat).toMatch(/2[.,]90/);
  expect(withVat.length).toBeGreaterThan(plain.length);
});

it("shows nothing where the price in euros is unknown", () => {
  expect(render(true, { rateBasisPoints: null })).toBe("");
});
