import { describe, expect, it } from "vitest";
import { planOrderRefund, refundOrder } from "#app/api-client/staff/orders.server.ts";
import { type FakeApi, runInWebTier } from "#tests/setup/api/web-request.ts";
import { handleRefund } from "./refund-form.server.ts";

const SENT = {
  operation_id: "0b7c1f0e-6c3d-4f0e-9a51-7f6f3c1d2e4a",
  amount: "11.90",
  destination: "wallet",
  planned_amount: "11.90",
  planned_destination: "wallet",
  reason: "A stain",
};
const LEFT = "11.90";

/** Refunds, but rejects the refund whose reason says that it is too late. */
async function refundOrReject(call: Request) {
  const { reason } = await call.clone().json();
  if (reason !== "Too late") return Response.json({ status: "OK", payload: [] });
  const error = { status: "ERROR", code: "refund_impossible", message: "no" };
  return Response.json(error, { status: 409 });
}

/** The preview of the order's refund: of the amount in the query, or of everything that is left. */
const respond: FakeApi = (call, path) => {
  if (!path.startsWith("/staff/orders/5/refund")) return Response.json({});
  if (call.method === "POST") return refundOrReject(call);
  const asked = new URL(call.url).searchParams.get("amount") || LEFT;
  const amount = asked.replace(",", ".");
  if (Number.isNaN(Number(amount))) {
    return Response.json(
      {
        status: "ERROR",
        code: "validation_failed",
        message: "no",
        errors: { amount: ["no"] },
        error_codes: { amount: [{ code: "amount_invalid" }] },
      },
      { status: 422 },
    );
  }
  const payload = {
    ...{ amount, left: LEFT, closes: amount === LEFT },
    ...{ to_wallet: amount, to_debt: "0.00", sources: [] },
  };
  return Response.json({ status: "OK", payload });
};

/** Sends the form of order 5's refund; returns the result with the refunds that the API got. */
async function send(changes: Partial<typeof SENT> & { step?: string } = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...SENT, ...changes })) body.set(name, value);
  const request = new Request("https://shop.example/en/staff/orders/5/refund", {
    method: "POST",
    body,
  });
  const refunded: unknown[] = [];
  const counted: FakeApi = async (call, path) => {
    if (call.method === "POST" && path.startsWith("/staff"))
      refunded.push(await call.clone().json());
    return respond(call, path);
  };
  const { result } = await runInWebTier(request, counted, (context) =>
    handleRefund({ request, context }, "/staff/orders/5", {
      plan: (api, choice) => planOrderRefund(api, "5", choice),
      refund: (api, given) => refundOrder(api, "5", given),
    }),
  );
  return { result, refunded };
}

const redirectOf = (result: unknown) =>
  result instanceof Response ? result.headers.get("location") : null;

describe("the form of a refund", () => {
  it("refunds what was previewed", async () => {
    const { result, refunded } = await send();
    expect(redirectOf(result)).toBe("/en/staff/orders/5");
    expect(refunded).toEqual([
      {
        operation_id: SENT.operation_id,
        amount: "11.90",
        destination: "wallet",
        reason: "A stain",
      },
    ]);
  });

  it.each([{ amount: "11,90" }, { amount: "" }])("takes $amount for the same", async (typed) => {
    const { result, refunded } = await send(typed);
    expect(redirectOf(result)).toBe("/en/staff/orders/5");
    expect(refunded).toMatchObject([{ amount: "11.90" }]);
  });

  it.each([
    [{ amount: "1.00" }, "1.00"],
    [{ destination: "source" }, "11.90"],
  ])("refunds nothing for %o, and shows its preview with what was typed", async (typed, amount) => {
    const { result, refunded } = await send(typed);
    expect(refunded).toEqual([]);
    const { destination } = { ...SENT, ...typed };
    expect(result).toMatchObject({
      init: { status: 409 },
      data: {
        planned: { request: { amount, destination }, plan: { amount } },
        reply: { initialValue: { reason: "A stain" } },
      },
    });
  });

  it("refunds nothing for an amount that is none", async () => {
    const { result, refunded } = await send({ amount: "much" });
    expect(refunded).toEqual([]);
    expect(result).toMatchObject({ data: { reply: { error: { amount: expect.anything() } } } });
  });

  it("refunds nothing for another amount than was previewed, however many credits", async () => {
    const { result, refunded } = await send({ amount: "200000.00", planned_amount: "100000.00" });
    expect(refunded).toEqual([]);
    expect(result).toMatchObject({ data: { planned: { plan: { amount: "200000.00" } } } });
  });

  it.each([
    { planned_amount: "1.00", amount: "1.00", reason: "" },
    { planned_amount: "1.00", amount: "2.00", reason: "" },
    { planned_amount: "1.00", amount: "much" },
    { planned_destination: "source", destination: "source", reason: "" },
  ])("keeps a preview that is not the address's when it rejects %o", async (typed) => {
    const { result, refunded } = await send(typed);
    expect(refunded).toEqual([]);
    const { planned_amount: amount, planned_destination: destination } = { ...SENT, ...typed };
    const planned = { request: { amount, destination }, plan: { amount } };
    expect(result).toMatchObject({ init: { status: 422 }, data: { planned } });
  });

  it("keeps that preview when the API rejects the refund", async () => {
    const typed = { planned_amount: "1.00", amount: "1.00", reason: "Too late" };
    const { result } = await send(typed);
    expect(result).toMatchObject({
      init: { status: 409 },
      data: { planned: { plan: { amount: "1.00" } } },
    });
  });

  it("rejects it all the same when the earlier preview cannot be made any more", async () => {
    const { result } = await send({ planned_amount: "much", reason: "" });
    expect(result).toMatchObject({ init: { status: 422 }, data: { reply: { status: "error" } } });
    expect(result).not.toHaveProperty("data.planned");
  });

  it("leads to another preview without a reason", async () => {
    const { result, refunded } = await send({ step: "preview", amount: "1.00", reason: "" });
    expect(redirectOf(result)).toBe("/en/staff/orders/5/refund?amount=1.00&destination=wallet");
    expect(refunded).toEqual([]);
  });
});
