import { expect, it } from "vitest";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import type { Route } from "./+types/staff-texts";
import { action } from "./staff-texts.tsx";

const STAFF = {
  email: "staff@example.com",
  balance: "0.00",
  is_email_verified: true,
  role: "staff",
  staff_role: "owner",
};

const api: FakeApi = (_request, path) =>
  Response.json(path === "/user/profile" ? { status: "OK", payload: STAFF } : { status: "OK" });

it("leads back to the page of the list on which the text was opened", async () => {
  const path = "/en/staff/texts?filter=missing&page=3&key=cart.title";
  const fields = { locale: "en", key: "cart.title", text: "Basket", seen: "", intent: "save" };
  const request = postForm(path, fields);
  const { result } = await runInWebTier(request, api, (context) => {
    // Without the pattern and the URL, which the action does not read.
    return action({ request, context, params: { locale: "en" } } as unknown as Route.ActionArgs);
  });
  if (!(result instanceof Response)) throw new Error("the form is shown again");
  expect(result.headers.get("location")).toBe("/en/staff/texts?filter=missing&page=3");
});
