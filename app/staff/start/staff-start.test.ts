import { expect, it } from "vitest";
import { requireStaffMiddleware } from "#app/middleware/guards.ts";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action } from "./staff-start.tsx";

const OPERATION = "7e570000-0000-4000-8000-000000000000";
const STAFF = { id: "7", email: "a@b.test", balance: "1.00", role: "staff" };

/** The response to staff who lost a right when they send a form that was shown to them before. */
async function send(path: string, fields: Record<string, string>, role: string): Promise<unknown> {
  const request = postForm(path, fields);
  const api = () => Response.json({ payload: { ...STAFF, staff_role: role } });
  const sent = runInWebTier(request, api, (context) => {
    const args = { request, url: new URL(request.url), pattern: "", context, params: {} };
    return requireStaffMiddleware(args, async () => {
      await action({ ...args, params: { locale: "en" } });
      return new Response("done");
    });
  });
  return sent.then(
    () => null,
    (error: unknown) => error,
  );
}

it.each([
  ["the checklist", "/en/staff?form=checklist", { sender: "7", item: "currency" }],
  ["failed mails", "/en/staff?form=failed-mails", { sender: "7", operation_id: OPERATION }],
])("a form of %s is given back to who has lost the right to it", async (_name, path, fields) => {
  expect(await send(path, fields, "reviewer")).toMatchObject({
    data: { code: "right_lost", fields: Object.entries(fields) },
    init: { status: 403 },
  });
});
