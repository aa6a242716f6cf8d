import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { inTransaction } from "#api/db/client.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

let made = 0;
const newEmail = () => `person-${++made}@example.com`;
const form = (changes: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: PASSWORD,
  password_confirmation: PASSWORD,
  terms: true,
  ...changes,
});
const withPassword = (password: unknown) => form({ password, password_confirmation: password });
const register = (body: unknown, agent = test.createAgent()) => agent.post("/api/register", body);

describe("registering", () => {
  it("makes an account with an empty wallet, and signs in", async () => {
    const agent = test.createAgent({ locale: "de" });
    const body = form({ email: "  New.Person@Example.COM " });
    const response = await register(body, agent);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ status: "OK" });
    expect(await agent.isSignedIn()).toBe(true);
    const accepted = await test.database`
      SELECT terms_accepted_at, terms_locale, terms_age_years FROM users
      WHERE email = 'new.person@example.com'`;
    expect([...accepted]).toEqual([
      { terms_accepted_at: expect.any(Date), terms_locale: "de", terms_age_years: 18 },
    ]);
    const profile = (await agent.get("/api/user/profile")).as(profileResponseSchema);
    expect(profile).toEqual({
      status: "OK",
      payload: {
        id: expect.any(Number),
        email: "new.person@example.com",
        name: null,
        surname: null,
        phone: null,
        address: null,
        city: null,
        post_code: null,
        country: null,
        balance: "0.00",
        is_email_verified: false,
        verification_data: { status: "none" },
        role: "member",
      },
    });
    const [user] = await test.database`
      SELECT locale, password_hash, (SELECT count(*) FROM ledger_accounts a
        WHERE a.user_id = u.id AND kind = 'wallet') AS wallets
      FROM users u WHERE email = 'new.person@example.com'`;
    expect(user).toMatchObject({ locale: "de", wallets: 1 });
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    ["a password of 10 characters", () => withPassword("zX9!kQ2#vB")],
    ["a password of 200 characters", () => withPassword("zX9!kQ2#vB".repeat(20))],
    ["a password of emoji", () => withPassword("🎨🐘🌊🌋🪁🧭🦑🎻🛶🥨")],
    ["an e-mail of 254 characters", () => form({ email: longEmail(254) })],
    ["fields that nobody asked for", () => form({ role: "staff", id: 1, constructor: 1 })],
  ])("takes %s", async (_, body) => {
    const agent = test.createAgent();
    expect((await register(body(), agent)).status).toBe(201);
    const { payload } = (await agent.get("/api/user/profile")).as(profileResponseSchema);
    expect(payload.role).toBe("member");
  });

  const shortText = "The password must have at least 10 characters.";
  const emailText = "Please enter a valid email address";
  it.each([
    ["a password of 9 characters", () => withPassword("012345678"), "password", shortText],
    [
      "a password of 201 characters",
      () => withPassword("x".repeat(201)),
      "password",
      "The password must have at most 200 characters.",
    ],
    ["no password", () => form({ password: undefined }), "password", "Password is required"],
    ["a list as password", () => withPassword(["a"]), "password", "Password is required"],
    [
      "an object as password",
      () => withPassword({ length: 12 }),
      "password",
      "Password is required",
    ],
    [
      "passwords that differ",
      () => form({ password_confirmation: `${PASSWORD}!` }),
      "password_confirmation",
      "The two passwords do not match.",
    ],
    ["an e-mail of 255 characters", () => form({ email: longEmail(255) }), "email", emailText],
    ["no e-mail", () => form({ email: undefined }), "email", "Email is required"],
    ["a list as e-mail", () => form({ email: ["a@b.example"] }), "email", emailText],
    [
      "10 KB as e-mail",
      () => form({ email: `${"a".repeat(10_000)}@b.example` }),
      "email",
      emailText,
    ],
    [
      "an e-mail with a line break",
      () => form({ email: "a@b.example\r\nBcc: x" }),
      "email",
      emailText,
    ],
    [
      "a NUL in the e-mail",
      () => form({ email: "a\u0000@b.example" }),
      "email",
      "The text contains a character that cannot be stored.",
    ],
    [
      "terms that are not accepted",
      () => form({ terms: false }),
      "terms",
      "You must accept the terms and privacy policy",
    ],
    [
      "terms accepted by a word",
      () => form({ terms: "on" }),
      "terms",
      "You must accept the terms and privacy policy",
    ],
  ])("rejects %s at its field", async (_, body, field, message) => {
    const response = await register(body());
    expect(response.status).toBe(422);
    const error = response.error;
    expect(error.code).toBe("validation_failed");
    expect(error.errors?.[field]?.[0]).toBe(message);
  });

  it("counts what is wrong beyond the first message", async () => {
    const error = (await register({})).error;
    expect(error.message).toBe("Email is required (and 3 more errors)");
    const two = (await register(form({ email: "x", terms: 1 }))).error;
    expect(two.message).toBe("Please enter a valid email address (and 1 more error)");
  });

  it("ignores a __proto__ of the body's own", async () => {
    const text = JSON.stringify(form()).replace("{", '{"__proto__":{"terms":true,"role":"staff"},');
    const agent = test.createAgent();
    await agent.fetchToken();
    expect((await agent.request("POST", "/api/register", text)).status).toBe(201);
    expect(Object.hasOwn(Object.prototype, "role")).toBe(false);
  });

  it("rejects an e-mail that is taken, in whatever case it is written", async () => {
    const { email } = await createUser(test.database);
    const response = await register(form({ email: email.toUpperCase() }));
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({
      email: ["The email has already been taken."],
    });
  });

  it("makes one account out of 20 registrations of one e-mail at once", async () => {
    const email = newEmail();
    const agents = Array.from({ length: 20 }, () => test.createAgent());
    await Promise.all(agents.map((agent) => agent.fetchToken()));
    const responses = await Promise.all(agents.map((agent) => register(form({ email }), agent)));
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(422)]);
    const [count] = await test.database`
      SELECT count(*) AS users, count(a.id) AS wallets, (SELECT count(*) FROM sessions s
        WHERE s.user_id = min(u.id)) AS sessions
      FROM users u LEFT JOIN ledger_accounts a ON a.user_id = u.id WHERE email = ${email}`;
    expect(count).toEqual({ users: 1, wallets: 1, sessions: 1 });
    const signedIn = await Promise.all(agents.map((agent) => agent.isSignedIn()));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it("is rejected while registration is closed, and open again afterwards", async () => {
    await test.database`UPDATE settings SET is_reg_enabled = false`;
    const response = await register(form());
    expect(response.status).toBe(403);
    expect(response.body).toEqual({
      status: "ERROR",
      message: "Registration is closed.",
      code: "registration_closed",
    });
    await test.database`UPDATE settings SET is_reg_enabled = true`;
    expect((await register(form())).status).toBe(201);
  });

  it("pauses for a network after 20 in a minute", async () => {
    const ip = "198.51.100.20";
    const tryOnce = async () => register({}, test.createAgent({ ip }));
    for (let tries = 1; tries <= 20; tries++) expect((await tryOnce()).status).toBe(422);
    const response = await tryOnce();
    expect(response.status).toBe(429);
    expect(response.error).toMatchObject({
      message: "Too Many Attempts.",
      code: "too_many_attempts",
    });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(response.headers.get("x-ratelimit-limit")).toBe("20");
    expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(response.headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
    expect((await register({}, test.createAgent({ ip: "198.51.100.21" }))).status).toBe(422);
  });
});

