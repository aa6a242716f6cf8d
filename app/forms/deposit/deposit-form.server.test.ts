import { describe, expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { OfferedMethod } from "#app/api-client/wallet/deposits.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { nextOperationId } from "#app/forms/operation-id.server.ts";
import { parseForm } from "#app/forms/parse-form.server.ts";
import { type FakeApi, postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { CONTACT } from "#tests/setup/records/contact.ts";
import {
  addMethods,
  createDepositSchema,
  loadMethods,
  startDeposit,
} from "./deposit-form.server.ts";

const OPERATION = "7f9d2d34-6a35-4a62-9c8e-0d6f4f6f2f11";
const LIMITS = { minCents: 100, maxCents: 200_000 };
const RIGHT = {
  amount: "20",
  ...CONTACT,
  payment_method: "card",
  operation_id: OPERATION,
};

function parse(values: Record<string, string>) {
  const request = new Request("http://shop.test/en/dashboard/deposits/create", {
    method: "POST",
    body: new URLSearchParams(values),
  });
  return parseForm(
    request,
    createDepositSchema(LIMITS, (cents) => `€${cents / 100}`, "en"),
  );
}

describe("the deposit form", () => {
  it.each([
    ["20", "20.00"],
    ["12,50", "12.50"],
    [" 12.5 ", "12.50"],
    ["1", "1.00"],
    ["2000.00", "2000.00"],
  ])("reads the amount %j as %s", async (typed, amount) => {
    const submission = await parse({ ...RIGHT, amount: typed });
    expect(submission).toMatchObject({ status: "success", value: { ...RIGHT, amount } });
  });

  it.each([
    ["", "errors.amount_invalid"],
    ["ten", "errors.amount_invalid"],
    ["1e3", "errors.amount_invalid"],
    ["-5", "errors.amount_invalid"],
    ["1.005", "errors.amount_invalid"],
    ["0.99", "errors.deposit_too_small?amount=%E2%82%AC1"],
    ["2000.01", "errors.deposit_too_large?amount=%E2%82%AC2000"],
  ])("rejects the amount %j", async (typed, message) => {
    const submission = await parse({ ...RIGHT, amount: typed });
    expect(submission.reply().error).toEqual({ amount: [message] });
  });

  it("sends the rate that it showed", async () => {
    const submission = await parse({ ...RIGHT, expected_rate: "0.5" });
    expect(submission).toMatchObject({ status: "success", value: { expected_rate: "0.5" } });
  });

  it("names what is missing (spec §5), and keeps the rest", async () => {
    const reply = (await parse({ amount: "20", city: "Tallinn" })).reply();
    expect(reply.error).toMatchObject({
      first_name: ["errors.first_name_required"],
      last_name: ["errors.last_name_required"],
      email: ["errors.email_required"],
      phone: ["errors.phone_required"],
      address: ["errors.address_required"],
      post_code: ["errors.post_code_required"],
      country: ["errors.country_required"],
      payment_method: ["errors.payment_method_required"],
    });
    expect(reply.initialValue).toEqual({ amount: "20", city: "Tallinn" });
  });
});

describe("the operation id of a form that is shown again", () => {
  it("stays the same after a rejection, so that sending again is still one deposit", () => {
    expect(nextOperationId(OPERATION, null)).toBe(OPERATION);
    const failed = new ApiError(502, "payment_unavailable", null);
    expect(nextOperationId(OPERATION, failed)).toBe(OPERATION);
  });

  it("is a new one once the old one names another deposit, or a rejected bank file", () => {
    const spent = ["operation_conflict", "deposit_expired", "rate_changed"];
    for (const code of [...spent, "payout_approval_decided"]) {
      const error = new ApiError(409, code, null);
      expect(nextOperationId(OPERATION, error)).not.toBe(OPERATION);
    }
  });

  it.each([undefined, "", "7", "x".repeat(36), ["a"]])("is a new one instead of %j", (sent) => {
    expect(nextOperationId(sent, null)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a deposit form in front of a server with a payment method of its own", () => {
  const PAYPAL = { id: "paypal", name: "PayPal" };
  const listed = Response.json({ status: "OK", payload: [PAYPAL] });

  /** Submits the form with this payment method, which was not offered. */
  async function submit(
    payment_method: string,
    validate: (body: string) => Response,
    {
      fields = {},
      amount = Response.json({ status: "OK" }),
      checkout = Response.json({ status: "OK", order_id: 7 }),
    } = {},
  ) {
    const path = "/en/dashboard/deposits/create";
    const api: FakeApi = async (request, called) => {
      if (called === "/deposit/validate") return validate(await request.text());
      if (called === "/deposit/validate-amount") return amount.clone();
      if (called === "/deposit/checkout") return checkout.clone();
      return Response.json({ status: "OK", payload: {} });
    };
    const request = postForm(path, { ...RIGHT, payment_method, ...fields });
    const { result } = await runInWebTier(request, api, async (context) => {
      const reply = await startDeposit({ request, context });
      // Without scripts the page is made in the same request.
      shown = await loadMethods(context, CONTACT);
      return reply;
    });
    return result;
  }
  let shown: OfferedMethod[] = [];

  it("shows what the server listed instead of the method that it rejects", async () => {
    const rejected = { errors: { payment_method: ["We take PayPal alone."] } };
    const servers: ((body: string) => Response)[] = [
      () => listed.clone(),
      (body) =>
        body.includes("payment_method") ? Response.json(rejected, { status: 422 }) : listed.clone(),
    ];
    for (const validate of servers) {
      expect(await submit("card", validate)).toMatchObject({
        data: {
          methods: [PAYPAL],
          reply: { error: { payment_method: [expect.any(String)] } },
        },
        init: { status: 422 },
      });
    }
  });

  it("shows them again whatever else was wrong", async () => {
    const asked: string[] = [];
    const validate = (body: string) => {
      asked.push(body);
      return listed.clone();
    };
    const invalid = { errors: { amount: ["Too much."] } };
    const wrong = [
      { fields: { phone: "none" } },
      { fields: { amount: "ten" } },
      { amount: Response.json(invalid, { status: 422 }) },
    ];
    for (const made of wrong) {
      const failed = await submit("paypal", validate, made);
      expect(failed).toMatchObject({ data: { methods: [PAYPAL] }, init: { status: 422 } });
      expect(shown).toEqual([PAYPAL]);
    }
    expect(asked).toHaveLength(wrong.length);
    expect(asked.every((body) => body.includes(RIGHT.address))).toBe(true);
  });

  it("asks for none where a detail is missing, or the server is away", async () => {
    const fail = () => {
      throw new Error("it was asked");
    };
    const away = Response.json({ message: "Down." }, { status: 503 });
    for (const made of [{ fields: { phone: "" } }, { amount: away }]) {
      expect(await submit("paypal", fail, made)).not.toHaveProperty("data.methods");
    }
  });

  it.each([
    ["fails", () => Response.json({ message: "Server Error" }, { status: 500 })],
    ["is away", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["redirects", () => new Response(null, { status: 302, headers: { location: "/" } })],
    ["was asked too often", () => Response.json({}, { status: 429 })],
    [
      "does not respond",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
  ])("asks a server once that %s, and says that it failed", async (_name, respond) => {
    let asked = 0;
    const validate = () => {
      asked += 1;
      return respond();
    };
    const failed = await submit("paypal", validate);
    expect(failed).toMatchObject({
      data: { reply: { error: { form: ["Validation failed"] } } },
    });
    expect(failed).not.toHaveProperty("data.methods");
    expect(asked).toBe(1);
  });

  it("has them in a form that is kept while its sender signs in", async () => {
    const request = new Request(`${SHOP_URL}/en/dashboard/deposits/create`);
    const api: FakeApi = (_, called) =>
      called === "/deposit/validate" ? listed.clone() : Response.json({ payload: {} });
    const kept: FailedForm = {
      ...{ formId: "deposit", operationId: null, isUnclear: false },
      reply: { status: "error", initialValue: RIGHT },
    };
    const { result } = await runInWebTier(request, api, (context) => addMethods(context, kept));
    expect(result).toEqual({ ...kept, methods: [PAYPAL] });
  });

  it.each(["price_changed", "rate_changed"] as const)("says %s above the form", async (code) => {
    const body = { status: "ERROR", message: "Changed.", code };
    const checkout = Response.json(body, { status: 409 });
    expect(await submit("paypal", () => listed.clone(), { checkout })).toMatchObject({
      data: {
        isUnclear: false,
        reply: {
          error: { form: [expect.stringContaining("has changed. Please check it again.")] },
        },
      },
      init: { status: 409 },
    });
  });

  it("accepts that method", async () => {
    const response = await submit("paypal", () => listed.clone());
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ status: 303 });
  });

  it("keeps the form's own methods where the server lists none", async () => {
    const failed = await submit("card", () => Response.json({ message: "No." }, { status: 422 }));
    expect(failed).toMatchObject({ data: { formId: "deposit" } });
    expect(failed).not.toHaveProperty("data.methods");
  });
});
