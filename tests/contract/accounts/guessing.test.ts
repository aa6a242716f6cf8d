import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendResetLinks } from "#api/accounts/resets.service.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink } from "#tests/setup/mail-reading.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

// Guessing by a botnet: many addresses against one account, and finding out who has an account.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
beforeEach(() => test.clock.stop(new Date("2026-03-01T12:00:00Z")));
afterAll(() => test.close());

const WRONG = "The email address or the password is wrong.";
const LOCKED = "Too many login attempts. Please try again in 900 seconds.";
const TAKEN = "The email has already been taken.";

const messageOf = async (request: ReturnType<ApiAgent["post"]>) => {
  const response = await request;
  return response.status < 300 ? "OK" : response.error.message;
};
const signIn = (email: string, password: string, ip?: string) =>
  messageOf(test.createAgent(ip ? { ip } : {}).post("/api/login", { email, password }));
/** Makes one guess from each of `count` addresses that have not been used before. */
const attack = async (email: string, count: number) => {
  const messages: string[] = [];
  for (let n = 1; n <= count; n++) messages.push(await signIn(email, "a wrong guess"));
  return messages;
};
const countOf = (messages: string[], message: string) =>
  messages.filter((one) => one === message).length;

describe("guessing one account's password from 30 addresses", () => {
  it("gets 10 guesses in 15 minutes, whether there is such an account or not", async () => {
    const { email } = await createUser(test.database);
    for (const target of [email, "nobody-at-all@example.com"]) {
      const messages = await attack(target, 30);
      expect(messages).toEqual([...Array(10).fill(WRONG), ...Array(20).fill(LOCKED)]);
    }
    test.clock.advance(15 * 60);
    expect(countOf(await attack(email, 12), WRONG)).toBe(10);
  });

  it("waits no longer than 15 minutes when the clock is set back", async () => {
    const { email } = await createUser(test.database);
    await attack(email, 10);
    test.clock.advance(-24 * 60 * 60);
    expect(await signIn(email, PASSWORD)).toBe(LOCKED);
    test.clock.advance(10 * 60);
    const later = "Too many login attempts. Please try again in 300 seconds.";
    expect(await signIn(email, PASSWORD)).toBe(later);
    test.clock.advance(5 * 60);
    expect(await signIn(email, PASSWORD)).toBe("OK");
  });

  it("gets no more when all are sent at once", async () => {
    const { email } = await createUser(test.database);
    const messages = await Promise.all(
      Array.from({ length: 30 }, () => signIn(email, "a wrong guess")),
    );
    expect(countOf(messages, WRONG)).toBe(10);
    expect(countOf(messages, LOCKED)).toBe(20);
  });

  it("says nothing about the right password once the guesses are used up", async () => {
    const { email } = await createUser(test.database);
    await attack(email, 10);
    expect(await signIn(email, PASSWORD)).toBe(LOCKED);
  });

  it("leaves other accounts alone", async () => {
    const { email } = await createUser(test.database);
    const other = await createUser(test.database);
    await attack(email, 11);
    expect(await signIn(other.email, PASSWORD)).toBe("OK");
  });
});

