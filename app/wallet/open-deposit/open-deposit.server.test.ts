import { describe, expect, it } from "vitest";
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { actOnDeposit } from "./open-deposit.server.ts";

const PATH = "/dashboard/payments";
const PAGE = "https://pay.example/c/pay/cs_1";

/** Presses a button of deposit 7; returns the calls that were made, and the result. */
async function press(fields: Record<string, string>, respond: () => Response) {
  const calls: string[] = [];
  const request = postForm(`/en${PATH}?kind=deposit`, fields);
  const api = (call: Request, path: string) => {
    calls.push(`${call.method} ${path}`);
    return respond();
  };
  const acting = runInWebTier(request, api, (context) => actOnDeposit({ request, context }, PATH));
  const result: unknown = await acting.then(
    (run) => run.result,
    (error: unknown) => error,
  );
  return { result, calls };
}

/** Where a redirect leads, and the message that it carries. */
function follow(result: unknown) {
  if (!(result instanceof Response)) throw new Error("no redirect");
  const cookie = result.headers.get("set-cookie") ?? "";
  const [, toast = ""] = /toast=([^;]*)/.exec(cookie) ?? [];
  const text = Buffer.from(decodeURIComponent(toast), "base64").toString();
  const [key = null] = /deposits\.\w+/.exec(text) ?? [];
  return [result.status, result.headers.get("location"), key];
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const withStatus = (status: string) => () => json({ status: "OK", order: { id: 7, status } });

describe("continuing with a deposit", () => {
  it("leads to the page that the server names, by a redirect after the form", async () => {
    const { result, calls } = await press({ continue: "7" }, () => json({ redirect_url: PAGE }));
    expect(calls).toEqual(["POST /deposit/7/continue"]);
    expect(follow(result)).toEqual([303, PAGE, null]);
  });

  it("leads to the deposit's status where the server names no page", async () => {
    for (const redirect_url of [undefined, `${SHOP_URL}/en/processing-payment?order_id=7`]) {
      const { result } = await press({ continue: "7" }, () => json({ redirect_url }));
      expect(follow(result)).toEqual([303, "/en/processing-payment?order_id=7", null]);
    }
  });

  it("leads to no page of anybody else", async () => {
    const evil = () => json({ redirect_url: "https://evil.example/pay" });
    expect((await press({ continue: "7" }, evil)).result).toMatchObject({
      data: { problem: "errors.payment_unavailable" },
      init: { status: 502 },
    });
  });

  it.each([
    ["the provider cannot be asked", () => json({ code: "payment_unavailable" }, 502)],
    ["the server is away", () => json({}, 503)],
  ])("stays on the page, which says so, when %s", async (_, respond) => {
    expect((await press({ continue: "7" }, respond)).result).toMatchObject({
      data: { problem: "errors.payment_unavailable" },
    });
  });
});

describe("cancelling a deposit", () => {
  it.each([
    ["is cancelled", withStatus("failed"), `/en${PATH}?kind=deposit`, "deposits.canceled_toast"],
    ["says no more", () => json({}), `/en${PATH}?kind=deposit`, "deposits.canceled_toast"],
    [
      "was paid meanwhile",
      withStatus("success"),
      "/en/success-payment?order_id=7",
      "deposits.paid_toast",
    ],
    [
      "goes on",
      withStatus("processing"),
      "/en/processing-payment?order_id=7",
      "deposits.underway_toast",
    ],
  ])("that %s leads to what shows it", async (_, respond, location, toast) => {
    const { result, calls } = await press({ cancel: "7" }, respond);
    expect(calls).toEqual(["POST /deposit/7/cancel"]);
    expect(follow(result)).toEqual([303, location, toast]);
  });

  it.each([
    ["the provider", () => json({ code: "payment_cancel_unclear" }, 502), 502],
    ["a server that is away", () => json({}, 503), 503],
    ["a server that fails", () => new Response("<h1>Oops</h1>", { status: 500 }), 502],
  ])("is called unclear where the outcome is, by %s", async (_, respond, status) => {
    expect((await press({ cancel: "7" }, respond)).result).toMatchObject({
      data: { problem: "errors.payment_cancel_unclear" },
      init: { status },
    });
  });

  it.each([409, 422])("says what the server says of its reasons, with %i", async (status) => {
    const rejected = () => json({ message: "Too late to cancel." }, status);
    expect((await press({ cancel: "7" }, rejected)).result).toMatchObject({
      data: { problem: expect.stringContaining("Too late to cancel.") },
      init: { status },
    });
  });
});

describe("a form of no deposit of the member's", () => {
  it.each(["continue", "cancel"])("leads to the page for what is not found: %s", async (step) => {
    const { result } = await press({ [step]: "7" }, () => json({ code: "order_not_found" }, 404));
    expect(follow(result)).toEqual([303, "/en/404", null]);
  });

  it.each(["../7", "7 or 8", "a".repeat(65)])("is not sent on: %j", async (id) => {
    const { result, calls } = await press({ cancel: id }, () => json({}));
    expect([follow(result), calls]).toEqual([[303, "/en/404", null], []]);
  });

  it.each<Record<string, string>>([
    { cancel: "7", amount: "1" },
    { cancel: "" },
    {},
  ])("is rejected with a field that no button has, and without any: %j", async (fields) => {
    const { result, calls } = await press(fields, () => json({}));
    expect(result).toMatchObject({ init: { status: 400 } });
    expect(calls).toEqual([]);
  });
});
