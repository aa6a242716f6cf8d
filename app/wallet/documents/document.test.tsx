import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import de from "#locales/de.json" with { type: "json" };
import DocumentPage from "./document.tsx";

type Props = Parameters<typeof DocumentPage>[0];

const LOADED: Props["loaderData"] = {
  ...{ id: "1", kind: "order_confirmation", number: "ORDER-1", depositId: null },
  sheet: {
    ...{ locale: "en", title: "Order confirmation", number: "ORDER-1", subtitle: null },
    issuer: { name: "Promptory OÜ", lines: [] },
    ...{ parties: [], facts: [], columns: [], rows: [], totals: [], notes: [], annex: [] },
  },
};

it("has its title in the page's language, and its sheet in the document's own", () => {
  const screen = (
    <I18nProvider locale="de" words={de} currencyName="Credits">
      <DocumentPage {...({ loaderData: LOADED } as Props)} />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  expect(markup).toContain("<title>Bestellbestätigung ORDER-1");
  expect(markup).toMatch(/lang="en"[^>]*>.*<h1>Order confirmation<\/h1>/s);
});
