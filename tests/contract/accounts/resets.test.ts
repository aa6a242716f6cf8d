import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendResetLinks } from "#api/accounts/resets.service.ts";
import { startBackground } from "#api/background.ts";
import { SESSION_COOKIE } from "#api/http/cookies.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink } from "#tests/setup/mail-reading.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
beforeEach(() => test.clock.stop(new Date("2026-03-01T12:00:00Z")));
afterAll(() => test.close());

const NEW_PASSWORD = "another horse, another battery";
const MINUTE = 60;
const DEAD = { token: ["This link is no longer valid. Please ask for a new one."] };

const ask = (email: unknown, agent: ApiAgent = test.createAgent()) =>
  agent.post("/api/user/reset-password", { email });
const use = (body: Record<string, unknown>, agent: ApiAgent = test.createAgent()) =>
  agent.post("/api/reset-password", {
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
    ...body,
  });
/** Mails, except those about sign-ins from other networks (account-mails.test.ts). */
const mailsTo = async (email: string) =>
  (await queuedMailsTo(test, email)).filter(({ subject }) => !subject.startsWith("New sign-in"));
/** Returns the parameters of the newest mail's link. */
const linkOf = async (email: string) => {
  const mail = (await mailsTo(email)).at(-1);
  const { searchParams } = findLink(mail?.text ?? "", "/reset-password");
  return { token: searchParams.get("token") ?? "", email: searchParams.get("email") ?? "" };
};
/** Requests a link and runs the job that sends it. */
const getLink = async (email: string) => {
  await ask(email);
  await sendResetLinks(test.deps);
  return linkOf(email);
};
const canSignIn = async (email: string, password: string) =>
  (await test.createAgent().post("/api/login", { email, password })).status === 200;

describe("a forgotten password", () => {
  it("is followed by a mail in the user's language, with a link of 256 bits", async () => {
    const { email, id } = await createUser(test.database);
    const agent = test.createAgent({ locale: "de" });
    const response = await ask(` ${email.toUpperCase()} `, agent);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      status: "OK",
      message: "If there is an account with this address, a mail is on its way.",
    });
    await sendResetLinks(test.deps);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Neues Passwort festlegen");
    expect(mail?.text).toContain("http://localhost:3000/de/reset-password?token=");
    const link = await linkOf(email);
    expect(link.email).toBe(email);
    expect(Buffer.from(link.token, "base64url")).toHaveLength(32);
    // The table's content alone is useless to a thief.
    const [row] = await test.database<{ token_hash: Buffer }[]>`
      SELECT * FROM password_resets WHERE user_id = ${id}`;
    expect(JSON.stringify(row)).not.toContain(link.token);
    expect(row?.token_hash.toString("base64url")).not.toBe(link.token);
  });

  it("reveals nothing about an address: known, unknown and deleted are the same", async () => {
    const { email } = await createUser(test.database);
    const gone = await createMember(test);
    await gone.agent.delete("/api/user/delete", { password: PASSWORD });
    const addresses = [email, "nobody-at-all@example.com", gone.email];
    const responses = await Promise.all(addresses.map((address) => ask(address)));
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.body).toEqual(responses[0]?.body);
    }
    // The same row is written for each of them; accounts are looked up after the response.
    const requests = await test.database<{ email: string }[]>`
      SELECT email FROM password_reset_requests ORDER BY email`;
    expect(requests.map((request) => request.email)).toEqual([...addresses].sort());
    await sendResetLinks(test.deps);
    expect(await test.database`SELECT 1 FROM password_reset_requests`).toHaveLength(0);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo("nobody-at-all@example.com")).toEqual([]);
    const subjects = (await mailsTo(gone.email)).map((mail) => mail.subject);
    expect(subjects).toEqual(["Your account has been deleted"]);
  });

  it("fills no mailbox: one mail in 5 minutes, no matter who asks, and the response is the same", async () => {
    const { email } = await createUser(test.database);
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask(email)));
    for (const { status } of responses) expect(status).toBe(200);
    await sendResetLinks(test.deps);
    expect(await mailsTo(email)).toHaveLength(1);
    test.clock.advance(5 * MINUTE - 1);
    await ask(email);
    await sendResetLinks(test.deps);
    expect(await mailsTo(email)).toHaveLength(1);
    test.clock.advance(1);
    await ask(email);
    await sendResetLinks(test.deps);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("is handled once by two processes at once", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(test.database)));
    for (const { email } of users) await ask(email);
    await Promise.all([sendResetLinks(test.deps), sendResetLinks(test.deps)]);
    for (const { email } of users) expect(await mailsTo(email)).toHaveLength(1);
  });

  it("pauses for a network after 10 requests in a minute", async () => {
    const ip = "198.51.100.70";
    for (let n = 1; n <= 10; n++) {
      const response = await ask(`forgetful-${n}@example.com`, test.createAgent({ ip }));
      expect(response.status).toBe(200);
    }
    const response = await ask("forgetful-11@example.com", test.createAgent({ ip }));
    expect(response.status).toBe(429);
    expect(response.error.code).toBe("too_many_attempts");
  });

  it("is for guests, with the token of their session", async () => {
    const { agent, email } = await createMember(test);
    for (const response of [await ask(email, agent), await use({ token: "x", email }, agent)]) {
      expect(response.status).toBe(409);
    }
    const foreign = test.createAgent();
    for (const path of ["/api/user/reset-password", "/api/reset-password"]) {
      expect((await foreign.post(path, {}, { isStateful: false })).status).toBe(419);
    }
    const wrong = (await ask("no address")).fieldErrors;
    expect(wrong).toEqual({ email: ["Please enter a valid email address"] });
  });
});

