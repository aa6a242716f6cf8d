import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";

type Props = Parameters<typeof DepositDialog>[0];

const DEPOSIT: Props["deposit"] = {
  ...{ id: "7", status: "success", moneyCents: 1_000, currency: "EUR", userId: "3" },
  ...{
    review: "paid after the account was deleted",
    heldCents: 783,
    createdAt: "1970-01-01T00:00:00Z",
  },
};

function render(deposit: Props["deposit"]) {
  const screen = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <DepositDialog
        deposit={deposit}
        closeTo="/staff/suspense"
        resolve={{
          id: "resolve-deposit",
          constraints: { note: {}, review: {}, held: {} },
          operationId: null,
          unclear: "errors.outcome_unclear",
          sender: "1",
        }}
        failed={undefined}
      />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("sends what is shown: the review, and the amount that stays with the shop", () => {
  const markup = render(DEPOSIT);
  expect(markup).toMatch(/name="review"[^>]*value="paid after the account was deleted"/);
  expect(markup).toMatch(/name="held"[^>]*value="7.83"/);
  expect(markup).toContain("staff_deposits.keeps_rest");
  expect(markup).toContain("deposit=7&amp;form=resolve-deposit");
});

it("says of no money that it stays where none is in suspense", () => {
  const markup = render({ ...DEPOSIT, heldCents: 0 });
  expect(markup).toMatch(/name="held"[^>]*value="0.00"/);
  expect(markup).not.toContain("staff_deposits.keeps_rest");
});

it("says of an amount above any price, and of one below zero, how much it is", () => {
  const large = render({ ...DEPOSIT, heldCents: 10_000_000 });
  expect(large).toMatch(/name="held"[^>]*value="100000.00"/);
  expect(large).toContain("staff_deposits.keeps_rest");
  expect(large).toContain("100,000.00");
  const missing = render({ ...DEPOSIT, heldCents: -1_000 });
  expect(missing).toMatch(/name="held"[^>]*value="-10.00"/);
  expect(missing).toContain("10.00");
  expect(missing).not.toContain("staff_deposits.keeps_rest");
});
