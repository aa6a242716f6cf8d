import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type {
  PayoutApprovalView,
  PayoutPreviewView,
} from "#app/api-client/selling/payouts.server.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import NewBatch from "./new-batch.tsx";

const SELLER = { id: "7", email: "sam@example.com", cents: 12_000 };
const PREVIEW: PayoutPreviewView = {
  ...{ count: 1, total: "60.00", totalCents: 6_000, skippedCount: 0 },
  ...{ executionDate: "2026-12-01", needsApproval: false, sellersAbove: [] },
};
const APPROVAL: PayoutApprovalView = {
  ...{ id: "3", payoutsCount: 2, totalCents: 12_000, requesterId: "1" },
  ...{ requesterEmail: "ann@example.com", requestedAt: "2026-11-30T10:00:00Z" },
  sellersAbove: [SELLER],
};

const toForm = (id: string) => ({
  id,
  constraints: { operation_id: {}, count: {}, total: {}, decision: {} },
  operationId: null,
  unclear: "errors.outcome_unclear",
  sender: "1",
});

/** Returns the words of the page that matter here, in their order. */
function listWords(preview: PayoutPreviewView, approval: PayoutApprovalView | null): string[] {
  const loaderData = {
    approval,
    mayApprove: true,
    preview,
    problem: null,
    batchForm: toForm("payout-batch"),
    approvalForm: toForm("approval"),
  };
  // The framework's other properties are not used.
  const props = { loaderData, actionData: undefined } as unknown as Parameters<typeof NewBatch>[0];
  const screen = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <NewBatch {...props} />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  const words =
    /staff_payouts\.(?:sellers_above|sellers_left_out|make_now|ask_approval)|staff\.approve/g;
  return [...markup.matchAll(words)].map(([word]) => word);
}

it("says who is left out of a file that one person may make", () => {
  const preview = { ...PREVIEW, sellersAbove: [SELLER] };
  expect(listWords(preview, null)).toEqual([
    "staff_payouts.sellers_left_out",
    "staff_payouts.make_now",
  ]);
});

it("says because of whom a file needs a second person", () => {
  const preview = { ...PREVIEW, needsApproval: true, sellersAbove: [SELLER] };
  expect(listWords(preview, null)).toEqual([
    "staff_payouts.sellers_above",
    "staff_payouts.ask_approval",
  ]);
});

it("offers a file of the others while one waits for a second person, but no second request", () => {
  const asked = ["staff_payouts.sellers_above", "staff.approve"];
  const left = { ...PREVIEW, sellersAbove: [SELLER] };
  expect(listWords(left, APPROVAL)).toEqual([
    ...asked,
    "staff_payouts.sellers_left_out",
    "staff_payouts.make_now",
  ]);
  expect(listWords({ ...left, needsApproval: true }, APPROVAL)).toEqual(asked);
  expect(listWords({ ...PREVIEW, count: 0 }, APPROVAL)).toEqual(asked);
});
