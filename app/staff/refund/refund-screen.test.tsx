import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { RefundScreen } from "./refund-screen.tsx";

type Props = Parameters<typeof RefundScreen>[0];

const PLAN = {
  ...{ amount: "11.90", amountCents: 1_190, leftCents: 1_190, walletCents: 1_190 },
  ...{ keptCents: null, debtCents: 0, isClosing: true, sources: [] },
};
const LOADED: Props["loaded"] = {
  form: {
    id: "refund",
    constraints: {
      ...{ operation_id: {}, amount: {}, destination: {}, reason: {} },
      ...{ planned_amount: {}, planned_destination: {} },
    },
    operationId: "0b7c1f0e-6c3d-4f0e-9a51-7f6f3c1d2e4a",
    unclear: "errors.outcome_unclear",
    sender: "1",
  },
  request: { amount: "", destination: "wallet" },
  plan: PLAN,
  problem: null,
};

function render(props: Partial<Props> = {}) {
  const screen = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <RefundScreen
        title="Refund order 5"
        back={{ to: "/staff/orders/5", text: "Order 5" }}
        hasDestination
        loaded={LOADED}
        failed={undefined}
        {...props}
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

/** The form as it was sent, with its errors. */
const toFailed = (initialValue: Record<string, string>, error: Record<string, string[]>) => ({
  formId: "refund",
  reply: { status: "error" as const, initialValue, error },
  operationId: null,
  isUnclear: false,
});

const tagsOf = (markup: string, name: string) =>
  markup.match(new RegExp(`<(?:input|button)[^>]*name="${name}"[^>]*>`, "g")) ?? [];

it("says what stays with the shop instead of in a balance that is not there", () => {
  expect(render()).not.toContain("staff_orders.plan_kept");
  const markup = render({
    loaded: { ...LOADED, plan: { ...PLAN, walletCents: 0, keptCents: 1_190 } },
  });
  expect(markup).toContain("staff_orders.plan_kept");
  expect(markup).not.toContain("staff_orders.plan_wallet");
});

it("offers the balance only where there is one", () => {
  expect(render()).toContain("staff_orders.to_wallet");
  for (const keptCents of [0, 1_190]) {
    const markup = render({ loaded: { ...LOADED, plan: { ...PLAN, walletCents: 0, keptCents } } });
    expect(markup).toContain("staff_orders.state.kept");
    expect(markup).not.toContain("staff_orders.to_wallet");
  }
});

it("sends what is shown as chosen with the confirmation, beside what was previewed", () => {
  const markup = render();
  for (const name of ["amount", "destination", "step"]) {
    const tags = tagsOf(markup, name);
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toContain('form="refund"');
  }
  expect(tagsOf(markup, "amount")).toHaveLength(1);
  expect(tagsOf(markup, "planned_amount")[0]).toContain('value="11.90"');
  expect(tagsOf(markup, "planned_destination")[0]).toContain('value="wallet"');
  // Enter presses the first button of a form.
  expect(markup.indexOf('value="preview"')).toBeLessThan(markup.indexOf("staff_orders.refund_now"));
});

it("shows the preview of what was typed since, and keeps the reason", () => {
  const markup = render({
    failed: {
      ...toFailed(
        { amount: "1.00", destination: "source", reason: "A stain" },
        { form: ["errors.refund_changed"] },
      ),
      planned: {
        request: { amount: "1.00", destination: "source" },
        plan: { ...PLAN, amount: "1.00", amountCents: 100, walletCents: 100, isClosing: false },
      },
    },
  });
  expect(tagsOf(markup, "amount")[0]).toContain('value="1.00"');
  expect(tagsOf(markup, "planned_amount")[0]).toContain('value="1.00"');
  expect(tagsOf(markup, "planned_destination")[0]).toContain('value="source"');
  const [chosen] = tagsOf(markup, "destination").filter((tag) => tag.includes("checked"));
  expect(chosen).toContain('value="source"');
  expect(markup).toContain("A stain");
  expect(markup).toContain("errors.refund_changed");
});

it("keeps what was chosen when the reason is missing", () => {
  const markup = render({
    failed: toFailed({ amount: "5.00", destination: "source" }, { reason: ["errors.required"] }),
  });
  expect(tagsOf(markup, "amount")[0]).toContain('value="5.00"');
  const chosen = tagsOf(markup, "destination").filter((tag) => tag.includes("checked"));
  expect(chosen).toHaveLength(1);
  expect(chosen[0]).toContain('value="source"');
});

it("is a form of the preview alone while there is none", () => {
  const problem = "errors.amount_invalid";
  const markup = render({ loaded: { ...LOADED, plan: null, problem } });
  expect(markup).toContain('method="get"');
  expect(tagsOf(markup, "amount")[0]).not.toContain("form=");
  expect(tagsOf(markup, "planned_amount")).toEqual([]);
});

it("keeps the reason that was typed for a refund of which nothing is left", () => {
  const problem = "errors.refund_not_possible";
  const failed = toFailed({ reason: "A stain" }, { form: ["errors.refund_changed"] });
  const markup = render({ loaded: { ...LOADED, plan: null, problem }, failed });
  expect(markup).toMatch(/<textarea[^>]* readOnly=""[^>]*>A stain</);
  expect(markup.split(problem)).toHaveLength(2);
  expect(markup).not.toContain("staff_orders.refund_now");
});

it("gives the reason once where it is the error itself", () => {
  const problem = "errors.refund_not_possible";
  const failed = toFailed({ reason: "A stain" }, { form: [problem] });
  const markup = render({ loaded: { ...LOADED, plan: null, problem }, failed });
  expect(markup.split(problem)).toHaveLength(2);
});
