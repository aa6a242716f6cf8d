import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FailedForm } from "#app/forms/form-types.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { type FakeApi, runInWebTier } from "#tests/setup/api/web-request.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { action } from "./staff-withdrawals.tsx";

const PROFILE = {
  ...{ id: 1, email: "staff@example.com", balance: "0.00", is_email_verified: true },
  ...{ role: "staff", staff_role: "finance" },
};

/** Sends the form of statement 7 to an API that responds with this code. */
async function send(status: number, code: string, details = {}) {
  const url = "https://shop.example/en/staff/withdrawals?withdrawal=7";
  const body = new FormData();
  body.set("sender", "1");
  body.set("note", "Refunded by bank");
  const request = new Request(url, { method: "POST", body });
  const api: FakeApi = (call) =>
    call.method === "POST"
      ? Response.json({ status: "ERROR", code, message: "no", details }, { status })
      : Response.json({ status: "OK", payload: PROFILE });
  const { result } = await runInWebTier(request, api, (context) =>
    action({ request, context, params: {} } as Parameters<typeof action>[0]),
  );
  return result;
}

it("keeps the note of the second of two people, beside what the first recorded", async () => {
  const details = { number: "W-ABC", note: "Explained" };
  expect(await send(409, "withdrawal_changed", details)).toMatchObject({
    init: { status: 409 },
    data: { resolved: details, reply: { initialValue: { note: "Refunded by bank" } } },
  });
});

it("leaves for the list when there is no such statement", async () => {
  const result = await send(404, "not_found");
  expect(result instanceof Response && result.headers.get("location")).toBe(
    "/en/staff/withdrawals",
  );
});

const STALE: FailedForm = {
  formId: "withdrawal",
  reply: {
    status: "error",
    initialValue: { note: "Refunded by bank" },
    error: { form: ["errors.withdrawal_changed"] },
  },
  operationId: null,
  isUnclear: false,
};

function render(resolved: { number: string; note: string } | null, failed?: FailedForm) {
  const loaded = {
    id: "withdrawal",
    constraints: { note: {} },
    operationId: null,
    unclear: "errors.outcome_unclear",
    sender: "1",
  };
  const dialog = (
    <I18nProvider locale="en" words={{}} currencyName="credits">
      <ResolveDialog
        number={resolved?.number ?? "W-ABC"}
        listPath="/staff/withdrawals"
        action="/staff/withdrawals?withdrawal=7"
        {...{ resolved, loaded, failed }}
      />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ path: "/", element: dialog }]);
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("shows both notes, and nothing to send, once a colleague was first", () => {
  const markup = render({ number: "W-ABC", note: "Explained" }, STALE);
  for (const text of ["errors.withdrawal_changed", "Explained", "Refunded by bank"]) {
    expect(markup).toContain(text);
  }
  expect(markup).not.toContain("staff_payouts.save");
  expect(markup).toMatch(/<textarea[^>]* readOnly=""/);
  const open = render(null);
  expect(open).toContain("staff_payouts.save");
  expect(open).not.toContain("readOnly");
});

it("has a title when the API does not name the statement", () => {
  expect(render({ number: "", note: "" }, STALE)).toContain("staff_withdrawals.title");
});
