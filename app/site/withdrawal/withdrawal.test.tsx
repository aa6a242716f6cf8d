import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import en from "#locales/en.json" with { type: "json" };
import Withdrawal from "./withdrawal.tsx";

type Props = Parameters<typeof Withdrawal>[0];

/** The page of a member with this balance, which can be refunded in these ways. */
function render(balanceCents: number): string {
  const loaderData = {
    ...{ isOffered: true, received: null, review: null, isAgain: true, prefilled: {} },
    form: { id: "withdrawal", operationId: "7", constraints: {}, unclear: false },
    options: { orders: [], balanceCents: 0 },
    destinations: ["wallet", "source"],
  };
  // The only properties that the page reads.
  const props = { loaderData, actionData: undefined } as unknown as Props;
  const element = (
    <I18nProvider locale="en" words={en} currencyName="credits">
      <Withdrawal {...props} />
    </I18nProvider>
  );
  const layout = { settings: {}, staticPages: [], member: { user: { id: "1", balanceCents } } };
  const routes = [{ id: "layout", path: "/", element, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { layout } } });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("says of the balance that it is there at once, or what of it pays a debt first", () => {
  const atOnce = en["withdrawal.wallet_hint"];
  expect(render(0)).toContain(atOnce);
  expect(render(-500)).not.toContain(atOnce);
  expect(render(-500)).toMatch(/goes towards the amount you owe us: 5\.00/);
  expect(render(-500)).toContain(en["withdrawal.source_hint"]);
});
