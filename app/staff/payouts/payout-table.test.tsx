import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { StaffPayoutView } from "#app/api-client/selling/payouts.server.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { ApproverDialog } from "./approver-dialog.tsx";
import { PayoutTable } from "./payout-table.tsx";

const PAYOUT: StaffPayoutView = {
  id: "12",
  status: "sent",
  amountCents: 20_000,
  currency: "EUR",
  account: "EE38 •••• 5685",
  isToCard: false,
  isFailed: false,
  fullName: "Bea Buyer",
  createdAt: "2026-11-20T10:00:00Z",
  changedAt: "2026-11-21T10:00:00Z",
  offer: { id: "3", title: "A fox" },
  userEmail: "bea@example.com",
  endToEndId: "PAYOUT-12",
  batchId: "2",
  evidence: "Statement 12, line 3",
  marks: ["settled"],
  hold: null,
  approvalCents: null,
  mayApprove: false,
  approverProblem: null,
  history: [],
};

function render(payouts: StaffPayoutView[]) {
  return renderPage(
    <PayoutTable
      payouts={payouts}
      canReadOffers
      status={null}
      batchId={null}
      counts={null}
      listPath="/staff/payouts"
      page={1}
      pages={1}
      hasErrors={false}
    >
      {null}
    </PayoutTable>,
  );
}

function renderPage(children: ReactNode) {
  const page = (
    <I18nProvider locale="ar" words={{}} currencyName="credits">
      {children}
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element: page, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("shows the reference that banks report a payout by, also where nothing can be marked", () => {
  expect(render([{ ...PAYOUT, marks: [] }])).toContain('<bdi dir="ltr">PAYOUT-12</bdi>');
});

it("says what makes a payout wait that is not above the limit by itself", () => {
  const held: StaffPayoutView = { ...PAYOUT, status: "ready", hold: "approval", marks: [] };
  const markup = render([{ ...held, approvalCents: 30_001 }]);
  expect(markup).toContain("staff_payouts.approval_sum");
  for (const approvalCents of [20_000, null]) {
    expect(render([{ ...held, approvalCents }])).not.toContain("staff_payouts.approval_sum");
  }
});

it.each([
  ["forbidden", "staff_payouts.approval_own"],
  ["payout_approval_priced", "errors.payout_approval_priced"],
  ["payout_approval_returned", "errors.payout_approval_returned"],
] as const)("says who may approve a payout that the viewer may not (%s), and why", (approverProblem, reason) => {
  const payout: StaffPayoutView = { ...PAYOUT, status: "ready", marks: [], approverProblem };
  expect(render([payout])).toContain('href="/ar/staff/payouts?payout=12"');
  expect(render([payout])).toContain("staff_payouts.who_approves");
  const markup = renderPage(<ApproverDialog payout={payout} closeTo="/staff/payouts" />);
  for (const key of [reason, "staff_payouts.approval_who", "staff_payouts.approval_nobody"]) {
    expect(markup).toContain(key);
  }
});

it("titles the column of what can be done, and has the evidence at the status", () => {
  const markup = render([PAYOUT]);
  expect(markup).toContain("staff.decision");
  // A block with its own text direction would be on the other side of the cell.
  expect(markup).toMatch(/<span class="block [^"]*"><bdi>Statement 12, line 3<\/bdi>/);
});
