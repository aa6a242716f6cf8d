import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleResponseSchema, personResponseSchema } from "#api/contract/staff/people.ts";
import { RECORDS_MAX } from "#api/people/people.queries.ts";
import { createMember, createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
let owner: Awaited<ReturnType<typeof createMember>>;
beforeAll(async () => {
  test = await createTestApi();
  owner = await createMember(test, { role: "staff" });
});
afterAll(() => test.close());

const find = async (query: string, agent: ApiAgent = owner.agent) =>
  (await agent.get(`/api/staff/people?${query}`)).as(peopleResponseSchema);
const view = async (id: number) =>
  (await owner.agent.get(`/api/staff/people/${id}`)).as(personResponseSchema).payload;
const change = (id: number, body: Record<string, unknown>, agent: ApiAgent = owner.agent) =>
  agent.post(`/api/staff/people/${id}/change`, { reason: "asked by phone", ...body });
const logOf = (id: number) => test.database`
  SELECT action, before, after, reason FROM audit_log
  WHERE subject_kind = 'user' AND subject_id = ${String(id)} ORDER BY id`;
const signIn = async (email: string) =>
  test.createAgent().post("/api/login", { email, password: PASSWORD });

describe("finding people", () => {
  it("goes by a part of address or name, by number, and by state, page by page", async () => {
    const given = { email: "grace.h%pper@example.com", name: "Grâce", surname: "Hopper" };
    const { id } = await createUser(test.database, given);
    const idsOf = async (query: string) => (await find(query)).payload.map((one) => one.id);
    expect(await idsOf("q=h%25pper")).toEqual([id]);
    expect(await idsOf("q=GRÂCE+hop")).toEqual([id]);
    expect(await idsOf(`q=${id}`)).toContain(id);
    expect(await idsOf("q=%25%25")).toEqual([]);
    expect(await idsOf("state=staff")).toEqual([owner.id]);
    const { payload, meta } = await find("limit=1");
    expect(payload).toMatchObject([{ id, name: "Grâce Hopper", is_disabled: false }]);
    expect((await find(`limit=1&before=${meta?.older}`)).payload[0]?.id).toBe(owner.id);
  });
});

describe("a person", () => {
  it("is shown with every posting of the wallet, and each look is logged", async () => {
    const { id, email } = await createMember(test, { name: "Ada" });
    await giveCredits(test.database, id, 700);
    const person = await view(id);
    expect(person).toMatchObject({ email, name: "Ada", balance: "7.00", staff_role: null });
    expect(person.records.ledger).toMatchObject([{ amount: "7.00", status: "promotion" }]);
    expect(person.records.sessions.length).toBe(1);
    expect(await logOf(id)).toEqual([
      { action: "user.view", before: null, after: null, reason: null },
    ]);
    expect((await owner.agent.get("/api/staff/people/999999")).status).toBe(404);
  });

  it("has all records counted, of which the newest are listed", async () => {
    const { id } = await createMember(test);
    const total = RECORDS_MAX + 35;
    for (let n = 1; n <= total; n++) await giveCredits(test.database, id, n);
    const { records, record_counts: counts } = await view(id);
    expect(records.ledger).toHaveLength(RECORDS_MAX);
    expect(records.ledger[0]?.amount).toBe("0.85");
    expect(counts).toMatchObject({ ledger: total, sessions: 1, deposits: 0, mails: 0 });
  });

  it("who is disabled is signed out, and learns why only with the password", async () => {
    const { id, email, agent } = await createMember(test);
    expect((await change(id, { change: "disable" })).status).toBe(200);
    expect(await agent.isSignedIn()).toBe(false);
    const response = (await signIn(email)).error;
    expect(response.error_codes).toEqual({ email: [{ code: "account_disabled" }] });
    const guess = await test.createAgent().post("/api/login", { email, password: "wrong words" });
    expect(guess.error.error_codes).toEqual({ email: [{ code: "credentials_invalid" }] });
    expect((await change(id, { change: "enable" })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect((await logOf(id)).map(({ action, after }) => [action, after])).toEqual([
      ["user.disable", { is_disabled: true }],
      ["user.enable", { is_disabled: false }],
    ]);
  });

  it("whose state or role stays as it was has no action in the log", async () => {
    const { id } = await createMember(test);
    const disabledAt = () => test.database`SELECT disabled_at FROM users WHERE id = ${id}`;
    expect((await change(id, { change: "enable" })).status).toBe(200);
    expect((await change(id, { change: "staff_role", staff_role: "none" })).status).toBe(200);
    expect(await logOf(id)).toEqual([]);
    await change(id, { change: "disable" });
    const first = await disabledAt();
    test.clock.advance(60);
    expect((await change(id, { change: "disable", reason: "once more" })).status).toBe(200);
    expect(await disabledAt()).toEqual(first);
    expect(await logOf(id)).toEqual([
      {
        action: "user.disable",
        before: { is_disabled: false },
        after: { is_disabled: true },
        reason: "asked by phone",
      },
    ]);
  });

  it("can be signed out, mailed a link, and given a corrected address", async () => {
    const { id, email, agent } = await createMember(test, { isEmailVerified: true });
    const { email: taken } = await createMember(test);
    await change(id, { change: "end_sessions" });
    expect(await agent.isSignedIn()).toBe(false);
    await change(id, { change: "send_reset" });
    const requests = await test.database`SELECT email FROM password_reset_requests`;
    expect(requests).toEqual([{ email }]);
    const rejected = (await change(id, { change: "email", email: taken })).error;
    expect(rejected.error_codes).toEqual({ email: [{ code: "email_taken" }] });
    expect((await change(id, { change: "email", email: " Right@Example.com " })).status).toBe(200);
    expect(await view(id)).toMatchObject({ email: "right@example.com", is_email_verified: false });
    // A link that went to the wrong address is invalid.
    expect(await test.database`SELECT email FROM password_reset_requests`).toEqual([]);
    const mails = await test.database`SELECT subject FROM mails WHERE recipient = ${email}`;
    expect(mails.length).toBeGreaterThan(0);
    const log = await logOf(id);
    expect(log.find(({ action }) => action === "user.email")).toEqual({
      action: "user.email",
      before: { email },
      after: { email: "right@example.com" },
      reason: "asked by phone",
    });
  });

  it("keeps a confirmed address that is corrected to itself", async () => {
    const { id, email } = await createMember(test, { isEmailVerified: true });
    const given = ` ${email.toUpperCase()} `;
    expect((await change(id, { change: "email", email: given })).status).toBe(200);
    expect(await view(id)).toMatchObject({ email, is_email_verified: true });
    expect(await test.database`SELECT 1 FROM mails WHERE recipient = ${email}`).toEqual([]);
    expect((await logOf(id)).map(({ action }) => action)).not.toContain("user.email");
  });

  it("becomes staff only with a confirmed address, where addresses are", async () => {
    await test.database`UPDATE settings SET is_email_verification_enabled = true`;
    // Perhaps of somebody who registered the address before its owner did.
    const { id, agent } = await createMember(test);
    const setRole = (staff_role: string) => change(id, { change: "staff_role", staff_role });
    const rejected = (await setRole("reviewer")).error;
    expect(rejected.error_codes).toEqual({ staff_role: [{ code: "person_unconfirmed" }] });
    expect((await agent.get("/api/staff/offers")).status).toBe(404);
    await test.database`UPDATE users SET email_verified_at = now() WHERE id = ${id}`;
    expect((await setRole("reviewer")).status).toBe(200);
    expect((await agent.get("/api/staff/offers")).status).toBe(200);
    // Staff with a corrected address keep their role, and may get another.
    await test.database`UPDATE users SET email_verified_at = NULL WHERE id = ${id}`;
    expect((await setRole("finance")).status).toBe(200);
    expect((await setRole("none")).status).toBe(200);
    await test.database`UPDATE settings SET is_email_verification_enabled = false`;
  });

  it("gets and loses a role, but not one's own, and nothing without a reason", async () => {
    const { id, agent } = await createMember(test);
    expect((await change(id, { change: "staff_role", staff_role: "finance" })).status).toBe(200);
    expect((await find("state=staff", agent)).payload.length).toBe(2);
    // Finance reads people, but cannot change them.
    const denied = await change(id, { change: "end_sessions" }, agent);
    expect(denied.status).toBe(404);
    expect((await change(id, { change: "staff_role", staff_role: "none" })).status).toBe(200);
    expect((await agent.get("/api/staff/people")).status).toBe(404);
    for (const body of [{ change: "disable" }, { change: "staff_role", staff_role: "editor" }]) {
      expect((await change(owner.id, body)).status).toBe(403);
    }
    expect((await change(id, { change: "disable", reason: " " })).status).toBe(422);
    expect((await change(id, { change: "staff_role" })).status).toBe(422);
    expect((await change(id, { change: "email" })).status).toBe(422);
    expect((await change(999_999, { change: "disable" })).status).toBe(404);
  });
});
