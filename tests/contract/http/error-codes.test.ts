import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

// The English texts are for people and for clients of spec §8; programs read the codes beside them.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const errorOf = async (path: string, body: unknown) => {
  const { agent } = await createMember(test);
  return (await agent.post(path, body)).body;
};

describe("an error", () => {
  it("has a code for each message of a field, and the values of its text", async () => {
    const account = { email: "mari@example.test", terms: true };
    const agent = test.createAgent();
    await agent.fetchToken();
    const short = { ...account, password: "short", password_confirmation: "other" };
    expect((await agent.post("/api/register", short)).body).toEqual({
      status: "ERROR",
      code: "validation_failed",
      message: "The password must have at least 10 characters. (and 1 more error)",
      errors: {
        password: ["The password must have at least 10 characters."],
        password_confirmation: ["The two passwords do not match."],
      },
      error_codes: {
        password: [{ code: "password_too_short", params: { min: 10 } }],
        password_confirmation: [{ code: "password_mismatch" }],
      },
    });
  });

  it("that a service has found has them too", async () => {
    expect(await errorOf("/api/deposit/validate-amount", { amount: "0.50" })).toEqual({
      status: "ERROR",
      code: "validation_failed",
      message: "The smallest deposit is 1.00 EUR.",
      errors: { amount: ["The smallest deposit is 1.00 EUR."] },
      error_codes: { amount: [{ code: "deposit_too_small", params: { amount: "1.00 EUR" } }] },
    });
  });

  it("of a type that no form of ours sends says which values fit, or just that none does", async () => {
    const body = { prompt_id: {}, format: 7, size: "x".repeat(10) };
    expect(await errorOf("/api/purchase/generate-image", body)).toMatchObject({
      code: "validation_failed",
      errors: { prompt_id: ["This value is not valid."], format: ["This value is not valid."] },
      error_codes: {
        prompt_id: [{ code: "value_invalid" }],
        format: [{ code: "value_invalid" }],
      },
    });
  });

  it("of a choice names the possible ones to who wrote an address, and to nobody else", async () => {
    const { agent } = await createMember(test);
    expect((await agent.get("/api/products?sort=best")).body).toMatchObject({
      error_codes: { sort: [{ code: "choice_invalid", params: { choices: expect.any(String) } }] },
    });
    const member = await createMember(test, { role: "staff" });
    const { body } = await member.agent.post("/api/staff/people/7/change", {
      change: "staff_role",
      reason: "Joins",
      staff_role: "boss",
    });
    expect(body).toMatchObject({
      errors: { staff_role: ["Please choose one."] },
      error_codes: { staff_role: [{ code: "choice_required" }] },
    });
  });

  it.each([
    ["a text or number of the body", "/api/purchase/prompt", {}, "prompt_id"],
    [
      "a field within another",
      "/api/purchase/prompt",
      { prompt_id: 1, consent: {} },
      "consent.version",
    ],
  ])("of %s that is missing says that it is required", async (_what, path, body, field) => {
    expect(await errorOf(path, body)).toMatchObject({
      code: "validation_failed",
      errors: { [field]: ["This value is required"] },
      error_codes: { [field]: [{ code: "value_required" }] },
    });
  });

  it("of an address without what it needs says so too", async () => {
    const { agent } = await createMember(test);
    expect((await agent.get("/api/deposit/status")).body).toMatchObject({
      message: "Invalid order ID",
      errors: { order_id: ["Invalid order ID"] },
    });
  });

  it("of the whole request has its values beside its code", async () => {
    expect((await test.createAgent().get("/api/login")).body).toEqual({
      status: "ERROR",
      code: "method_not_allowed",
      message: "The GET method is not supported for route api/login. Supported methods: POST.",
      params: { method: "GET", path: "api/login", allowed: "POST" },
    });
  });
});
