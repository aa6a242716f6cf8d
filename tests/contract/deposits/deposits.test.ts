import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  checkoutResponseSchema,
  depositHistoryResponseSchema,
  depositStatusResponseSchema,
  validateResponseSchema,
} from "#api/contract/deposits.ts";
import type { PaymentProvider } from "#api/providers/payments/payments.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import {
  createTestApi,
  providerOf,
  TEST_APP_URL,
  type TestApi,
} from "#tests/setup/api/test-api.ts";
import { fillDeposit, PAYER } from "#tests/setup/money/top-up.ts";

let test: TestApi;
/** The provider's current fault. */
let breakdown: Error | null = null;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  breakWhenTold(providerOf(test));
});
afterAll(() => test.close());

let agent: ApiAgent;
beforeEach(async () => {
  breakdown = null;
  agent = (await createMember(test)).agent;
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

/** Makes a payment company fail while `breakdown` is set. */
function breakWhenTold(payments: PaymentProvider): void {
  const { createCheckout, fetchReport } = payments;
  payments.createCheckout = async (request) => {
    if (breakdown) throw breakdown;
    return createCheckout(request);
  };
  payments.fetchReport = async (ref) => {
    if (breakdown) throw breakdown;
    return fetchReport(ref);
  };
}

const open = async (changes: Record<string, unknown> = {}, by = agent) =>
  (await by.post("/api/deposit/checkout", fillDeposit(changes))).as(checkoutResponseSchema);
const statusOf = async (orderId: unknown) =>
  (await agent.get(`/api/deposit/status?order_id=${orderId}`)).as(depositStatusResponseSchema);
const historyOf = async (by = agent) =>
  (await by.get("/api/deposit/history")).as(depositHistoryResponseSchema).payload;

describe("an amount", () => {
  it.each([
    "1.00",
    "1",
    1,
    "1,00",
    "2000.00",
    2000,
    "1999.99",
    "12.5",
    " 12,50 ",
  ])("of %j can be topped up", async (amount) => {
    const response = await agent.post("/api/deposit/validate-amount", { amount });
    expect([response.status, response.body]).toEqual([200, { status: "OK" }]);
  });

  it.each([
    ["0.99", "The smallest deposit is 1.00 EUR."],
    [0, "The smallest deposit is 1.00 EUR."],
    ["2000.01", "The largest deposit is 2000.00 EUR."],
    [99_999, "The largest deposit is 2000.00 EUR."],
    ["100000", "The largest deposit is 2000.00 EUR."],
    [1_000_000_000, "The largest deposit is 2000.00 EUR."],
    ["1.005", "Please enter an amount such as 12.50."],
    [1.005, "Please enter an amount such as 12.50."],
    ["1e3", "Please enter an amount such as 12.50."],
    ["0x10", "Please enter an amount such as 12.50."],
    ["-5", "Please enter an amount such as 12.50."],
    [-5, "Please enter an amount such as 12.50."],
    ["1.000,00", "Please enter an amount such as 12.50."],
    ["", "Please enter an amount such as 12.50."],
    ["ten", "Please enter an amount such as 12.50."],
    ["NaN", "Please enter an amount such as 12.50."],
    ["١٢", "Please enter an amount such as 12.50."],
    [1e300, "Please enter an amount such as 12.50."],
  ])("of %j cannot: %s", async (amount, message) => {
    for (const path of ["validate-amount", "validate", "checkout"]) {
      const response = await agent.post(`/api/deposit/${path}`, fillDeposit({ amount }));
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({ message, errors: { amount: [message] } });
    }
    expect(await historyOf()).toEqual([]);
  });

  it("that would credit nothing cannot: rate and limits may be of different days", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 100, deposit_min_cents = 50`;
    const response = await agent.post("/api/deposit/checkout", fillDeposit({ amount: "0.99" }));
    const least = await agent.post("/api/deposit/validate-amount", { amount: "1.00" });
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT,
      deposit_min_cents = DEFAULT`;
    const message = "The smallest deposit is 1.00 EUR.";
    expect(response.error).toMatchObject({ message, errors: { amount: [message] } });
    expect(least.status).toBe(200);
  });

  it.each(["country", "phone"])("with no %s has one message about it", async (field) => {
    const response = await agent.post("/api/deposit/validate", fillDeposit({ [field]: "" }));
    expect(response.error.errors?.[field]).toHaveLength(1);
  });

  it.each([[["5"]], [{}], [null], [true], [undefined]])("that is no text (%j)", async (amount) => {
    const response = await agent.post("/api/deposit/validate-amount", { amount });
    expect(response.status).toBe(422);
    const message = "Please enter an amount such as 12.50.";
    expect(response.error).toMatchObject({ message, errors: { amount: [message] } });
  });
});

describe("the deposit form", () => {
  it("that is complete returns the ways to pay", async () => {
    const response = await agent.post("/api/deposit/validate", { ...PAYER, amount: "10" });
    expect(response.as(validateResponseSchema).payload).toEqual([
      { id: "card", name: "Card" },
      { id: "sepa", name: "SEPA Direct Debit" },
    ]);
    expect(await historyOf()).toEqual([]);
  });

  it.each([
    ["first_name", "First name is required"],
    ["last_name", "Last name is required"],
    ["email", "Email is required"],
    ["phone", "Phone number is required"],
    ["address", "Address is required"],
    ["city", "City is required"],
    ["post_code", "Post code is required"],
    ["country", "Country is required"],
  ])("without %s says so", async (field, message) => {
    for (const empty of ["", "   ", undefined]) {
      const response = await agent.post("/api/deposit/validate", fillDeposit({ [field]: empty }));
      expect(response.status).toBe(422);
      expect(response.error.errors?.[field]?.[0]).toBe(message);
    }
  });

  it.each(["XX", "ZZ", "ee", "E"])("knows no country %s", async (country) => {
    const response = await agent.post("/api/deposit/checkout", fillDeposit({ country }));
    expect(response.status).toBe(422);
    expect(response.error.errors?.country?.[0]).toBe("Country is required");
  });

  it("names every wrong field at once", async () => {
    const both = await agent.post(
      "/api/deposit/validate",
      fillDeposit({ country: "XX", amount: "0" }),
    );
    expect(both.error).toMatchObject({
      message: "The smallest deposit is 1.00 EUR. (and 1 more error)",
      errors: {
        amount: ["The smallest deposit is 1.00 EUR."],
        country: ["Country is required"],
      },
    });
    const empty = await agent.post("/api/deposit/checkout", {});
    expect(empty.invalidFields.sort()).toEqual(Object.keys(fillDeposit()).sort());
  });

  it.each([
    ["payment_method", "paypal"],
    ["payment_method", undefined],
    ["operation_id", "1"],
    ["operation_id", undefined],
    ["currency", "USD"],
    ["email", "bea"],
    ["phone", "call me"],
    ["city", "x".repeat(121)],
  ])("with %s = %j is rejected at that field", async (field, value) => {
    const response = await agent.post("/api/deposit/checkout", fillDeposit({ [field]: value }));
    expect(response.status).toBe(422);
    expect(response.invalidFields).toEqual([field]);
  });
});

describe("the names of spec §3 Deposit", () => {
  const { country, post_code, ...rest } = PAYER;

  it("are understood where ours are missing, and name the same deposit", async () => {
    const operation_id = randomUUID();
    const form = { ...rest, amount: "10.00", payment_method: "card", operation_id };
    const theirs = { ...form, countryIso: country, zip: post_code };
    const valid = await agent.post("/api/deposit/validate", theirs);
    expect(valid.as(validateResponseSchema).payload.map(({ id }) => id)).toEqual(["card", "sepa"]);
    const first = (await agent.post("/api/deposit/checkout", theirs)).as(checkoutResponseSchema);
    const ours = await agent.post("/api/deposit/checkout", { ...form, country, post_code });
    expect(ours.as(checkoutResponseSchema).order_id).toBe(first.order_id);
    const both = await agent.post("/api/deposit/checkout", { ...theirs, country, post_code });
    expect(both.as(checkoutResponseSchema).order_id).toBe(first.order_id);
  });

  it("stand in the history beside ours", async () => {
    await open();
    expect(await historyOf()).toMatchObject([
      { ...rest, country, countryIso: country, post_code, zip: post_code },
    ]);
  });

  it("are rejected like ours", async () => {
    const form = { ...rest, amount: "10.00" };
    for (const wrong of [{ countryIso: "Estonia", zip: "" }, { countryIso: 7, zip: null }, {}]) {
      const response = await agent.post("/api/deposit/validate", { ...form, ...wrong });
      expect(response.status).toBe(422);
    }
  });
});

describe("a checkout", () => {
  it("opens a deposit and sends the payer to the provider, in their language", async () => {
    const german = test.createAgent({ locale: "de" }).takeCookiesOf(agent);
    const opened = await open({}, german);
    expect(opened.redirect_url).toMatch(
      new RegExp(`^${TEST_APP_URL}/de/sandbox-payment/[\\w-]{22}$`),
    );
    const [row] = await historyOf();
    expect(row).toMatchObject({
      id: opened.order_id,
      amount: "10.00",
      currency: "EUR",
      internal_amount: "10.00",
      internal_currency_name: "Credits",
      status: "pending",
      method: "card",
      error_message: null,
    });
  });

  it("fixes the rate of its moment", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 12345`;
    await open({ amount: "10.01" });
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    expect((await historyOf())[0]).toMatchObject({ amount: "10.01", internal_amount: "12.35" });
  });

  describe("at another rate than the one seen", () => {
    beforeAll(() => test.database`UPDATE settings SET eur_rate_basis_points = 5000`);
    afterAll(() => test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`);

    it.each(["1", "0.4999", 2])("(%s) is not opened", async (expected_rate) => {
      const response = await agent.post("/api/deposit/checkout", fillDeposit({ expected_rate }));
      expect(response.status).toBe(409);
      expect(response.error).toMatchObject({
        code: "rate_changed",
        details: { rate: "0.5" },
      });
      expect(await historyOf()).toEqual([]);
    });

    it.each(["0.5", "0,5000", 0.5])("is opened at the rate seen (%s)", async (expected_rate) => {
      await open({ expected_rate });
      expect((await historyOf())[0]).toMatchObject({ amount: "10.00", internal_amount: "5.00" });
    });

    it("is the one that was opened before the change, when it is sent again", async () => {
      const sent = { expected_rate: "0.5", operation_id: randomUUID() };
      const { order_id } = await open(sent);
      await test.database`UPDATE settings SET eur_rate_basis_points = 20000`;
      expect(await open(sent)).toMatchObject({ order_id });
      const raised = { ...sent, expected_rate: "2" };
      const response = await agent.post("/api/deposit/checkout", fillDeposit(raised));
      expect(response.rejection).toEqual([409, "rate_changed"]);
      await test.database`UPDATE settings SET eur_rate_basis_points = 5000`;
      expect(await historyOf()).toHaveLength(1);
    });

    it.each(["", "x", "0", "-1", "1e3"])("is a rate (not %j)", async (expected_rate) => {
      const response = await agent.post("/api/deposit/checkout", fillDeposit({ expected_rate }));
      expect(response.status).toBe(422);
      expect(response.error.errors).toHaveProperty("expected_rate");
    });
  });

  it("gives the provider what is paid, by whom, and where its page leads", async () => {
    const german = test.createAgent({ locale: "de" }).takeCookiesOf(agent);
    const provider = providerOf(test);
    const { createCheckout } = provider;
    const requests: unknown[] = [];
    provider.createCheckout = async (request) => {
      requests.push(request);
      return createCheckout(request);
    };
    const { order_id } = await open({ amount: "12.50", payment_method: "sepa" }, german);
    provider.createCheckout = createCheckout;
    expect(requests).toEqual([
      {
        depositId: order_id,
        depositKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: expect.any(Date),
        amountCents: 1_250,
        currency: "EUR",
        method: "sepa",
        locale: "de",
        email: "bea@example.com",
        successUrl: `${TEST_APP_URL}/de/processing-payment?order_id=${order_id}`,
        cancelUrl: `${TEST_APP_URL}/de/fail-payment?error=payment_canceled&again=${order_id}`,
        description: `Einzahlung ${order_id}`,
      },
    ]);
  });

  it("whose page took so long that the deposit has expired leads nowhere", async () => {
    const provider = providerOf(test);
    const { createCheckout } = provider;
    provider.createCheckout = async (request) => {
      await test.database`UPDATE deposits SET status = 'expired' WHERE id = ${request.depositId}`;
      return createCheckout(request);
    };
    const response = await agent.post("/api/deposit/checkout", fillDeposit());
    provider.createCheckout = createCheckout;
    expect(response.rejection).toEqual([409, "deposit_expired"]);
    expect(await historyOf()).toMatchObject([{ status: "expired" }]);
  });

  it("at a provider that is gone is unavailable when it is sent again", async () => {
    const body = fillDeposit();
    const { order_id } = (await agent.post("/api/deposit/checkout", body)).as(
      checkoutResponseSchema,
    );
    const setProvider = (name: string) =>
      test.database`UPDATE deposits SET provider = ${name} WHERE id = ${order_id}`;
    await setProvider("gone");
    const response = await agent.post("/api/deposit/checkout", body);
    expect(response.rejection).toEqual([502, "payment_unavailable"]);
    expect((await statusOf(order_id)).order.status).toBe("processing");
    await setProvider("sandbox");
  });

  it("sent again is the same deposit at the same page", async () => {
    const body = fillDeposit();
    const first = await agent.post("/api/deposit/checkout", body);
    const again = await agent.post("/api/deposit/checkout", { ...body, amount: "10,0" });
    expect(again.body).toEqual(first.body);
    const { operation_id, ...rest } = body;
    const reordered = await agent.post("/api/deposit/checkout", { operation_id, ...rest });
    expect(reordered.body).toEqual(first.body);
    // The existing page needs no provider.
    breakdown = new Error("down");
    const meanwhile = await agent.post("/api/deposit/checkout", body);
    expect(meanwhile.body).toEqual(first.body);
    expect(await historyOf()).toHaveLength(1);
  });

  it.each([
    { amount: "10.01" },
    { payment_method: "sepa" },
    { city: "Tartu" },
  ])("sent again with other values (%j) is a conflict", async (changes) => {
    const body = fillDeposit();
    await agent.post("/api/deposit/checkout", body);
    const response = await agent.post("/api/deposit/checkout", { ...body, ...changes });
    expect(response.status).toBe(422);
    expect(response.error.code).toBe("operation_conflict");
    expect(await historyOf()).toHaveLength(1);
  });

  it("of another member may have the same operation id", async () => {
    const body = fillDeposit();
    const mine = (await agent.post("/api/deposit/checkout", body)).as(checkoutResponseSchema);
    const { agent: other } = await createMember(test);
    const theirs = (await other.post("/api/deposit/checkout", body)).as(checkoutResponseSchema);
    expect(theirs.order_id).not.toBe(mine.order_id);
    expect(theirs.redirect_url).not.toBe(mine.redirect_url);
  });

  it.each([
    new Error("socket hang up"),
    new TypeError("fetch failed"),
  ])("at a provider that fails (%s) says so, and works when it is sent again", async (error) => {
    const body = fillDeposit();
    breakdown = error;
    const failed = await agent.post("/api/deposit/checkout", body);
    expect(failed.status).toBe(502);
    expect(failed.error).toMatchObject({
      code: "payment_unavailable",
      message: "The payment gateway may be unavailable.",
    });
    const [row] = await historyOf();
    breakdown = null;
    const opened = (await agent.post("/api/deposit/checkout", body)).as(checkoutResponseSchema);
    expect(opened.order_id).toBe(row?.id);
    expect(await historyOf()).toHaveLength(1);
  });
});

