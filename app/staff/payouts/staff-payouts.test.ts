import { expect, it } from "vitest";
import { type FakeApi, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action } from "./staff-payouts.tsx";

const PROFILE = {
  ...{ id: 1, email: "staff@example.com", balance: "0.00", is_email_verified: true },
  ...{ role: "staff", staff_role: "finance" },
};

/**
 * Sends the dialog's form of payout 12 to an API with this response; returns what the API was sent.
 */
async function send(fields: Record<string, string>, response: Response) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ sender: "1", ...fields })) body.set(name, value);
  const url = "https://shop.example/en/staff/payouts?payout=12";
  const request = new Request(url, { method: "POST", body });
  const sent: unknown[] = [];
  const api: FakeApi = async (call) => {
    if (call.method !== "POST") return Response.json({ status: "OK", payload: PROFILE });
    sent.push(await call.json());
    return response;
  };
  const { result } = await runInWebTier(request, api, (context) =>
    action({ request, context, params: {} } as unknown as Parameters<typeof action>[0]),
  );
  const location = result instanceof Response ? result.headers.get("location") : null;
  return { sent, location, result };
}

const MARK = { state: "returned", evidence: "Statement 12" };

it("names the status that the page showed", async () => {
  const { sent } = await send({ ...MARK, seen: "unknown" }, Response.json({ status: "OK" }));
  expect(sent).toEqual([{ ...MARK, seen: "unknown" }]);
});

it("marks nothing where it does not", async () => {
  const { sent, location } = await send(MARK, Response.json({ status: "OK" }));
  expect([sent, location]).toEqual([[], null]);
});

it("keeps the evidence when the payout has changed meanwhile", async () => {
  const changed = { status: "ERROR", code: "payout_changed", message: "It has changed." };
  const response = Response.json(changed, { status: 409 });
  const { result } = await send({ ...MARK, seen: "unknown" }, response);
  expect(result).toMatchObject({
    init: { status: 409 },
    data: { isConflict: true, reply: { initialValue: { evidence: MARK.evidence } } },
  });
});
