import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import {
  savedMoneySettingsResponseSchema,
  staffSettingsResponseSchema,
} from "#api/contract/staff/settings.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import type { Member } from "#tests/setup/records/offers.ts";
import { setBalanceLimit } from "#tests/setup/records/settings.ts";

// The rate decides what a deposit is worth, also a deposit of the staff member who changes it.

let test: TestApi;
let owner: Member;
let finance: Member;
let colleague: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
  owner = await createMember(test, { role: "staff" });
  finance = await createMember(test, { role: "staff", staffRole: "finance" });
  colleague = await createMember(test, { role: "staff", staffRole: "finance" });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`UPDATE settings SET eur_rate_basis_points = 10000,
    deposit_min_cents = 100, deposit_max_cents = 200000`;
  await setBalanceLimit(test.database, 1_000);
});
afterEach(() => test.database`TRUNCATE rate_requests`);

const read = async (by = owner) => {
  const response = await by.agent.get("/api/staff/settings");
  const { money } = response.as(staffSettingsResponseSchema).payload;
  if (!money) throw new Error("the money settings are not shown");
  return money;
};
const save = async (by: Member, changes: object) => {
  const { rate_request: _, ...money } = await read();
  return by.agent.put("/api/staff/settings/money", { ...money, ...changes });
};
const isWaiting = async (by: Member, changes: object) =>
  (await save(by, changes)).as(savedMoneySettingsResponseSchema).payload.is_rate_waiting;
const requestOf = async () => (await read()).rate_request?.id ?? 0;
const decide = (by: Member, request: number | string, decision = "approve") =>
  by.agent.post("/api/staff/settings/rate", { request, decision });
const actions = async () => {
  const rows = await test.database<{ actor_id: number; action: string }[]>`
    SELECT actor_id, action FROM audit_log WHERE action LIKE 'settings.%' ORDER BY id DESC LIMIT 4`;
  return rows.map(({ actor_id, action }) => [actor_id, action]).reverse();
};

describe("a change of the rate where two people are needed", () => {
  it("is requested by one and approved by another, and the rest is saved at once", async () => {
    expect(await isWaiting(finance, { eur_rate: "100", deposit_min: "2.00" })).toBe(true);
    const money = await read();
    expect(money).toMatchObject({ eur_rate: "1", deposit_min: "2.00" });
    expect(money.rate_request).toMatchObject({
      eur_rate: "100",
      requested_by: { id: finance.id, email: finance.email },
    });
    const request = await requestOf();
    // Asking for the same again changes nothing; somebody else's rate has to wait for this one.
    expect(await isWaiting(finance, { eur_rate: "100" })).toBe(true);
    expect(await requestOf()).toBe(request);
    expect((await save(owner, { eur_rate: "1.1" })).rejection).toEqual([
      409,
      "rate_request_waiting",
    ]);
    expect(await isWaiting(owner, { deposit_min: "3.00" })).toBe(false);

    expect((await decide(finance, request)).status).toBe(403);
    expect((await read()).eur_rate).toBe("1");
    expect((await decide(colleague, request)).status).toBe(200);
    expect(await read()).toMatchObject({ eur_rate: "100", rate_request: null });
    expect((await decide(colleague, request)).status).toBe(200);
    expect((await decide(owner, request)).rejection).toEqual([409, "rate_request_decided"]);
    expect(await actions()).toEqual([
      [finance.id, "settings.rate_request"],
      [finance.id, "settings.update_money"],
      [owner.id, "settings.update_money"],
      [colleague.id, "settings.rate_approve"],
    ]);
  });

  it("waits for owners too, and for a lower rate", async () => {
    expect(await isWaiting(owner, { eur_rate: "0.9" })).toBe(true);
    expect((await decide(owner, await requestOf())).status).toBe(403);
    expect((await decide(finance, await requestOf())).status).toBe(200);
    expect((await read()).eur_rate).toBe("0.9");
  });

  it("is taken back by who asked, or rejected by another", async () => {
    for (const by of [finance, colleague]) {
      expect(await isWaiting(finance, { eur_rate: "2" })).toBe(true);
      const request = await requestOf();
      expect((await decide(by, request, "reject")).status).toBe(200);
      expect(await read()).toMatchObject({ eur_rate: "1", rate_request: null });
      expect((await decide(colleague, request)).rejection).toEqual([409, "rate_request_decided"]);
    }
  });

  it("is decided once, by the first of two who decide at the same time", async () => {
    expect(await isWaiting(finance, { eur_rate: "2" })).toBe(true);
    const request = await requestOf();
    const both = await Promise.all([decide(owner, request), decide(colleague, request, "reject")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("keeps deposit limits that are valid at both rates", async () => {
    expect(await isWaiting(finance, { eur_rate: "0.01", deposit_min: "1.00" })).toBe(true);
    const low = await save(finance, { deposit_min: "0.99" });
    expect(low.error.error_codes?.deposit_min?.[0]?.code).toBe("deposit_too_small");
    expect((await decide(owner, await requestOf())).status).toBe(200);
    const early = await save(finance, { eur_rate: "1", deposit_min: "0.99" });
    expect(early.error.error_codes?.deposit_min?.[0]?.code).toBe("deposit_too_small");
    const { eur_rate, deposit_min, rate_request } = await read();
    expect([eur_rate, deposit_min, rate_request]).toEqual(["0.01", "1.00", null]);
  });

  it("is seen by those who may decide on it, and by nobody else", async () => {
    expect(await isWaiting(finance, { eur_rate: "2" })).toBe(true);
    const waitingOf = async (by: Member) => {
      const response = await by.agent.get("/api/staff/overview");
      const { waiting } = response.as(overviewResponseSchema).payload;
      return waiting.find(({ kind }) => kind === "rate")?.count;
    };
    expect(await waitingOf(colleague)).toBe(1);
    const editor = await createMember(test, { role: "staff", staffRole: "editor" });
    expect(await waitingOf(editor)).toBe(undefined);
    expect((await decide(editor, await requestOf())).status).toBe(404);
    expect((await decide(owner, 2_000_000_000)).status).toBe(404);
  });
});

describe("a change of the rate in a shop without such a limit", () => {
  it("is saved at once, as everything else that one person does there", async () => {
    await setBalanceLimit(test.database, null);
    expect(await isWaiting(finance, { eur_rate: "2" })).toBe(false);
    expect((await read()).eur_rate).toBe("2");
  });

  it("ends a request from when there was a limit, which only an owner removes", async () => {
    expect(await isWaiting(finance, { eur_rate: "2" })).toBe(true);
    const request = await requestOf();
    const lifted = await save(finance, { balance_approval_above: "", eur_rate: "2" });
    expect(lifted.status).toBe(403);
    expect(await isWaiting(owner, { balance_approval_above: "", eur_rate: "3" })).toBe(false);
    expect(await read()).toMatchObject({ eur_rate: "3", rate_request: null });
    expect((await decide(owner, request)).rejection).toEqual([409, "rate_request_decided"]);
  });
});