it("the history can be asked for one deposit", async () => {
  const [{ order_id: id }] = [await open(), await open()];
  const response = await agent.get(`/api/deposit/history?id=${id}`);
  const { payload } = response.as(depositHistoryResponseSchema);
  expect(payload.map((row) => row.id)).toEqual([id]);
});

describe("the status of a deposit", () => {
  it("is processing until somebody pays", async () => {
    const { order_id } = await open();
    expect(await statusOf(order_id)).toEqual({
      status: "OK",
      order: {
        id: order_id,
        status: "processing",
        error_message: null,
        redirect_url: null,
        method: "card",
        purchase: null,
        can_continue: true,
        can_cancel: true,
      },
    });
  });

  it("is processing while the provider cannot be asked", async () => {
    const { order_id } = await open();
    breakdown = new Error("down");
    expect((await statusOf(order_id)).order.status).toBe("processing");
  });

  it("is not asked for before there is a page, nor once it is over", async () => {
    const over = await open();
    await test.database`UPDATE deposits SET status = 'failed' WHERE id = ${over.order_id}`;
    breakdown = new Error("down");
    await agent.post("/api/deposit/checkout", fillDeposit());
    const [row] = await historyOf();
    test.logged.length = 0;
    expect((await statusOf(row?.id)).order.status).toBe("processing");
    expect((await statusOf(over.order_id)).order.status).toBe("failed");
    expect(test.logged.filter(({ msg }) => msg === "the provider could not be asked")).toEqual([]);
  });

  it("is nobody else's, nor of anything else", async () => {
    const { order_id } = await open();
    const { agent: other } = await createMember(test);
    const ids = ["0", "-1", "1.5", "x", "", "9".repeat(30), "1e3", "x".repeat(500), "1%20OR%201"];
    const responses = await Promise.all([
      other.get(`/api/deposit/status?order_id=${order_id}`),
      ...ids.map((id) => agent.get(`/api/deposit/status?order_id=${id}`)),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(404);
      expect(response.error.message).toBe("Invalid order ID");
    }
    expect(await historyOf(other)).toEqual([]);
  });

  it("needs an id", async () => {
    const nameless = await agent.get("/api/deposit/status");
    expect(nameless.status).toBe(422);
    expect(nameless.error.errors).toEqual({ order_id: ["Invalid order ID"] });
  });
});

it("a guest can do nothing with deposits", async () => {
  const guest = test.createAgent();
  const responses = await Promise.all([
    guest.post("/api/deposit/validate-amount", { amount: "10" }),
    guest.post("/api/deposit/validate", fillDeposit()),
    guest.post("/api/deposit/checkout", fillDeposit()),
    guest.get("/api/deposit/status?order_id=1"),
    guest.get("/api/deposit/history"),
  ]);
  expect(responses.map((response) => response.status)).toEqual([401, 401, 401, 401, 401]);
});
