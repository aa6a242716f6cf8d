import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestServerApp, ORIGIN } from "#tests/setup/api/server-app.ts";
import { LOCATION_LENGTH_MAX } from "./limits.ts";

/**
 * The process's HTTP surface, with an API and screens that report which of them responded and to
 * which request.
 */
function createApp() {
  const respondAs = (name: string) => async (request: Request) =>
    Response.json({ name, method: request.method });
  return createTestServerApp({ api: respondAs("api"), handleWeb: respondAs("web") });
}

/** Builds the request like the adapter does: the Request constructor rejects TRACE. */
function toRequest(method: string, path: string): Request {
  const request = new Request(ORIGIN + path, { method: method === "TRACE" ? "GET" : method });
  return Object.defineProperty(request, "method", { get: () => method });
}

describe("the paths of the API", () => {
  it.each([
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "PROPFIND",
    "TRACE",
  ])("are the API's with %s", async (method) => {
    for (const path of ["/api/login", "/sanctum/csrf-cookie", "/media/a", "/webhooks/b"]) {
      const response = await createApp().fetch(toRequest(method, path));
      expect(await response.json()).toEqual({ name: "api", method });
    }
  });
});

it("leads password managers to the form that changes the password", async () => {
  const response = await createApp().fetch(toRequest("GET", "/.well-known/change-password"));
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/dashboard/profile#password");
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
});

describe("a redirect", () => {
  const lead = async (location: string) => {
    const handleWeb = async () => new Response(null, { status: 302, headers: { location } });
    const response = await createTestServerApp({ api: null, handleWeb }).fetch(
      toRequest("GET", "/"),
    );
    return response.headers.get("location");
  };

  it("keeps an address of any length that is ours", async () => {
    const longest = `/en/products?search=${"a".repeat(LOCATION_LENGTH_MAX - 20)}`;
    expect(longest).toHaveLength(LOCATION_LENGTH_MAX);
    expect(await lead(longest)).toBe(longest);
  });

  it.each([
    ["a query", `/en/products?${"%27".repeat(7_000)}`, "/en/products"],
    ["a fragment", `/en/products#${"a".repeat(9_000)}`, "/en/products"],
    ["a path", `/en/${"%22".repeat(7_000)}?a`, "/"],
  ])("drops %s that balancers would take for a broken process", async (_, long, short) => {
    expect(await lead(long)).toBe(short);
  });

  it("leads to another site as it says", async () => {
    const elsewhere = `https://payments.example/?${"a".repeat(9_000)}`;
    expect(await lead(elsewhere)).toBe(elsewhere);
  });

  it("is never longer, whatever the address of the request", () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
        fc.nat(9_000),
        async (text, length) => {
          const url = new URL(`/en?${text.repeat(Math.ceil(length / text.length))}`, ORIGIN);
          const found = (await lead(url.pathname + url.search)) ?? "";
          expect(found.length).toBeLessThanOrEqual(LOCATION_LENGTH_MAX);
          expect(found).toMatch(/^\/en/);
        },
      ),
    ));
});

describe("tracking parameters", () => {
  /** Screens that respond with a redirect to `location`, or with what they were asked. */
  const fetchFrom = (location: string | null, request: Request) => {
    const handleWeb = async (asked: Request) =>
      location === null
        ? new Response([asked.method, asked.url, await asked.text()].join(" "))
        : new Response(null, { status: 303, headers: { location } });
    return createTestServerApp({ api: null, handleWeb }).fetch(request);
  };

  it.each(["/en/products", "/en/products.data"])("do not reach the screen %s", async (path) => {
    const request = toRequest("GET", `${path}?style=ink&utm_source=mail&_routes=root&gclid=%`);
    const response = await fetchFrom(null, request);
    expect(await response.text()).toBe(`GET ${ORIGIN}${path}?style=ink&_routes=root `);
  });

  it("do not reach the screen of a form, which gets its body", async () => {
    const init = { method: "POST", body: "a=b", headers: { origin: ORIGIN } };
    const request = new Request(`${ORIGIN}/en/contact-us?utm_source=mail&index`, init);
    const response = await fetchFrom(null, request);
    expect(await response.text()).toBe(`POST ${ORIGIN}/en/contact-us?index a=b`);
  });

  it.each([
    ["/en", "/en?utm_source=mail&gclid=%"],
    ["/en/products?style=ink#top", "/en/products?style=ink&utm_source=mail&gclid=%#top"],
    ["//other.example/en", "//other.example/en"],
    ["https://payments.example/pay?id=7", "https://payments.example/pay?id=7"],
    [`/en?search=${"a".repeat(8_160)}`, `/en?search=${"a".repeat(8_160)}`],
  ])("stay in the redirect of a visit to %s", async (location, expected) => {
    const request = toRequest("GET", "/?utm_source=mail&style=ink&gclid=%");
    const response = await fetchFrom(location, request);
    expect(response.headers.get("location")).toBe(expected);
  });

  it("do not stay in the redirect of a form", async () => {
    const init = { method: "POST", body: "a=b", headers: { origin: ORIGIN } };
    const request = new Request(`${ORIGIN}/en/contact-us?utm_source=mail`, init);
    const response = await fetchFrom("/en", request);
    expect(response.headers.get("location")).toBe("/en");
  });
});
