import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BODY_BYTES_MAX } from "#api/http/body.ts";
import { createUser, PASSWORD } from "#tests/factories.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const stateless = { isStateful: false };

describe("a body", () => {
  const send = async (body: string, type = "application/json") => {
    const agent = test.createAgent();
    await agent.fetchToken();
    return agent.request("POST", "/api/login", body, { headers: { "content-type": type } });
  };

  it.each([
    ["cut off", "{"],
    ["a word", "nonsense"],
    ["a key without a value", '{"email":}'],
    ["a NUL", "\u0000"],
    ["a NUL in a text", '{"email":"a\u0000"}'],
    ["brackets that stay open", "[".repeat(200_000)],
    ["too deep", `{"email":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ])("that is no JSON is malformed: %s", async (_what, body) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.error.code).toBe("malformed_body");
  });

  it.each([
    "[]",
    "null",
    "1",
    '"text"',
    "true",
  ])("that is no object is rejected: %s", async (body) => {
    const response = await send(body);
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({
      body: ["The request body must be an object."],
    });
  });

  it("that is missing or empty lacks its fields", async () => {
    for (const type of ["application/json", ""]) {
      const response = await send("", type);
      expect(response.status).toBe(422);
      expect(response.invalidFields).toEqual(["email", "password"]);
    }
  });

  it("in another media type is not read", async () => {
    for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x", ""]) {
      const response = await send('{"email":"a@b.example","password":"x"}', type);
      expect(response.status).toBe(415);
      expect(response.error.code).toBe("unsupported_media_type");
    }
  });

  it("may be nested 16 deep, but not so deep that nobody could work on it", async () => {
    const nested = async (depth: number, inside = "") => {
      const email = "[".repeat(depth) + inside + "]".repeat(depth);
      const response = await send(`{"email":${email},"password":"x"}`);
      expect(response.status).toBe(422);
      return response.error.errors?.email?.[0];
    };
    expect(await nested(16)).toBe("Please enter a valid email address");
    expect(await nested(17)).toBe("The value is nested too deeply.");
    expect(await nested(90)).toBe("The value is nested too deeply.");
    expect(await nested(16, '"\\u0000"')).toContain("cannot be stored");
  });

  it("may have a megabyte and not one byte more", async () => {
    const padded = (length: number) => {
      const start = '{"email":"a@b.example","password":"x","padding":"';
      return `${start}${"p".repeat(length - start.length - 2)}"}`;
    };
    expect((await send(padded(BODY_BYTES_MAX))).status).toBe(422);
    const response = await send(padded(BODY_BYTES_MAX + 1));
    expect(response.status).toBe(413);
    expect(response.error.message).toBe("The request is too large.");
  });

  it("is cut off at the limit when its length was not announced", async () => {
    const agent = test.createAgent();
    await agent.fetchToken();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        sent += 65_536;
        stream.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const response = await test.api.request("/api/login", {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: {
        "content-type": "application/json",
        origin: TEST_APP_URL,
        cookie: agent.cookieHeader,
        "x-xsrf-token": decodeURIComponent(agent.cookies.get("XSRF-TOKEN") ?? ""),
      },
      // The DOM's types lack `duplex`, which Node requires for a stream.
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(2 * BODY_BYTES_MAX);
  });

  it("may be a form as browsers send it", async () => {
    const { email } = await createUser(test.database);
    const type = "application/x-www-form-urlencoded";
    const form = new URLSearchParams({ email, password: PASSWORD, remember: "on" });
    const response = await send(form.toString(), type);
    expect(response.status).toBe(200);
    expect(response.setCookies.some((line) => line.startsWith("remember_web_"))).toBe(true);
    expect((await send("email=a%00&password=x", type)).error.errors).toHaveProperty("email");
    expect((await send("__proto__=x&email[]=a&email[]=b", type)).status).toBe(422);
  });

  it.each([
    ["fields", "a[]&".repeat(40_000), 413, "payload_too_large"],
    ["fields of a name", "a=1&".repeat(250_000), 413, "payload_too_large"],
    ["names", `${"n".repeat(101)}=1`, 400, "malformed_body"],
    ["nested names", `a${"[b]".repeat(17)}=1`, 400, "malformed_body"],
  ])("may be a form, but not one with too many or too long %s", async (_, body, status, code) => {
    const response = await send(body, "application/x-www-form-urlencoded");
    expect(response.status).toBe(status);
    expect(response.error.code).toBe(code);
  });

  it("may not hold more values than any of our forms", async () => {
    const list = (length: number) => `{"email":[${"1,".repeat(length - 1)}1],"password":"x"}`;
    expect((await send(list(1_900))).status).toBe(422);
    expect((await send(list(400_000))).status).toBe(413);
    expect((await send(`{"email":"${"a,[{".repeat(1000)}","password":"x"}`)).status).toBe(422);
  });

  it.each([
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site", origin: TEST_APP_URL }, 403],
    [{ origin: TEST_APP_URL.replace("http:", "https:") }, 403],
    [{}, 200],
  ])("of a form is taken from our own pages and from programs only: %j", async (headers, status) => {
    const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""];
    for (const path of ["newsletter/subscribe", "newsletter/unsubscribe", "contact"]) {
      for (const type of status === 403 ? types : types.slice(0, 1)) {
        const response = await test.api.request(`/api/${path}`, {
          method: "POST",
          body: Buffer.from("email=visitor%40example.com"),
          headers: { ...headers, ...(type && { "content-type": type }) },
        });
        if (status === 403) expect(response.status, `${path} ${type}`).toBe(403);
        else expect(response.status, path).not.toBe(403);
      }
    }
  });

  it("that breaks off on its way is malformed and no error of ours", async () => {
    const agent = test.createAgent();
    await agent.fetchToken();
    const broken = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.error(new Error("aborted")),
    });
    const response = await test.api.request("/api/newsletter/subscribe", {
      method: "POST",
      body: broken,
      duplex: "half",
      headers: { "content-type": "application/json" },
      // The DOM's types lack `duplex`, which Node requires for a stream.
    } as RequestInit);
    expect(response.status).toBe(400);
    expect(test.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it("with NUL in the query is rejected at that field", async () => {
    const response = await test.createAgent().get("/api/is-auth?search=a%00b");
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty("search");
  });

  it("of a webhook is limited too", async () => {
    const send = (length: number) =>
      test.createAgent().request("POST", "/webhooks/nobody", "x".repeat(length), stateless);
    expect((await send(BODY_BYTES_MAX)).status).toBe(404);
    expect((await send(BODY_BYTES_MAX + 1)).status).toBe(413);
  });
});