describe("the profile", () => {
  it("is for the signed-in only, and each sees their own", async () => {
    const guest = await test.createAgent().get("/api/user/profile");
    expect(guest.status).toBe(401);
    expect(guest.body).toEqual({
      status: "ERROR",
      message: "Unauthenticated.",
      code: "unauthenticated",
    });
    const owner = await createMember(test, {
      name: "Zoë",
      surname: "Ōta",
      phone: "+372 600 1000",
      verificationStatus: "approved",
      isEmailVerified: true,
    });
    const staff = await createMember(test, { role: "staff" });
    const own = await readProfile(owner.agent);
    expect(own).toMatchObject({
      id: owner.id,
      email: owner.email,
      name: "Zoë",
      surname: "Ōta",
      phone: "+372 600 1000",
      is_email_verified: true,
      verification_data: { status: "approved" },
      role: "member",
    });
    const other = await readProfile(staff.agent);
    expect(other).toMatchObject({ id: staff.id, email: staff.email, role: "staff" });
  });

  it("shows the balance that the postings say", async () => {
    const { agent, id } = await createMember(test);
    await inTransaction(test.database, async (sql) => {
      await sql`
        WITH t AS (INSERT INTO ledger_transactions (kind, source_id)
          VALUES ('grant', ${`test-${id}`}) RETURNING id)
        INSERT INTO ledger_postings
          (transaction_id, source_account_id, destination_account_id, amount_cents)
        SELECT t.id, h.id, w.id, 1205 FROM t, ledger_accounts h, ledger_accounts w
        WHERE h.kind = 'promotion' AND w.user_id = ${id}`;
    });
    const { payload } = (await agent.get("/api/user/profile")).as(profileResponseSchema);
    expect(payload.balance).toBe("12.05");
  });

  it("is gone with the user", async () => {
    const { agent, id } = await createMember(test);
    await test.database`DELETE FROM ledger_accounts WHERE user_id = ${id}`;
    await test.database`DELETE FROM users WHERE id = ${id}`;
    expect((await agent.get("/api/user/profile")).status).toBe(401);
    expect(await agent.isSignedIn()).toBe(false);
  });
});

/** Returns a unique address of exactly `length` characters, with labels of the maximum length. */
function longEmail(length: number): string {
  const local = `p${++made}`.padEnd(20, "x");
  const tail = `${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
  const middle = "a".repeat(length - local.length - tail.length - 2);
  return `${local}@${middle}.${tail}`;
}
