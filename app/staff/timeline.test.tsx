import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { Timeline } from "./timeline.tsx";

type Event = Parameters<typeof Timeline>[0]["events"][number];

const KEPT: Event = {
  ...({ kind: "posted", state: "kept", at: "2026-07-01T10:00:00Z", note: null } as const),
  ...{ amountCents: 1_000, moneyCents: null, actor: null, reference: null, accounts: null },
};

function render(accounts: { from: string; to: string }) {
  const screen = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <Timeline events={[{ ...KEPT, accounts }]} />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { languages: [] } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("says that money stays with the shop, but not of what the shop pays itself", () => {
  expect(render({ from: "suspense", to: "revenue" })).toContain("kept");
  expect(render({ from: "revenue", to: "suspense" })).not.toContain("kept");
});