describe("the owner of an account under attack", () => {
  it("signs in at once from a network that was used before", async () => {
    const { email, agent } = await createMember(test);
    await attack(email, 30);
    expect(await signIn(email, PASSWORD, agent.ip)).toBe("OK");
  });

  it("keeps the usual 5 tries there, and stays within them", async () => {
    const { email, agent } = await createMember(test);
    await attack(email, 30);
    for (let n = 1; n <= 5; n++) expect(await signIn(email, "mistyped", agent.ip)).toBe(WRONG);
    expect(await signIn(email, PASSWORD, agent.ip)).toMatch(/^Too many login attempts/);
  });

  it("does not open a known network of one account to guesses at another", async () => {
    const { agent } = await createMember(test);
    const { email } = await createUser(test.database);
    await attack(email, 10);
    expect(await signIn(email, PASSWORD, agent.ip)).toBe(LOCKED);
  });

  it("is known where the account was registered, too", async () => {
    const email = "newly-registered@example.com";
    const agent = test.createAgent();
    const body = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: true };
    expect(await messageOf(agent.post("/api/register", body))).toBe("OK");
    await attack(email, 30);
    expect(await signIn(email, PASSWORD, agent.ip)).toBe("OK");
  });

  it("gets in from anywhere with a link from the mailbox", async () => {
    const { email } = await createUser(test.database);
    await attack(email, 30);
    const agent = test.createAgent();
    await agent.post("/api/user/reset-password", { email });
    await sendResetLinks(test.deps);
    const [mail] = await queuedMailsTo(test, email);
    const token = findLink(mail?.text ?? "", "/reset-password").searchParams.get("token");
    const password = "nine purple kettles";
    const body = { token, email, password, password_confirmation: password };
    expect(await messageOf(agent.post("/api/reset-password", body))).toBe("OK");
    await attack(email, 30);
    expect(await signIn(email, password, agent.ip)).toBe("OK");
  });

  it("is unknown again 90 days after the last visit", async () => {
    const { email, agent } = await createMember(test);
    test.clock.advance(90 * 24 * 60 * 60);
    await attack(email, 10);
    expect(await signIn(email, PASSWORD, agent.ip)).toBe(LOCKED);
  });

  it("is known from the 20 most recent networks, which are kept as keyed hashes", async () => {
    const { email, id } = await createUser(test.database);
    for (let n = 0; n <= 20; n++) {
      test.clock.advance(1);
      expect(await signIn(email, PASSWORD, `203.0.113.${n}`)).toBe("OK");
    }
    const rows = await test.database<{ network_hash: Buffer }[]>`
      SELECT network_hash FROM known_networks WHERE user_id = ${id}`;
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map((row) => row.network_hash.toString("hex"))).size).toBe(20);
    await attack(email, 10);
    expect(await signIn(email, PASSWORD, "203.0.113.0")).toBe(LOCKED);
    expect(await signIn(email, PASSWORD, "203.0.113.1")).toBe("OK");
  });
});

describe("asking who has an account", () => {
  const register = (email: string, agent: ApiAgent) => {
    const secret = { password: PASSWORD, password_confirmation: PASSWORD };
    return agent.post("/api/register", { email, ...secret, terms: true });
  };
  const PAUSE = { status: 429, retryAfter: "900" };
  const pauseOf = async (request: ReturnType<ApiAgent["post"]>) => {
    const response = await request;
    return { status: response.status, retryAfter: response.headers.get("retry-after") };
  };

  it("by registering learns of 10 addresses in 15 minutes, then not even free ones", async () => {
    const { email } = await createUser(test.database);
    const agent = test.createAgent();
    for (let n = 1; n <= 10; n++) expect(await messageOf(register(email, agent))).toBe(TAKEN);
    expect(await pauseOf(register(email, agent))).toEqual(PAUSE);
    expect(await pauseOf(register("quite-free@example.com", agent))).toEqual(PAUSE);
    const elsewhere = test.createAgent();
    expect(await messageOf(register("quite-free@example.com", elsewhere))).toBe("OK");
    test.clock.advance(15 * 60);
    expect(await messageOf(register(email, agent))).toBe(TAKEN);
  });

  it("does not count who registers: 15 people of one network", async () => {
    const ip = "198.51.100.77";
    for (let n = 1; n <= 15; n++) {
      const request = register(`colleague-${n}@example.com`, test.createAgent({ ip }));
      expect(await messageOf(request)).toBe("OK");
    }
  });

  it("by changing one's own address is limited alike", async () => {
    const { email } = await createUser(test.database);
    const { agent } = await createMember(test);
    const claim = (name: string) => {
      test.clock.advance(20);
      return agent.put("/api/user/profile", { email: name, current_password: PASSWORD });
    };
    for (let n = 1; n <= 10; n++) expect(await messageOf(claim(email))).toBe(TAKEN);
    expect((await claim("another-free@example.com")).status).toBe(429);
    expect((await agent.put("/api/user/profile", { name: "Still mine" })).status).toBe(200);
    test.clock.advance(15 * 60);
    expect((await claim("another-free@example.com")).status).toBe(200);
  });

  it("with several accounts learns no more: their network is counted too", async () => {
    const { email } = await createUser(test.database);
    const agents = Array.from({ length: 4 }, () => test.createAgent({ ip: "198.51.100.78" }));
    for (const [n, agent] of agents.entries()) {
      expect(await messageOf(register(`probe-${n}@example.com`, agent))).toBe("OK");
    }
    const change = { email, current_password: PASSWORD };
    const statuses: number[] = [];
    for (const agent of [...agents, ...agents, ...agents, ...agents]) {
      statuses.push((await agent.put("/api/user/profile", change)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(6).fill(429)]);
    const elsewhere = test.createAgent();
    await elsewhere.post("/api/login", { email: "probe-0@example.com", password: PASSWORD });
    expect((await elsewhere.put("/api/user/profile", change)).status).toBe(422);
  });
});
