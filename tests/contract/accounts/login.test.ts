import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import type { AgentOptions, ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  test.clock.stop();
});
afterAll(() => test.close());

const WRONG = "The email address or the password is wrong.";
const LOCKED = "Too many login attempts. Please try again in 60 seconds.";

const login = (
  body: Record<string, unknown>,
  agent: ApiAgent | Partial<AgentOptions> = {},
): ReturnType<ApiAgent["post"]> =>
  ("post" in agent ? agent : test.createAgent(agent)).post("/api/login", body);
const messageOf = async (response: ReturnType<ApiAgent["post"]>) => {
  const { status } = await response;
  if (status === 200) return "OK";
  const error = (await response).error;
  expect(status).toBe(422);
  expect(error.errors).toEqual({ email: [error.message] });
  return error.message;
};

describe("signing in", () => {
  it("takes the password, and the e-mail in any case", async () => {
    const { email } = await createUser(test.database);
    const agent = test.createAgent();
    const response = await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD }, agent);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: "OK" });
    expect(await agent.isSignedIn()).toBe(true);
  });

  it("returns a wrong password and an unknown e-mail alike", async () => {
    const { email } = await createUser(test.database);
    const agent = test.createAgent();
    const wrong = await login({ email, password: `${PASSWORD} ` }, agent);
    const unknown = await login({ email: "nobody@example.com", password: PASSWORD });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toEqual({
      status: "ERROR",
      code: "validation_failed",
      message: WRONG,
      errors: { email: [WRONG] },
      error_codes: { email: [{ code: "credentials_invalid" }] },
    });
    expect(unknown.body).toEqual(wrong.body);
    expect(await agent.isSignedIn()).toBe(false);
  });

  it.each([
    ["no password", { email: "a@b.example" }, "password"],
    ["an empty password", { email: "a@b.example", password: "" }, "password"],
    ["201 characters", { email: "a@b.example", password: "x".repeat(201) }, "password"],
    ["a list", { email: "a@b.example", password: ["x"] }, "password"],
    ["NUL", { email: "a@b.example", password: "x\u0000" }, "password"],
    ["no e-mail", { password: "x" }, "email"],
    ["SQL", { email: "' OR 1=1 --", password: "x" }, "email"],
    ["remember as a word", { email: "a@b.example", password: "x", remember: "maybe" }, "remember"],
  ])("rejects %s at its field", async (_, body, field) => {
    const response = await login(body);
    expect(response.status).toBe(422);
    expect(response.invalidFields).toEqual([field]);
  });

  it("as someone who is signed in is a conflict; so is registering", async () => {
    const { agent, email } = await createMember(test);
    for (const path of ["/api/login", "/api/register"]) {
      const response = await agent.post(path, { email, password: PASSWORD });
      expect(response.status).toBe(409);
      expect(response.error.code).toBe("already_authenticated");
    }
    expect(await agent.isSignedIn()).toBe(true);
  });
});

describe("guessing a password", () => {
  it("ends after 5 failures: the 6th try waits, even with the right password", async () => {
    const { email } = await createUser(test.database);
    const ip = "198.51.100.1";
    for (let tries = 1; tries <= 5; tries++) {
      expect(await messageOf(login({ email, password: "wrong" }, { ip }))).toBe(WRONG);
    }
    expect(await messageOf(login({ email, password: PASSWORD }, { ip }))).toBe(LOCKED);
    test.clock.advance(59);
    const late = "Too many login attempts. Please try again in 1 second.";
    expect(await messageOf(login({ email, password: PASSWORD }, { ip }))).toBe(late);
    test.clock.advance(1);
    expect(await messageOf(login({ email, password: PASSWORD }, { ip }))).toBe("OK");
  });

  it("leaves the 5th try to the right password, which forgives the failures", async () => {
    const { email } = await createUser(test.database);
    const ip = "198.51.100.2";
    for (let round = 1; round <= 2; round++) {
      for (let tries = 1; tries <= 4; tries++) await login({ email, password: "wrong" }, { ip });
      expect(await messageOf(login({ email, password: PASSWORD }, { ip }))).toBe("OK");
    }
  });

  it("locks out neither another network nor another e-mail", async () => {
    const { email } = await createUser(test.database);
    const other = await createUser(test.database);
    const ip = "2001:db8:7:7::1";
    for (let tries = 1; tries <= 5; tries++) await login({ email, password: "wrong" }, { ip });
    // Addresses in the same /64 count as the same customer.
    const near = await messageOf(login({ email, password: PASSWORD }, { ip: "2001:db8:7:7::2" }));
    expect(near).toBe(LOCKED);
    const far = await messageOf(login({ email, password: PASSWORD }, { ip: "2001:db8:7:8::1" }));
    expect(far).toBe("OK");
    expect(await messageOf(login({ email: other.email, password: PASSWORD }, { ip }))).toBe("OK");
  });

  it("gets 5 tries out of 20 that are sent at once", async () => {
    const { email } = await createUser(test.database);
    const agents = Array.from({ length: 20 }, () => test.createAgent({ ip: "198.51.100.3" }));
    await Promise.all(agents.map((agent) => agent.fetchToken()));
    const messages = await Promise.all(
      agents.map((agent) => messageOf(login({ email, password: "wrong" }, agent))),
    );
    expect(messages.filter((message) => message === WRONG)).toHaveLength(5);
    expect(messages.filter((message) => message === LOCKED)).toHaveLength(15);
  });

  it("over many e-mails pauses the network after 30 tries in a minute", async () => {
    const ip = "198.51.100.4";
    const guess = (n: number) =>
      login({ email: `guess-${n}@example.com`, password: "wrong" }, { ip });
    for (let n = 1; n <= 30; n++) expect((await guess(n)).status).toBe(422);
    const response = await guess(31);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("60");
  });

  it("leaves neither e-mails nor addresses in the table that counts", async () => {
    const rows = await test.database<{ bucket: string }[]>`SELECT bucket FROM rate_limits`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { bucket } of rows) expect(bucket).toMatch(/^[a-z]+:[\w-]{43}$/);
  });
});

describe("signing out", () => {
  it("ends the session for good: its old cookies open nothing", async () => {
    const { agent } = await createMember(test);
    const thief = test.createAgent();
    thief.takeCookiesOf(agent);
    expect(await thief.isSignedIn()).toBe(true);
    const response = await agent.post("/api/logout");
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: "OK" });
    expect(await agent.isSignedIn()).toBe(false);
    expect(await thief.isSignedIn()).toBe(false);
  });

  it("leaves other sessions of the user alone", async () => {
    const { agent, email } = await createMember(test);
    const phone = test.createAgent();
    await login({ email, password: PASSWORD }, phone);
    await agent.post("/api/logout");
    expect(await phone.isSignedIn()).toBe(true);
  });

  it("is no error for a guest, but 401 for a request without a session", async () => {
    expect((await test.createAgent().post("/api/logout")).status).toBe(200);
    const { agent } = await createMember(test);
    const foreign = await agent.post("/api/logout", {}, { isStateful: false });
    expect(foreign.status).toBe(401);
    expect(await agent.isSignedIn()).toBe(true);
  });
});
