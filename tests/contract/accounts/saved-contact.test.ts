import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { depositHistoryResponseSchema } from "#api/contract/deposits.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const CONTACT = {
  name: "Bea",
  surname: "Buyer",
  phone: "+372 600 1001",
  address: "Pikk 1",
  city: "Tallinn",
  post_code: "10123",
  country: "EE",
};

describe("a member's contact details", () => {
  it("are saved from a deposit, but for the e-mail address of the account", async () => {
    const { agent, email } = await createMember(test);
    expect(await readProfile(agent)).toMatchObject({ address: null, country: null });
    await openDeposit(agent, { email: "payer@example.com" });
    expect(await readProfile(agent)).toMatchObject({ ...CONTACT, email });
  });

  it("are corrected by the next deposit, and in the profile", async () => {
    const { agent } = await createMember(test);
    await openDeposit(agent);
    await openDeposit(agent, { address: "Lai 2", city: "Tartu" });
    expect(await readProfile(agent)).toMatchObject({ address: "Lai 2", city: "Tartu" });
    const saved = await agent.put("/api/user/profile", { address: "Uus 3", country: "FI" });
    expect(saved.as(profileResponseSchema).payload).toMatchObject({
      ...CONTACT,
      address: "Uus 3",
      city: "Tartu",
      country: "FI",
    });
    await agent.put("/api/user/profile", { address: "", post_code: null, country: "" });
    expect(await readProfile(agent)).toMatchObject({
      address: null,
      post_code: null,
      country: null,
    });
  });

  it.each([
    ["country", "XX"],
    ["country", "Estonia"],
    ["address", "x".repeat(201)],
    ["post_code", "1".repeat(21)],
    ["city", "Tal\u202elinn"],
  ])("are not saved with a wrong %s (%s)", async (field, value) => {
    const { agent } = await createMember(test);
    const response = await agent.put("/api/user/profile", { [field]: value });
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty(field);
  });

  it("are in the deposit as it was sent, which can be read alone", async () => {
    const { agent } = await createMember(test);
    const first = await openDeposit(agent);
    await openDeposit(agent, { city: "Tartu" });
    const read = async (reader: ApiAgent) =>
      (await reader.get(`/api/deposit/history?id=${first.id}`)).as(depositHistoryResponseSchema)
        .payload;
    expect(await read(agent)).toMatchObject([
      { id: first.id, city: "Tallinn", countryIso: "EE", zip: "10123", first_name: "Bea" },
    ]);
    expect(await read((await createMember(test)).agent)).toEqual([]);
  });
});
