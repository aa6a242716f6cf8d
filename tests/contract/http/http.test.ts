import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorSchema } from "#api/contract/envelope.ts";
import { createApi } from "#api/create-api.ts";
import { openDatabase } from "#api/db/client.ts";
import type { ApiEnv } from "#api/http/context.ts";
import { respondToError } from "#api/http/errors.ts";
import { WRITES_PER_MINUTE_MAX } from "#api/http/rate-limit.ts";
import { DomainError } from "#domain/errors.ts";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const stateless = { isStateful: false };

describe("an unknown address", () => {
  it.each([
    "/api/nothing",
    "/api/user/profile/",
    "/api/products%00",
    "/nothing",
    "/api/../x",
  ])("%s is 404 and says which", async (path) => {
    const response = await test.createAgent().get(path);
    expect(response.status).toBe(404);
    expect(response.as(errorSchema)).toMatchObject({
      status: "ERROR",
      code: expect.stringMatching(/^(?:route_)?not_found$/),
    });
  });

  it("has Laravel's words", async () => {
    const response = await test.createAgent().get("/api/nothing?x=1");
    expect(response.body).toEqual({
      status: "ERROR",
      message: "The route api/nothing could not be found.",
      code: "route_not_found",
      params: { path: "api/nothing" },
    });
  });

  it("called with a method it does not know is 405, with those it does", async () => {
    const response = await test.createAgent().post("/api/settings");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(response.error.message).toBe(
      "The POST method is not supported for route api/settings. Supported methods: GET, HEAD.",
    );
    const get = await test.createAgent().get("/api/login");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("called with a method that no route has is 405 as well, and 404 where nothing is", async () => {
    const agent = test.createAgent();
    const body = "<propfind/>";
    const headers = { "content-type": "application/xml" };
    const response = await agent.request("PROPFIND", "/api/login", body, { headers });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect(response.error.code).toBe("method_not_allowed");
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    expect((await agent.request("PROPFIND", "/api/nothing")).status).toBe(404);
  });

  it("responds to OPTIONS with what is allowed and to HEAD as to GET", async () => {
    const options = await test.createAgent().request("OPTIONS", "/api/settings");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD"]);
    const head = await test.createAgent().request("HEAD", "/api/settings");
    expect([head.status, head.text]).toEqual([200, ""]);
  });
});

describe("every response", () => {
  it("has an id: the web tier's when it is sound, else a new one", async () => {
    const idOf = async (given: string) => {
      const response = await test
        .createAgent()
        .get("/api/is-auth", { headers: { "x-request-id": given } });
      return response.headers.get("x-request-id");
    };
    expect(await idOf("request-0123456789")).toBe("request-0123456789");
    for (const given of ["short", "x".repeat(65), "with space 123", '{"a":1,"b":2}']) {
      expect(await idOf(given)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("is marked as data that nobody frames, guesses at or keeps", async () => {
    for (const path of ["/api/is-auth", "/api/nothing"]) {
      const { headers } = await test.createAgent().get(path, stateless);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("cache-control")).toBe("no-store");
    }
    const { agent } = await createMember(test);
    const personal = await agent.get("/api/settings");
    expect(personal.headers.get("cache-control")).toBe("private, no-store");
  });

  it.each([
    "de",
    "DE",
    "de-AT",
    "xx",
    "ru\u00a0",
    "*",
    "../../etc",
    "e".repeat(5000),
    "de;q=1",
  ])("stands whatever frontend-language says: %j", async (language) => {
    const headers = { "frontend-language": language };
    const response = await test.createAgent().get("/api/countries", { ...stateless, headers });
    expect(response.status).toBe(200);
    const isGerman = /^de(-at)?$/i.test(language);
    expect(response.text.includes("Deutschland")).toBe(isGerman);
    expect(response.text.includes("Germany")).toBe(!isGerman);
  });
});

describe("who asks", () => {
  const limit = 20;
  const tries = async (headers: Record<string, string>, api = test.api) => {
    const agent = new ApiAgent((request) => api.fetch(request), { appUrl: TEST_APP_URL });
    const response = await agent.post("/api/register", {}, { headers });
    return limit - Number(response.headers.get("x-ratelimit-remaining"));
  };

  it("is read from X-Forwarded-For of our web tier only", async () => {
    const headers = { "x-forwarded-for": "203.0.113.1" };
    const proof = { "x-promptory-internal": test.deps.config.internalToken };
    expect(await tries({ ...headers, ...proof })).toBe(1);
    expect(await tries({ ...headers, ...proof })).toBe(2);
    const wrongProof = { "x-promptory-internal": `${proof["x-promptory-internal"].slice(0, -1)}_` };
    const before = await tries(headers);
    expect(await tries({ "x-forwarded-for": "203.0.113.2" })).toBe(before + 1);
    expect(await tries({ ...headers, ...wrongProof })).toBe(before + 2);
    expect(await tries({ ...headers, ...proof })).toBe(3);
  });

  it("is read from the nearest proxy where there is one, whatever stands before", async () => {
    const api = createApi({ ...test.deps, config: { ...test.deps.config, trustProxy: true } });
    expect(await tries({ "x-forwarded-for": "6.6.6.6, 203.0.113.9" }, api)).toBe(1);
    expect(await tries({ "x-forwarded-for": "7.7.7.7, 203.0.113.9" }, api)).toBe(2);
    expect(await tries({ "x-forwarded-for": "203.0.113.9, 203.0.113.8" }, api)).toBe(1);
  });

  it("may write 600 times a minute, alone or signed in, and then waits", async () => {
    const { agent, id } = await createMember(test);
    const hit = () => agent.post("/api/nothing");
    expect((await hit()).status).toBe(404);
    await test.database`UPDATE rate_limits SET hits = ${WRITES_PER_MINUTE_MAX - 1}`;
    expect((await hit()).status).toBe(404);
    const response = await hit();
    expect(response.status).toBe(429);
    expect(response.headers.get("x-ratelimit-limit")).toBe("600");
    // Reading still works, and other members are not affected.
    expect((await agent.get("/api/user/profile")).status).toBe(200);
    expect((await test.createAgent().post("/api/nothing")).status).toBe(404);
    expect(id).toBeGreaterThan(0);
    test.clock.advance(60);
    expect((await hit()).status).toBe(404);
  });
});

/** Returns the response to a request in which `work` fails. */
async function respondTo(work: () => PromiseLike<unknown>): Promise<Response> {
  const app = new OpenAPIHono<ApiEnv>();
  const responses = { 200: { description: "never" } };
  app.openapi(createRoute({ method: "get", path: "/", responses }), async (c) => {
    await work();
    return c.body(null, 200);
  });
  app.onError(respondToError(test.deps));
  return app.request("/");
}

describe("what goes wrong inside", () => {
  it("is a bare 500 to the caller, and the whole story in the log", async () => {
    const broken = await createTestApi();
    await broken.database`ALTER TABLE settings RENAME TO settings_gone`;
    const response = await broken.createAgent().get("/api/settings");
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      status: "ERROR",
      message: "Server Error",
      code: "server_error",
    });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(broken.logged).toEqual([
      expect.objectContaining({
        msg: "request failed",
        path: "/api/settings",
        requestId: response.headers.get("x-request-id"),
        err: expect.objectContaining({ message: expect.stringContaining("settings") }),
      }),
    ]);
    await broken.close();
  });

  it("is 503 with Retry-After while no database responds, and guests keep their token", async () => {
    const database = openDatabase({ host: "127.0.0.1", port: 1, user: "x", database: "x" });
    const api = createApi({ ...test.deps, database });
    const agent = new ApiAgent((request) => api.fetch(request), { appUrl: TEST_APP_URL });
    expect((await agent.fetchToken()).status).toBe(204);
    for (const response of [await agent.get("/api/settings"), await agent.post("/api/login")]) {
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(response.error).toMatchObject({
        code: "unavailable",
        message: "Service Unavailable",
      });
    }
    const { agent: member } = await createMember(test);
    agent.takeCookiesOf(member);
    const response = await agent.get("/api/is-auth");
    expect([response.status, response.setCookies]).toEqual([503, []]);
    await database.end();
    expect((await agent.get("/api/settings")).status).toBe(503);
  });

  it("is logged once while the files are away, and responded to each time", async () => {
    const before = test.logged.length;
    const app = new OpenAPIHono<ApiEnv>();
    app.get("/media", () => {
      throw new DomainError("storage_unavailable", { retryAfterSeconds: 5 });
    });
    app.onError(respondToError(test.deps));
    for (let request = 0; request < 3; request++) {
      const response = await app.request("/media");
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    const msg = "the files do not respond: a request failed";
    expect(test.logged.slice(before)).toMatchObject([{ level: 50, msg, path: "/media" }]);
  });

  it.each([
    ["a text that is no number", "SELECT 'x'::bigint", 422],
    ["a number that is too large", "SELECT 99999999999::int", 422],
    ["a character that cannot be stored", "SELECT convert_from('\\x00', 'UTF8')", 422],
    ["a lock that took too long", "DO $$BEGIN RAISE SQLSTATE '55P03'; END$$", 503],
    ["a server that is going down", "DO $$BEGIN RAISE SQLSTATE '57P01'; END$$", 503],
    ["a full disk", "DO $$BEGIN RAISE SQLSTATE '53100'; END$$", 503],
    ["a disk that fails", "DO $$BEGIN RAISE SQLSTATE '58030'; END$$", 503],
    ["a server whose files are being replaced", "DO $$BEGIN RAISE SQLSTATE '58P01'; END$$", 503],
    ["a password that was changed", "DO $$BEGIN RAISE SQLSTATE '28P01'; END$$", 503],
    ["a role that may not sign in", "DO $$BEGIN RAISE SQLSTATE '28000'; END$$", 503],
    ["a database that is gone", "DO $$BEGIN RAISE SQLSTATE '3D000'; END$$", 503],
    ["a transaction that waited too long", "DO $$BEGIN RAISE SQLSTATE '25P03'; END$$", 503],
    ["a table that is missing", "SELECT * FROM nowhere", 500],
  ])("is derived from the database's error: %s", async (_, statement, status) => {
    expect((await respondTo(() => test.database.unsafe(statement))).status).toBe(status);
  });

  it("is 503 while the database rejects every login, whatever its reason", async () => {
    const { database: name } = test.connection;
    const asNobody = openDatabase({ ...test.connection, user: "nobody_at_all" });
    const elsewhere = openDatabase({ ...test.connection, database: `${name}_gone` });
    const closed = openDatabase({ ...test.connection, database: "template0" });
    for (const database of [asNobody, elsewhere, closed]) {
      const response = await respondTo(() => database`SELECT 1`);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
      await database.end();
    }
  });

  it.each([
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "EMFILE",
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
  ])("is 503 when the database cannot be reached: %s", async (code) => {
    const error = Object.assign(new Error("connect"), { code, syscall: "connect" });
    const many = new AggregateError([error], "each of its addresses");
    for (const one of [error, many]) {
      const response = await respondTo(() => Promise.reject(one));
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    }
  });

  it("an id that no column can hold names nothing", async () => {
    const app = createApi(test.deps);
    const params = z.object({ id: z.coerce.number().int().max(Number.MAX_SAFE_INTEGER) });
    const responses = { 200: { description: "found" } };
    const route = createRoute({
      method: "get",
      path: "/probe/{id}",
      request: { params },
      responses,
    });
    app.openapi(route, (c) => c.body(null, 200));
    expect((await app.request("/probe/7")).status).toBe(200);
    for (const id of ["99999999999999999999999", "x", "1.5", "NaN"]) {
      expect((await app.request(`/probe/${id}`)).status).toBe(404);
    }
  });
});
