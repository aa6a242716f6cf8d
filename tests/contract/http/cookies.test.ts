import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAuthSchema, XSRF_COOKIE } from "#api/contract/accounts.ts";
import { createApi } from "#api/create-api.ts";
import { SESSION_COOKIE } from "#api/http/cookies.ts";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

describe("the cookies", () => {
  const END =
    "expires=\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT; Max-Age=7200; path=/; ";

  it("are set by /sanctum/csrf-cookie, even for a visitor without Origin and Referer", async () => {
    const response = await test.createAgent().get("/sanctum/csrf-cookie", { isStateful: false });
    expect(response.status).toBe(204);
    expect(response.text).toBe("");
    expect(response.setCookies).toEqual([
      expect.stringMatching(
        new RegExp(`^promptory_session=[\\w%]+; ${END}httponly; samesite=lax$`),
      ),
      expect.stringMatching(new RegExp(`^XSRF-TOKEN=[\\w%]+; ${END}samesite=lax$`)),
    ]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("are marked secure where the site is https", async () => {
    const config = { ...test.deps.config, appUrl: "https://shop.example" };
    const response = await createApi({ ...test.deps, config }).request("/sanctum/csrf-cookie");
    for (const line of response.headers.getSetCookie()) expect(line).toMatch(/; secure; /);
  });

  it("slide with every response of a guest's session, and look different each time", async () => {
    const agent = test.createAgent();
    const [first, second] = [await agent.fetchToken(), await agent.get("/api/is-auth")];
    expect(second.setCookies).toHaveLength(2);
    expect(second.setCookies).not.toEqual(first.setCookies);
  });

  it.each([
    ["no Origin and no Referer", {}],
    ["a foreign Origin", { origin: "https://evil.example" }],
    [
      "a foreign Referer, which outranks the Origin",
      { origin: TEST_APP_URL, referer: "https://evil.example/" },
    ],
    ["another port", { origin: "http://localhost:3001" }],
    ["our name as somebody's subdomain", { referer: "http://localhost.evil.example:3000/" }],
    ["our name as a user name", { referer: "http://localhost:3000@evil.example/" }],
    ["Origin null", { origin: "null" }],
    ["garbage", { referer: "\u00ff:::" }],
  ])("are neither read nor set with %s", async (_, headers) => {
    const { agent } = await createMember(test);
    const response = await agent.get("/api/is-auth", {
      isStateful: false,
      headers: { cookie: agent.cookieHeader, ...headers },
    });
    expect(response.as(isAuthSchema)).toEqual({ authenticated: false });
    expect(response.setCookies).toEqual([]);
  });

  it.each([
    ["the Referer alone", { referer: `${TEST_APP_URL}/en/products?x=1` }],
    ["the Origin alone", { origin: TEST_APP_URL }],
    ["an empty Referer beside it", { referer: "", origin: TEST_APP_URL }],
  ])("are read with %s", async (_, headers) => {
    const { agent } = await createMember(test);
    const response = await agent.get("/api/is-auth", {
      isStateful: false,
      headers: { cookie: agent.cookieHeader, ...headers },
    });
    expect(response.as(isAuthSchema)).toEqual({ authenticated: true });
  });

  it("sign nobody in when one letter was changed, cut or swapped between them", async () => {
    const { agent } = await createMember(test);
    const encrypted = agent.cookies.get(SESSION_COOKIE) ?? "";
    const token = agent.cookies.get(XSRF_COOKIE) ?? "";
    const letters = [...encrypted].map((letter, at) => [at, letter === "A" ? "B" : "A"] as const);
    const forged = letters
      .filter(
        ([at]) => encrypted[at] !== "%" && encrypted[at - 1] !== "%" && encrypted[at - 2] !== "%",
      )
      // Base64 decoding ignores some bits of the last letters.
      .slice(0, -4)
      .map(([at, letter]) => encrypted.slice(0, at) + letter + encrypted.slice(at + 1));
    const thief = test.createAgent();
    for (const value of [
      ...forged,
      encrypted.slice(0, -8),
      token,
      "",
      "%00",
      "%E0%A4%A",
      "x".repeat(9000),
    ]) {
      thief.cookies.set(SESSION_COOKIE, value);
      expect(await thief.isSignedIn(), value).toBe(false);
    }
  });

  it("are accepted from before a change of the secret, and encrypted anew", async () => {
    const { agent } = await createMember(test);
    const [old] = test.deps.config.sessionSecrets;
    const serve = (sessionSecrets: [string, ...string[]]) => {
      const api = createApi({ ...test.deps, config: { ...test.deps.config, sessionSecrets } });
      return new ApiAgent((request) => api.fetch(request), { appUrl: TEST_APP_URL });
    };
    const during = serve(["a new secret, also 32 characters or more", old]);
    during.takeCookiesOf(agent);
    expect(await during.isSignedIn()).toBe(true);
    const after = serve(["a new secret, also 32 characters or more"]);
    after.takeCookiesOf(during);
    expect(await after.isSignedIn()).toBe(true);
    after.takeCookiesOf(agent);
    expect(await after.isSignedIn()).toBe(false);
  });
});
