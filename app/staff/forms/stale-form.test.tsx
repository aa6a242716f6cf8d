import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { StaleForm } from "./stale-form.tsx";

type Props = Parameters<typeof StaleForm<"state" | "evidence">>[0];

const PROPS: Omit<Props, "failed"> = {
  loaded: {
    id: "mark",
    constraints: { state: {}, evidence: {} },
    operationId: null,
    unclear: "errors.outcome_unclear",
    sender: "1",
  },
  reason: "Somebody was faster.",
  choices: [
    {
      name: "state",
      label: "What happened",
      options: [
        { value: "sent", label: "Paid out" },
        { value: "returned", label: "Sent back" },
      ],
    },
  ],
  texts: [{ name: "evidence", label: "Evidence", rows: 3 }],
};

function render(sent: Record<string, string> | null) {
  const failed: Props["failed"] =
    sent === null
      ? undefined
      : {
          formId: "mark",
          reply: { status: "error", initialValue: sent, error: { "": ["errors.payout_changed"] } },
          operationId: null,
          isUnclear: false,
        };
  const screen = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <StaleForm {...PROPS} failed={failed} />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ path: "/", element: screen }]);
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("shows what was chosen and typed, with nothing to send it by", () => {
  const markup = render({ state: "returned", evidence: "Statement 12" });
  expect(markup).toContain("Somebody was faster.");
  expect(markup).toMatch(/<dt[^>]*>What happened<\/dt><dd[^>]*>Sent back<\/dd>/);
  expect(markup).not.toContain("Paid out");
  expect(markup).toMatch(/<textarea[^>]*readonly=""[^>]*>Statement 12</i);
  expect(markup).not.toMatch(/<button|type="radio"/);
});

it.each([
  ["nothing was chosen", { evidence: "Statement 12" }],
  ["something unknown was chosen", { state: "burnt", evidence: "Statement 12" }],
])("shows the text alone where %s", (_name, sent) => {
  const markup = render(sent);
  expect(markup).not.toContain("What happened");
  expect(markup).toContain("Statement 12");
});

it("is nothing without a form that was rejected", () => {
  expect(render(null)).toBe("");
});
