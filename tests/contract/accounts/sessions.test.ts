import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { XSRF_COOKIE } from "#api/contract/accounts.ts";
import { REMEMBER_COOKIE, SESSION_COOKIE } from "#api/http/cookies.ts";
import { deleteExpiredSessions } from "#api/http/session.queries.ts";
import { SESSIONS_PER_MEMBER_MAX } from "#domain/accounts.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  test.clock.stop();
});
afterAll(() => test.close());

const HOUR = 3600;
const DAY = 24 * HOUR;

const countSessions = async (userId: number) => {
  const [row] = await test.database<{ count: number }[]>`
    SELECT count(*) FROM sessions WHERE user_id = ${userId}`;
  return row?.count;
};
const copyOf = (agent: ApiAgent) => test.createAgent().takeCookiesOf(agent);
const signInRemembered = async () => {
  const user = await createUser(test.database);
  const agent = test.createAgent();
  const { email, password } = user;
  const response = await agent.post("/api/login", { email, password, remember: true });
  return { ...user, agent, response };
};

describe("the anti-forgery token", () => {
  const post = (agent: ApiAgent, token: string | undefined) =>
    agent.request("POST", "/api/logout", {}, { headers: { "x-xsrf-token": token ?? "" } });

  it("is asked for by every writing request of a session", async () => {
    const { agent } = await createMember(test);
    const other = await createMember(test);
    const encoded = agent.cookies.get(XSRF_COOKIE) ?? "";
    const wrong = [
      undefined,
      "x",
      decodeURIComponent(agent.cookies.get(SESSION_COOKIE) ?? ""),
      decodeURIComponent(other.agent.cookies.get(XSRF_COOKIE) ?? ""),
      // The cookie's value unchanged, still percent-encoded: Laravel rejects that as well.
      `${encoded}%3D`,
    ];
    for (const token of wrong) {
      const response = await post(copyOf(agent), token);
      expect(response.status).toBe(419);
      expect(response.body).toEqual({
        status: "ERROR",
        message: "The form has expired. Please send it again.",
        code: "csrf_mismatch",
      });
    }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const headers = { "x-xsrf-token": "" };
      const response = await agent.request(method, "/api/user/profile", {}, { headers });
      expect(response.status).toBe(419);
    }
    expect(await agent.isSignedIn()).toBe(true);
    expect(
      (await post(agent, decodeURIComponent(agent.cookies.get(XSRF_COOKIE) ?? ""))).status,
    ).toBe(200);
  });

  it("rejected can be fetched anew, and then the same request works", async () => {
    const { email } = await createUser(test.database);
    const agent = test.createAgent();
    await agent.fetchToken();
    test.clock.advance(2 * HOUR);
    const body = { email, password: PASSWORD };
    expect((await agent.post("/api/login", body)).status).toBe(419);
    await agent.fetchToken();
    expect((await agent.post("/api/login", body)).status).toBe(200);
  });

  it("rejects login and register without a session of ours", async () => {
    const agent = test.createAgent();
    for (const path of ["/api/login", "/api/register"]) {
      const foreign = await agent.post(path, { email: "nonsense" }, { isStateful: false });
      expect(foreign.status).toBe(419);
      expect(foreign.setCookies).toEqual([]);
      // A first visit that never fetched a token.
      expect((await agent.request("POST", path, {})).status).toBe(419);
      agent.cookies.clear();
    }
  });
});

