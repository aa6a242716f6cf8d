import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { DecisionForms } from "./decision-forms.tsx";

type Props = Parameters<typeof DecisionForms>[0];

const WORDS = { "staff_deposits.settle_text": "{{credits}} for {{amount}}" };
const REVIEW = "paid 9.00 EUR instead of 10.00 EUR";

const toForm = (id: string): Props["settle"] => ({
  id,
  constraints: { evidence: {}, review: {} },
  operationId: null,
  unclear: "errors.outcome_unclear",
  sender: "1",
});

function render(review: string | null) {
  const deposit: Props["deposit"] = {
    ...{ id: "7", status: "pending", amountCents: 2_000, moneyCents: 1_000, currency: "EUR" },
    ...{ refundedCents: 0, method: "card", provider: "sandbox", reference: "r", review },
    ...{ userId: 3, email: "payer@example.com", createdAt: "1970-01-01T00:00:00Z" },
    ...{ payer: {}, timeline: [], needsApproval: false, settleRequest: null },
  };
  const screen = (
    <I18nProvider locale="en" words={WORDS} currencyName="credits">
      <DecisionForms
        deposit={deposit}
        isOpen
        settle={toForm("settle")}
        end={toForm("end")}
        failed={undefined}
      />
    </I18nProvider>
  );
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { layout: null } } });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("says what settling credits, and sends the review that is shown with both decisions", () => {
  const markup = render(REVIEW);
  expect(markup).toMatch(/20\.00\scredits for €10\.00/);
  expect(markup.match(/name="review"[^>]*value="[^"]*"/g)).toHaveLength(2);
  expect(markup.split(`value="${REVIEW}"`)).toHaveLength(3);
  for (const id of ["settle", "end"]) expect(markup).toContain(`deposits/7?form=${id}`);
});

it("ends no deposit that nobody has to look at, and settles it as such", () => {
  const markup = render(null);
  expect(markup).toMatch(/name="review"[^>]*value=""/);
  expect(markup).not.toContain("form=end");
});
