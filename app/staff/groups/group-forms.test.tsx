import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FailedForm } from "#app/forms/form-types.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { DeleteGroup } from "./group-forms.tsx";

const LOADED = {
  id: "delete",
  constraints: { move_to: {} },
  operationId: null,
  unclear: "errors.outcome_unclear",
  sender: "1",
};
const OTHERS = [
  { id: "3", title: "Abstract" },
  { id: "4", title: "Nature" },
];

function render(failed?: FailedForm) {
  const form = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <DeleteGroup
        {...{ failed, loaded: LOADED, others: OTHERS }}
        path="/staff/groups/styles/2"
        count={1}
      />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ path: "/", element: form }]);
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup.match(/<option[^>]*selected[^>]*>/g);
}

it("chooses no place by itself, and keeps the one of a form that was rejected", () => {
  expect(render()).toEqual(['<option value="" selected="">']);
  const reply = {
    status: "error" as const,
    initialValue: { move_to: "4" },
    error: { form: ["Later."] },
  };
  const failed = { formId: "delete", reply, operationId: null, isUnclear: false };
  expect(render(failed)).toEqual(['<option value="4" selected="">']);
});
