import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { RefundDialog, RefundTable } from "./waiting-refunds.tsx";

type Props = Parameters<typeof RefundDialog>[0];

type Refund = NonNullable<Props["refund"]>;

const REFUND: Refund = {
  ...{ id: "7", depositId: "12", status: "unknown", moneyCents: 400, currency: "EUR", userId: "3" },
  ...{ provider: "stripe", isProviderSetUp: true, lastError: null },
  ...{ createdAt: "2026-11-22T10:00:00Z", triedAt: null, markRequest: null, mayApprove: true },
};
const REQUEST: Refund["markRequest"] = {
  ...{ id: "9", evidence: "Dashboard, line 3", requesterId: "4", requesterEmail: "a@example.com" },
  requestedAt: "2026-11-22T11:00:00Z",
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

const FORM = { operationId: null, unclear: "errors.outcome_unclear", sender: "1" } as const;

const renderDialog = (refund: Refund) =>
  render(
    <RefundDialog
      refund={refund}
      closeTo="/staff/suspense"
      mark={{
        id: "mark-refund",
        constraints: { state: {}, evidence: {}, seen: {} },
        ...FORM,
      }}
      decide={{ id: "decide-mark", constraints: { request: {}, decision: {} }, ...FORM }}
      failed={undefined}
    />,
  );

it("marks one with an unknown outcome either way, as it was seen", () => {
  const markup = renderDialog(REFUND);
  expect(markup).toMatch(/name="seen"[^>]*value="unknown"/);
  expect(markup).toContain("staff_deposits.hint_succeeded");
  expect(markup).toContain("staff_deposits.hint_failed");
});

it("ends one that was never tried as failed only, and one that was tried either way", () => {
  const tried = renderDialog({ ...REFUND, status: "requested", triedAt: REFUND.createdAt });
  for (const hint of ["hint_succeeded", "hint_unsent"]) expect(tried).toContain(hint);
  expect(tried).not.toContain("hint_failed");
  const markup = renderDialog({ ...REFUND, status: "requested", triedAt: null });
  expect(markup).toMatch(/name="seen"[^>]*value="requested"/);
  expect(markup).not.toContain("staff_deposits.hint_succeeded");
  expect(markup).toContain("staff_deposits.hint_unsent");
});

it("lets a colleague approve a failure that waits, or say that it was paid meanwhile", () => {
  const markup = renderDialog({ ...REFUND, markRequest: REQUEST });
  for (const said of ["Dashboard, line 3", "a@example.com"]) expect(markup).toContain(said);
  expect(markup).toMatch(/name="request"[^>]*value="9"/);
  expect(markup).toContain("refund=7&amp;form=decide-mark");
  for (const decision of ["approve", "reject"]) expect(markup).toContain(`value="${decision}"`);
  expect(markup).toContain("staff_deposits.hint_succeeded");
  expect(markup).not.toContain("staff_deposits.hint_failed");
});

it("lets the requester take it back only", () => {
  const markup = renderDialog({ ...REFUND, markRequest: REQUEST, mayApprove: false });
  expect(markup).toContain('value="reject"');
  expect(markup).not.toContain('value="approve"');
});

it.each(["requested", "succeeded"] as const)("has no other outcome of one that is %s", (status) => {
  const markup = renderDialog({ ...REFUND, status, triedAt: null, markRequest: REQUEST });
  expect(markup).toContain("form=decide-mark");
  expect(markup).not.toContain("form=mark-refund");
});

it("says why one waits: the provider's error, or that it is no longer set up", () => {
  const waiting = { ...REFUND, status: "requested" as const, isMarkable: true, mayApprove: true };
  const markup = render(<RefundTable refunds={[{ ...waiting, lastError: "Too many requests" }]} />);
  expect(markup).toContain("Too many requests");
  expect(markup).not.toContain("staff_deposits.provider_gone");
  const gone = render(<RefundTable refunds={[{ ...waiting, isProviderSetUp: false }]} />);
  expect(gone).toContain("staff_deposits.provider_gone");
});
