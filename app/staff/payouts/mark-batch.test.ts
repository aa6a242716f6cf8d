import { expect, it } from "vitest";
import { type FakeApi, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action } from "./mark-batch.tsx";

const PROFILE = {
  ...{ id: 1, email: "staff@example.com", balance: "0.00", is_email_verified: true },
  ...{ role: "staff", staff_role: "finance" },
};

/** Sends the form of file 2, of whose payouts the API marks so many. */
async function send(marked: number) {
  const body = new FormData();
  body.set("sender", "1");
  body.set("state", "settled");
  body.set("evidence", "Statement 12, line 3");
  const url = "https://shop.example/en/staff/payouts/batches/2/mark";
  const request = new Request(url, { method: "POST", body });
  const api: FakeApi = (call) =>
    Response.json(
      call.method === "POST"
        ? { status: "OK", payload: { marked } }
        : { status: "OK", payload: PROFILE },
    );
  const { result } = await runInWebTier(request, api, (context) =>
    action({ request, context, params: { id: "2" } } as Parameters<typeof action>[0]),
  );
  return result;
}

it("keeps the evidence, with an error, when nothing of the file was marked", async () => {
  expect(await send(0)).toMatchObject({
    init: { status: 409 },
    data: {
      reply: {
        initialValue: { state: "settled", evidence: "Statement 12, line 3" },
        error: { form: [expect.any(String)] },
      },
    },
  });
});

it("leads to the file's payouts when some were marked", async () => {
  const result = await send(2);
  expect(result instanceof Response && result.headers.get("location")).toBe(
    "/en/staff/payouts?batch=2",
  );
});
