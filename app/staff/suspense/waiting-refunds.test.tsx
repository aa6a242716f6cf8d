import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { RefundDialog, RefundTable } from "./waiting-refunds.tsx";

type Props = Parameters<typeof RefundDialog>[0];

const REFUND: Props["refund"] = {
  ...{ id: "7", depositId: "12", status: "unknown", moneyCents: 400, currency: "EUR", userId: "3" },
  ...{ provider: "stripe", isProviderSetUp: true, lastError: null },
  ...{ createdAt: "2026-11-22T10:00:00Z", triedAt: null },
};

function render(element: React.ReactElement) {
  const screen = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      {element}
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

const renderDialog = (refund: Props["refund"]) =>
  render(
    <RefundDialog
      refund={refund}
      closeTo="/staff/suspense"
      mark={{
        id: "mark-refund",
        constraints: { state: {}, evidence: {}, seen: {} },
        operationId: null,
        unclear: "errors.outcome_unclear",
        sender: "1",
      }}
      failed={undefined}
    />,
  );

it("marks one with an unknown outcome either way, as it was seen", () => {
  const markup = renderDialog(REFUND);
  expect(markup).toMatch(/name="seen"[^>]*value="unknown"/);
  expect(markup).toContain("staff_deposits.hint_succeeded");
  expect(markup).toContain("staff_deposits.hint_failed");
});

it("ends one that was never sent as failed only", () => {
  const markup = renderDialog({ ...REFUND, status: "requested" });
  expect(markup).toMatch(/name="seen"[^>]*value="requested"/);
  expect(markup).not.toContain("staff_deposits.hint_succeeded");
  expect(markup).toContain("staff_deposits.hint_unsent");
});

it("says why one waits: the provider's error, or that it is no longer set up", () => {
  const waiting = { ...REFUND, status: "requested" as const, isMarkable: true };
  const markup = render(<RefundTable refunds={[{ ...waiting, lastError: "Too many requests" }]} />);
  expect(markup).toContain("Too many requests");
  expect(markup).not.toContain("staff_deposits.provider_gone");
  const gone = render(<RefundTable refunds={[{ ...waiting, isProviderSetUp: false }]} />);
  expect(gone).toContain("staff_deposits.provider_gone");
});