describe("a session", () => {
  it("is read once for what a page asks side by side, and anew for what comes after", async () => {
    const { agent } = await createMember(test);
    const headers = { "x-request-id": "the-same-page" };
    const reads = await Promise.all(
      ["/api/user/profile", "/api/wishlist", "/api/purchase/history"].map((path) =>
        agent.get(path, { headers }),
      ),
    );
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
    const copy = copyOf(agent);
    expect((await agent.post("/api/logout", {}, { headers })).status).toBe(200);
    expect((await copy.get("/api/user/profile", { headers })).status).toBe(401);
  });

  it("of a guest costs no row; of a member it is known by its hash alone", async () => {
    const [before] = await test.database`SELECT count(*) FROM sessions`;
    const guest = test.createAgent();
    await guest.fetchToken();
    await guest.get("/api/is-auth");
    const [after] = await test.database`SELECT count(*) FROM sessions`;
    expect(after).toEqual(before);
    const { id } = await createMember(test);
    const [row] = await test.database<{ id_hash: Buffer; csrf_token: string }[]>`
      SELECT id_hash, csrf_token FROM sessions WHERE user_id = ${id}`;
    expect(row?.id_hash).toHaveLength(32);
    expect(row?.csrf_token).toMatch(/^[\w-]{43}$/);
  });

  it("gets a new token at login, so that a planted one is worth nothing", async () => {
    const { email } = await createUser(test.database);
    const victim = test.createAgent();
    await victim.fetchToken();
    const planted = copyOf(victim);
    await victim.post("/api/login", { email, password: PASSWORD });
    expect(await planted.isSignedIn()).toBe(false);
    const token = decodeURIComponent(planted.cookies.get(XSRF_COOKIE) ?? "");
    const headers = { "x-xsrf-token": token };
    expect((await victim.request("POST", "/api/logout", {}, { headers })).status).toBe(419);
  });

  it("ends two hours after the last request", async () => {
    const { agent } = await createMember(test);
    test.clock.advance(2 * HOUR - 1);
    expect(await agent.isSignedIn()).toBe(true);
    test.clock.advance(2 * HOUR - 1);
    expect(await agent.isSignedIn()).toBe(true);
    test.clock.advance(2 * HOUR);
    expect(await agent.isSignedIn()).toBe(false);
  });

  it("ends after seven days, however busy it was", async () => {
    const { agent } = await createMember(test);
    for (let hours = 1; hours < 7 * 24; hours++) {
      test.clock.advance(HOUR);
      await agent.get("/api/is-auth");
    }
    test.clock.advance(HOUR - 1);
    expect(await agent.isSignedIn()).toBe(true);
    test.clock.advance(1);
    expect(await agent.isSignedIn()).toBe(false);
  });

  it("writes its sliding down once a minute at most", async () => {
    const { agent, id } = await createMember(test);
    const lastSeen = async () => {
      const [row] = await test.database<{ last_seen_at: Date }[]>`
        SELECT last_seen_at FROM sessions WHERE user_id = ${id}`;
      return row?.last_seen_at.getTime();
    };
    const start = test.clock.now().getTime();
    test.clock.advance(59);
    await agent.get("/api/is-auth");
    expect(await lastSeen()).toBe(start);
    test.clock.advance(1);
    await agent.get("/api/is-auth");
    expect(await lastSeen()).toBe(start + 60_000);
  });

  it("ends no later, and sets no more cookies, after a clock that was a day ahead", async () => {
    const { agent, id } = await createMember(test);
    await test.database`
      UPDATE sessions SET last_seen_at = last_seen_at + interval '1 day',
        expires_at = expires_at + interval '1 day' WHERE user_id = ${id}`;
    expect(await agent.isSignedIn()).toBe(true);
    test.clock.advance(5);
    expect((await agent.get("/api/is-auth")).setCookies).toEqual([]);
    test.clock.advance(2 * HOUR - 5);
    expect(await agent.isSignedIn()).toBe(false);
  });

  it("sets its cookies again once a minute at most, unless a browser lacks them or writes", async () => {
    const { agent, id } = await createMember(test);
    const namesSet = async (path = "/api/is-auth") => {
      const { setCookies } = await agent.get(path);
      return setCookies.map((line) => line.split("=")[0]);
    };
    const both = [SESSION_COOKIE, XSRF_COOKIE];
    test.clock.advance(5);
    expect(await namesSet()).toEqual([]);
    expect(await namesSet("/sanctum/csrf-cookie")).toEqual(both);
    expect((await agent.put("/api/user/profile", { name: "A" })).setCookies).toHaveLength(2);
    agent.cookies.delete(XSRF_COOKIE);
    expect(await namesSet()).toEqual(both);
    agent.cookies.set(XSRF_COOKIE, "another");
    expect(await namesSet()).toEqual(both);
    agent.cookies.set(XSRF_COOKIE, test.createAgent().cookies.get(XSRF_COOKIE) ?? "");
    expect(await namesSet()).toEqual(both);
    test.clock.advance(55);
    expect(await namesSet()).toEqual(both);
    // The first of these responses may never have reached the browser.
    test.clock.advance(4);
    expect(await namesSet()).toEqual(both);
    test.clock.advance(1);
    expect(await namesSet()).toEqual([]);
    await test.database`DELETE FROM sessions WHERE user_id = ${id}`;
    expect(await namesSet()).toEqual(both);
  });

  it("that has ended is cleaned up, the others stay", async () => {
    const { id } = await createMember(test);
    const remembered = await signInRemembered();
    test.clock.advance(2 * HOUR);
    const fresh = await createMember(test);
    await deleteExpiredSessions(test.database, test.clock.now());
    expect(await countSessions(id)).toBe(0);
    expect(await countSessions(fresh.id)).toBe(1);
    expect(await countSessions(remembered.id)).toBe(1);
  });
});

