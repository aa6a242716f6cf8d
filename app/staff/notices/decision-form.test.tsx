import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FailedForm } from "#app/forms/form-types.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { DecisionForm } from "./decision-form.tsx";

type Notice = Parameters<typeof DecisionForm>[0]["notice"];

const DECIDED: Notice = { id: "7", status: "decided", locale: "en", choices: [] };
const LOADED = {
  id: "decision",
  constraints: { decision: {}, ground: {}, statement: {}, status: {} },
  operationId: null,
  unclear: "errors.outcome_unclear",
  sender: "1",
};
const STALE: FailedForm = {
  formId: "decision",
  reply: {
    status: "error",
    initialValue: { decision: "withdrawn", ground: "Terms, 3", statement: "It is a copy." },
    error: { form: ["It was decided."] },
  },
  operationId: null,
  isUnclear: false,
};

const HINT = "staff_notices.statement_hint";
const layout = {
  languages: [
    { code: "en", name: "English" },
    { code: "de", name: "Deutsch" },
  ],
};

function render(notice: Notice, failed?: FailedForm) {
  const form = (
    <I18nProvider locale="en" words={{ [HINT]: "In {{language}}" }} currencyName="credits">
      <DecisionForm {...{ notice, failed }} loaded={LOADED} />
    </I18nProvider>
  );
  const router = createMemoryRouter(
    [{ id: "layout", path: "/", loader: () => layout, element: form }],
    { hydrationData: { loaderData: { layout } } },
  );
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("keeps what was typed for a notice that was decided meanwhile, and says so", () => {
  const markup = render(DECIDED, STALE);
  for (const text of ["It was decided.", "Terms, 3", "It is a copy."]) {
    expect(markup).toContain(text);
  }
  expect(markup).not.toContain("<button");
});

it("shows what was typed with the choices of a complaint", () => {
  const markup = render({ ...DECIDED, status: "reopened", choices: ["no_action"] }, STALE);
  expect(markup).toContain("It is a copy.");
  expect(markup).toContain('value="no_action"');
  expect(markup).toContain("<button");
});

it("is none for a notice that is decided", () => {
  expect(render(DECIDED)).toBe("");
});

it("names the language of the statement as the person reads it", () => {
  expect(render({ ...DECIDED, locale: "de", choices: ["no_action"] })).toContain("In Deutsch");
});
