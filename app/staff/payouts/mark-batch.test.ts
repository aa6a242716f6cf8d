import { expect, it } from "vitest";
import { type FakeApi, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action } from "./mark-batch.tsx";

const PROFILE = {
  ...{ id: 1, email: "staff@example.com", balance: "0.00", is_email_verified: true },
  ...{ role: "staff", staff_role: "finance" },
};

const marked = (count: number) => Response.json({ status: "OK", payload: { marked: count } });

type Sent = { except: string; seen: string | null; sent: string[] };

/** Sends the form of file 2 to an API that responds to the mark like this. */
async function send(
  response: Response,
  { except = "", sent = [], seen = "null" }: Partial<Sent> = {},
) {
  const body = new FormData();
  if (except) body.set("except", except);
  body.set("sender", "1");
  body.set("state", "settled");
  body.set("evidence", "Statement 12, line 3");
  if (seen !== null) body.set("seen", seen);
  const url = "https://shop.example/en/staff/payouts/batches/2/mark";
  const request = new Request(url, { method: "POST", body });
  const api: FakeApi = async (call) => {
    if (call.method !== "POST") return Response.json({ status: "OK", payload: PROFILE });
    sent.push(await call.text());
    return response;
  };
  const { result } = await runInWebTier(request, api, (context) =>
    action({ request, context, params: { id: "2" } } as Parameters<typeof action>[0]),
  );
  return result;
}

/** The payouts that a request excludes; null if the form was rejected before. */
async function sendExcept(except: string): Promise<unknown> {
  const sent: string[] = [];
  await send(marked(1), { except, sent });
  const [body] = sent;
  return body === undefined ? null : JSON.parse(body).except;
}

it.each([
  ["PAYOUT-12-4F7A9C1B, PAYOUT-15", ["PAYOUT-12-4F7A9C1B", "PAYOUT-15"]],
  ["payout-12-4f7a9c1b;12  345678901,", ["PAYOUT-12-4F7A9C1B", "12", "345678901"]],
  ["", []],
])("takes %j for the payouts %j", async (except, names) => {
  expect(await sendExcept(except)).toEqual(names);
});

it.each([
  "PAYOUT-12-4F7A9C1",
  "12-4F7A9C1B",
  "PAYOUT",
  "12-",
  "-12",
  "0",
])("does not take %j", async (except) => {
  expect(await sendExcept(except)).toBeNull();
});

it.each([
  ['{"exported":3,"sent":0}', { exported: 3, sent: 0 }],
  // For a server that does not count.
  ["null", undefined],
])("names what was seen of the file: %s", async (seen, counts) => {
  const sent: string[] = [];
  await send(marked(1), { seen, sent });
  expect(JSON.parse(sent[0] ?? "").seen).toEqual(counts);
});

it.each([null, "", "{", '{"exported":"3"}'])("marks nothing when it does not: %j", async (seen) => {
  const sent: string[] = [];
  await send(marked(1), { seen, sent });
  expect(sent).toEqual([]);
});

it("keeps the evidence, with an error, when the API marks nothing of the file", async () => {
  const code = "payouts_already_marked";
  const rejected = Response.json({ status: "ERROR", code, message: "no" }, { status: 409 });
  expect(await send(rejected)).toMatchObject({
    init: { status: 409 },
    data: {
      reply: {
        initialValue: { state: "settled", evidence: "Statement 12, line 3" },
        error: { form: [expect.any(String)] },
      },
    },
  });
});

it.each([2, 0])("leads to the file's payouts when %i were marked now", async (count) => {
  const result = await send(marked(count));
  expect(result instanceof Response && result.headers.get("location")).toBe(
    "/en/staff/payouts?batch=2",
  );
});
