import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { LoadedForm } from "#app/forms/form-types.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import words from "#locales/en.json" with { type: "json" };
import { PersonForm } from "./person-form.tsx";

type Person = Parameters<typeof PersonForm>[0]["person"];

const toLoaded = (id: string): LoadedForm => ({
  ...{ id, constraints: {}, operationId: null, unclear: "errors.outcome_unclear", sender: "1" },
});

// The form reads nothing else of a person.
const DELETED = { isDeleted: true, isDisabled: false, staffRole: null } as Person;

/** The names and values shown for a change that was sent for a deleted account. */
function listChosen(sent: Record<string, string>): string[] {
  const failed = {
    ...{ formId: "change", operationId: null, isUnclear: false },
    reply: { status: "error" as const, initialValue: sent, error: { "": ["errors.not_found"] } },
  };
  const screen = (
    <I18nProvider locale="en" words={words} currencyName="credits">
      <PersonForm person={DELETED} form={toLoaded("change")} isSelf={false} failed={failed} />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ path: "/", element: screen }]);
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return [...markup.matchAll(/<d[td][^>]*>([^<]*)</g)].map(([, text = ""]) => text);
}

it("shows the chosen role with the change of the role, and with no other change", () => {
  const change = words["people.change"];
  const role = { staff_role: "none", reason: "Left the team" };
  expect(listChosen({ change: "staff_role", ...role })).toEqual([
    ...[change, words["people.change_staff_role"]],
    ...[words["people.role"], words["people.role_none"]],
  ]);
  expect(listChosen({ change: "send_reset", ...role })).toEqual([
    ...[change, words["people.change_send_reset"]],
  ]);
});
