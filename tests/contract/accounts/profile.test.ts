import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { REMEMBER_COOKIE, SESSION_COOKIE } from "#api/http/cookies.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  test.clock.stop();
});
afterAll(() => test.close());

const NEW_PASSWORD = "another horse, another battery";
let made = 0;
const newEmail = () => `moved-${++made}@example.com`;
const save = (agent: ApiAgent, body: unknown) => agent.put("/api/user/profile", body);
/** Mails, except those about sign-ins from other networks (account-mails.test.ts). */
const mailsTo = async (email: string) =>
  (await queuedMailsTo(test, email)).filter(({ subject }) => !subject.startsWith("New sign-in"));
const canSignIn = async (email: string, password: string) => {
  const response = await test.createAgent().post("/api/login", { email, password });
  return response.status === 200;
};

describe("saving the profile", () => {
  it("merges what is given and returns all of it", async () => {
    const { agent, id, email } = await createMember(test, {
      name: "Zoë",
      phone: "+372\u00a0600\u00a01000",
    });
    const response = await save(agent, { surname: "  Ōta " });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      status: "OK",
      payload: {
        id,
        email,
        name: "Zoë",
        surname: "Ōta",
        phone: "+372\u00a0600\u00a01000",
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
    await save(agent, { name: "", phone: null });
    expect(await readProfile(agent)).toMatchObject({ name: null, surname: "Ōta", phone: null });
  });

  it("changes nothing that it does not know, and nobody else's", async () => {
    const { agent, id } = await createMember(test);
    const other = await createMember(test, { name: "Other" });
    const body = { id: other.id, role: "staff", balance: "99.00", is_email_verified: true };
    await save(agent, { ...body, name: "Mine", password: NEW_PASSWORD, deleted_at: null });
    expect(await readProfile(agent)).toMatchObject({ id, role: "member", balance: "0.00" });
    expect(await readProfile(agent)).toMatchObject({ name: "Mine", is_email_verified: false });
    expect(await readProfile(other.agent)).toMatchObject({ name: "Other", role: "member" });
    expect(await canSignIn(other.email, PASSWORD)).toBe(true);
  });

  it("takes a name of 120 characters and a phone number of 30", async () => {
    const { agent } = await createMember(test);
    const body = { name: "x".repeat(120), surname: "李".repeat(120), phone: "1".repeat(30) };
    expect((await save(agent, body)).status).toBe(200);
    expect(await readProfile(agent)).toMatchObject(body);
  });

  it.each([
    ["a name of 121 characters", { name: "x".repeat(121) }, "name", "At most 120 characters."],
    [
      "a surname of 121 characters",
      { surname: "x".repeat(121) },
      "surname",
      "At most 120 characters.",
    ],
    [
      "a phone number of 31 characters",
      { phone: "1".repeat(31) },
      "phone",
      "At most 30 characters.",
    ],
    [
      "a phone number of words",
      { phone: "call me" },
      "phone",
      "Please enter a phone number, for example +372\u00a0600\u00a01000.",
    ],
    [
      "a line break in a name",
      { name: "Zoë\nBcc: x" },
      "name",
      "The text contains a character that cannot be stored.",
    ],
    [
      "a sign that turns the text around",
      { name: "Ada\u202egnp.exe" },
      "name",
      "The text contains a character that cannot be stored.",
    ],
    ["no address", { email: "" }, "email", "Please enter a valid email address"],
    [
      "an address of a deleted account",
      { email: "deleted-user-1@invalid" },
      "email",
      "Please enter a valid email address",
    ],
  ])("rejects %s at its field", async (_, body, field, message) => {
    const { agent } = await createMember(test, { name: "Before" });
    expect((await save(agent, body)).fieldErrors?.[field]?.[0]).toBe(message);
    expect(await readProfile(agent)).toMatchObject({ name: "Before", surname: null, phone: null });
  });

  it("is for the signed-in, with their token", async () => {
    const guest = await save(test.createAgent(), { name: "Nobody" });
    expect(guest.status).toBe(401);
    const { agent } = await createMember(test);
    const headers = { "x-xsrf-token": "x" };
    const forged = await agent.put("/api/user/profile", { name: "Forged" }, { headers });
    expect(forged.status).toBe(419);
    expect(await readProfile(agent)).toMatchObject({ name: null });
  });
});

describe("a new e-mail address", () => {
  it("needs the password, and the old one is notified", async () => {
    const { agent, email: before } = await createMember(test);
    const email = newEmail();
    const body = { email: `  ${email.toUpperCase()} `, current_password: PASSWORD };
    const { payload } = (await save(agent, body)).as(profileResponseSchema);
    expect(payload).toMatchObject({ email, is_email_verified: false });
    expect(await canSignIn(before, PASSWORD)).toBe(false);
    expect(await canSignIn(email, PASSWORD)).toBe(true);
    const [notice, ...more] = await mailsTo(before);
    expect(more).toEqual([]);
    expect(notice?.subject).toBe("Your email address has been changed");
    expect(notice?.text).toContain("http://localhost:3000/en/contact-us");
    // The old mailbox may belong to another person by now.
    expect(notice?.text).not.toContain(email);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("sent twice changes and notifies once", async () => {
    const { agent, email: before } = await createMember(test);
    const body = { email: newEmail(), current_password: PASSWORD };
    const responses = await Promise.all([save(agent, body), save(agent, body)]);
    expect(responses.map((response) => response.status)).toEqual([200, 200]);
    expect(await mailsTo(before)).toHaveLength(1);
  });

  it("that is the old one in other letters needs no password and stays verified", async () => {
    const { agent, email } = await createMember(test, { isEmailVerified: true });
    const { payload } = (await save(agent, { email: email.toUpperCase() })).as(
      profileResponseSchema,
    );
    expect(payload).toMatchObject({ email, is_email_verified: true });
    expect(await mailsTo(email)).toEqual([]);
  });

  it("is rejected without the password or with a wrong one, and so is the rest", async () => {
    const { agent, email: before } = await createMember(test);
    const body = { name: "Thief", email: newEmail() };
    expect((await save(agent, body)).fieldErrors).toEqual({
      current_password: ["Please enter your current password."],
    });
    expect((await save(agent, { ...body, current_password: "a guess" })).fieldErrors).toEqual({
      current_password: ["The password is incorrect."],
    });
    expect(await readProfile(agent)).toMatchObject({ email: before, name: null });
    expect(await mailsTo(before)).toEqual([]);
  });

  it("is rejected when it is taken, in whatever case it is written", async () => {
    const { agent, email: before } = await createMember(test);
    const { email } = await createUser(test.database);
    const body = { email: email.toUpperCase(), current_password: PASSWORD };
    expect((await save(agent, body)).fieldErrors).toEqual({
      email: ["The email has already been taken."],
    });
    expect((await readProfile(agent)).email).toBe(before);
    expect(await mailsTo(before)).toEqual([]);
  });

  it("is one member's when two want it at once", async () => {
    const members = await Promise.all([createMember(test), createMember(test)]);
    const body = { email: newEmail(), current_password: PASSWORD };
    const responses = await Promise.all(members.map(({ agent }) => save(agent, body)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 422]);
  });
});

describe("changing the password", () => {
  const change = (agent: ApiAgent, changes: Record<string, unknown> = {}) =>
    agent.post("/api/user/change-password", {
      current_password: PASSWORD,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      ...changes,
    });

  it("ends every other session, and goes on here under a new id", async () => {
    const { agent, email } = await createMember(test);
    const phone = test.createAgent();
    const remembered = test.createAgent();
    await phone.post("/api/login", { email, password: PASSWORD });
    await remembered.post("/api/login", { email, password: PASSWORD, remember: true });
    remembered.cookies.delete(SESSION_COOKIE);
    const copy = test.createAgent().takeCookiesOf(agent);
    const bystander = await createMember(test);
    const response = await change(agent);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: "OK" });
    expect(await agent.isSignedIn()).toBe(true);
    expect(await phone.isSignedIn()).toBe(false);
    expect(await remembered.isSignedIn()).toBe(false);
    expect(await copy.isSignedIn()).toBe(false);
    expect(await bystander.agent.isSignedIn()).toBe(true);
    expect(await canSignIn(email, PASSWORD)).toBe(false);
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
    expect((await save(agent, { name: "Still here" })).status).toBe(200);
    const [notice, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(notice?.subject).toBe("Your password has been changed");
  });

  it("keeps this browser remembered, by a new cookie", async () => {
    const { email } = await createUser(test.database);
    const agent = test.createAgent();
    await agent.post("/api/login", { email, password: PASSWORD, remember: true });
    const before = agent.cookies.get(REMEMBER_COOKIE);
    await change(agent);
    expect(agent.cookies.get(REMEMBER_COOKIE)).not.toBe(before);
    agent.cookies.delete(SESSION_COOKIE);
    expect(await agent.isSignedIn()).toBe(true);
    // A browser that was not remembered stays that way.
    const other = await createMember(test);
    await change(other.agent);
    expect(other.agent.cookies.has(REMEMBER_COOKIE)).toBe(false);
  });

  it.each([
    [
      "a wrong current password",
      { current_password: "a guess" },
      "current_password",
      "The password is incorrect.",
    ],
    [
      "no current password",
      { current_password: "" },
      "current_password",
      "Please enter your current password.",
    ],
    [
      "a new one of 9 characters",
      { password: "012345678", password_confirmation: "012345678" },
      "password",
      "The password must have at least 10 characters.",
    ],
    [
      "new ones that differ",
      { password_confirmation: PASSWORD },
      "password_confirmation",
      "The two passwords do not match.",
    ],
  ])("is rejected with %s at its field", async (_, changes, field, message) => {
    const { agent, email } = await createMember(test);
    const phone = test.createAgent();
    await phone.post("/api/login", { email, password: PASSWORD });
    expect((await change(agent, changes)).fieldErrors).toEqual({ [field]: [message] });
    expect(await canSignIn(email, PASSWORD)).toBe(true);
    expect(await phone.isSignedIn()).toBe(true);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("pauses after 5 tries in a minute, over all that asks for the password", async () => {
    const { agent, email } = await createMember(test);
    const wrong = { current_password: "a guess" };
    for (let tries = 1; tries <= 4; tries++) {
      const errors = (await change(agent, wrong)).fieldErrors;
      expect(errors?.current_password).toEqual(["The password is incorrect."]);
    }
    (await save(agent, { email: newEmail(), current_password: "a guess" })).fieldErrors;
    const pause = "Too many attempts. Please try again in 60 seconds.";
    expect((await change(agent)).fieldErrors?.current_password).toEqual([pause]);
    const deletion = agent.delete("/api/user/delete", { password: PASSWORD });
    expect((await deletion).fieldErrors?.password).toEqual([pause]);
    // Other members are not limited, and signing in still works.
    const other = await createMember(test);
    expect((await change(other.agent)).status).toBe(200);
    expect(await canSignIn(email, PASSWORD)).toBe(true);
    test.clock.advance(60);
    expect((await change(agent)).status).toBe(200);
  });

  it("gets 5 tries out of 20 that are sent at once", async () => {
    const { agent } = await createMember(test);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => change(agent, { current_password: "a guess" })),
    );
    const messages = responses.map((response) => response.error.message);
    expect(messages.filter((message) => message === "The password is incorrect.")).toHaveLength(5);
  });

  it("two at once leave one password and one session", async () => {
    const { agent, email, id } = await createMember(test);
    const other = "a third horse, a third battery";
    const responses = await Promise.all([
      change(agent),
      change(agent, { password: other, password_confirmation: other }),
    ]);
    const [first = 0, second = 0] = responses.map((response) => response.status).sort();
    expect(first).toBe(200);
    // The second request sees a changed password, or an ended session.
    expect([419, 422]).toContain(second);
    const right = await Promise.all([canSignIn(email, NEW_PASSWORD), canSignIn(email, other)]);
    expect(right.filter(Boolean)).toHaveLength(1);
    const rows = await test.database`SELECT 1 FROM sessions WHERE user_id = ${id}`;
    // One for the change, one for the sign-in that has just been tried.
    expect(rows).toHaveLength(2);
  });

  it("leaves no way in for a sign-in with the old one at the same time", async () => {
    const { agent, email, id } = await createMember(test);
    const others = Array.from({ length: 8 }, () => test.createAgent());
    await Promise.all(others.map((other) => other.fetchToken()));
    await Promise.all([
      change(agent),
      ...others.map((other) => other.post("/api/login", { email, password: PASSWORD })),
    ]);
    const signedIn = await Promise.all(others.map((other) => other.isSignedIn()));
    expect(signedIn.filter(Boolean)).toEqual([]);
    const rows = await test.database`SELECT 1 FROM sessions WHERE user_id = ${id}`;
    expect(rows).toHaveLength(1);
  });

  it("is for the signed-in, with their token", async () => {
    expect((await change(test.createAgent())).status).toBe(401);
    const { agent } = await createMember(test);
    const headers = { "x-xsrf-token": "x" };
    expect((await agent.post("/api/user/change-password", {}, { headers })).status).toBe(419);
  });
});