describe("the link of the mail", () => {
  it("sets a new password, once: all sessions end, and the owner is notified", async () => {
    const { agent, email } = await createMember(test);
    const remembered = test.createAgent();
    await remembered.post("/api/login", { email, password: PASSWORD, remember: true });
    const link = await getLink(email);
    const browser = test.createAgent();
    const response = await use({ ...link, email: link.email.toUpperCase() }, browser);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: "OK", message: "Your password has been changed." });
    expect(await browser.isSignedIn()).toBe(false);
    expect(await agent.isSignedIn()).toBe(false);
    remembered.cookies.delete(SESSION_COOKIE);
    expect(await remembered.isSignedIn()).toBe(false);
    expect(await canSignIn(email, PASSWORD)).toBe(false);
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
    const subjects = (await mailsTo(email)).map((mail) => mail.subject);
    expect(subjects).toEqual(["Set a new password", "Your password has been changed"]);
    expect((await use(link)).fieldErrors).toEqual(DEAD);
  });

  it("works to the last second of its hour", async () => {
    const early = await createUser(test.database);
    const late = await createUser(test.database);
    const links = [await getLink(early.email), await getLink(late.email)] as const;
    test.clock.advance(60 * MINUTE - 1);
    expect((await use(links[0])).status).toBe(200);
    test.clock.advance(1);
    expect((await use(links[1])).fieldErrors).toEqual(DEAD);
    expect(await canSignIn(late.email, PASSWORD)).toBe(true);
  });

  it("is replaced by the next one", async () => {
    const { email } = await createUser(test.database);
    const first = await getLink(email);
    test.clock.advance(5 * MINUTE);
    const second = await getLink(email);
    expect(second.token).not.toBe(first.token);
    expect((await use(first)).fieldErrors).toEqual(DEAD);
    expect((await use(second)).status).toBe(200);
  });

  it("opens nothing with another address, a changed token, or none", async () => {
    const { email } = await createUser(test.database);
    const other = await createUser(test.database);
    const { token } = await getLink(email);
    for (const body of [
      { token, email: other.email },
      { token, email: "nobody@example.com" },
      { token: `${token.slice(0, -1)}${token.endsWith("A") ? "Q" : "A"}`, email },
      { token: "", email },
      { token: "x".repeat(100), email },
      { token: "x".repeat(101), email },
      { email },
    ]) {
      expect((await use(body)).fieldErrors).toEqual(DEAD);
    }
    expect(await canSignIn(email, PASSWORD)).toBe(true);
    expect(await canSignIn(other.email, PASSWORD)).toBe(true);
  });

  it("survives a password that is rejected", async () => {
    const { email } = await createUser(test.database);
    const link = await getLink(email);
    const short = { password: "012345678", password_confirmation: "012345678" };
    expect((await use({ ...link, ...short })).fieldErrors).toEqual({
      password: ["The password must have at least 10 characters."],
    });
    expect((await use({ ...link, password_confirmation: "x" })).fieldErrors).toEqual({
      password_confirmation: ["The two passwords do not match."],
    });
    expect((await use(link)).status).toBe(200);
  });

  it("used five times at once sets one password", async () => {
    const { email } = await createUser(test.database);
    const link = await getLink(email);
    const passwords = Array.from({ length: 5 }, (_, at) => `password number ${at}`);
    const responses = await Promise.all(
      passwords.map((password) => use({ ...link, password, password_confirmation: password })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 422, 422, 422, 422]);
    const winner = passwords[responses.findIndex((response) => response.status === 200)] ?? "";
    expect(await canSignIn(email, winner)).toBe(true);
  });

  it.each<[string, (agent: ApiAgent) => Promise<unknown>]>([
    [
      "the password was changed",
      (agent) =>
        agent.post("/api/user/change-password", {
          current_password: PASSWORD,
          password: NEW_PASSWORD,
          password_confirmation: NEW_PASSWORD,
        }),
    ],
    [
      "the address was changed, also back again",
      async (agent) => {
        const profile = await agent.get("/api/user/profile");
        const { email } = (profile.body as { payload: { email: string } }).payload;
        const move = (to: string) =>
          agent.put("/api/user/profile", { email: to, current_password: PASSWORD });
        await move("somewhere-else@example.com");
        await move(email);
      },
    ],
    [
      "the account was deleted",
      (agent) => agent.delete("/api/user/delete", { password: PASSWORD }),
    ],
  ])("is dead after %s", async (_, change) => {
    const { agent, email } = await createMember(test);
    const link = await getLink(email);
    await change(agent);
    expect(
      (await use({ ...link, password: "a third one", password_confirmation: "a third one" }))
        .fieldErrors,
    ).toEqual(DEAD);
    expect(await canSignIn(email, "a third one")).toBe(false);
  });

  it("is handled and cleaned up by the background", async () => {
    const { email, id } = await createUser(test.database);
    const old = await createUser(test.database);
    await getLink(old.email);
    test.clock.advance(60 * MINUTE);
    await ask(email);
    await startBackground(test.deps).stop();
    const rows = await test.database<{ user_id: number }[]>`
      SELECT user_id FROM password_resets WHERE user_id IN (${id}, ${old.id})`;
    expect(rows.map((row) => row.user_id)).toEqual([id]);
  });
});