describe("remember me", () => {
  it("begins no more sessions than a member may have, however often it is used", async () => {
    const { agent, id } = await signInRemembered();
    const cookie = agent.cookies.get(REMEMBER_COOKIE) ?? "";
    const browsers = Array.from({ length: SESSIONS_PER_MEMBER_MAX + 5 }, () => {
      const browser = test.createAgent();
      browser.cookies.set(REMEMBER_COOKIE, cookie);
      return browser;
    });
    for (const browser of browsers) {
      test.clock.advance(1);
      expect(await browser.isSignedIn()).toBe(true);
    }
    expect(await countSessions(id)).toBe(SESSIONS_PER_MEMBER_MAX + 1);
    // The newest sessions stay valid, and so does the remembered browser's.
    expect((await browsers.at(-1)?.get("/api/user/profile"))?.status).toBe(200);
    expect((await agent.get("/api/user/profile")).status).toBe(200);
  });

  it("sets its own cookie for 400 days, and only when asked", async () => {
    const { response } = await signInRemembered();
    const line = response.setCookies.find((cookie) => cookie.startsWith("remember_web_"));
    expect(line).toMatch(
      /^remember_web_[0-9a-f]{40}=[\w%]+; expires=.+ GMT; Max-Age=34560000; path=\/; httponly; samesite=lax$/,
    );
    const { agent } = await createMember(test);
    expect(agent.cookies.has(REMEMBER_COOKIE)).toBe(false);
  });

  it("opens a new session once the old one has ended, up to 400 days", async () => {
    const { agent, id } = await signInRemembered();
    agent.cookies.delete(SESSION_COOKIE);
    expect(await agent.isSignedIn()).toBe(true);
    expect(await countSessions(id)).toBe(3);
    test.clock.advance(400 * DAY - 1);
    expect(await agent.isSignedIn()).toBe(true);
    agent.cookies.delete(SESSION_COOKIE);
    test.clock.advance(1);
    expect(await agent.isSignedIn()).toBe(false);
    expect(agent.cookies.has(REMEMBER_COOKIE)).toBe(false);
  });

  it("still needs the new session's token for a write", async () => {
    const { agent } = await signInRemembered();
    agent.cookies.delete(SESSION_COOKIE);
    expect((await agent.post("/api/logout")).status).toBe(419);
    await agent.fetchToken();
    expect((await agent.post("/api/logout")).status).toBe(200);
  });

  it("is over after signing out, on this device's copies too", async () => {
    const { agent, id } = await signInRemembered();
    const thief = copyOf(agent);
    await agent.post("/api/logout");
    expect(agent.cookies.has(REMEMBER_COOKIE)).toBe(false);
    thief.cookies.delete(SESSION_COOKIE);
    expect(await thief.isSignedIn()).toBe(false);
    expect(await countSessions(id)).toBe(0);
  });

  it("is not a session by itself: the two cookies cannot stand in for each other", async () => {
    const { agent } = await signInRemembered();
    const thief = test.createAgent();
    thief.cookies.set(SESSION_COOKIE, agent.cookies.get(REMEMBER_COOKIE) ?? "");
    expect(await thief.isSignedIn()).toBe(false);
    const other = test.createAgent();
    other.cookies.set(REMEMBER_COOKIE, agent.cookies.get(SESSION_COOKIE) ?? "");
    expect(await other.isSignedIn()).toBe(false);
  });
});
