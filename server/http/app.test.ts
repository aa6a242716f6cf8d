import { describe, expect, it } from "vitest";
import { createTestServerApp, ORIGIN } from "#tests/setup/api/server-app.ts";

/** The process's HTTP surface with an API and screens that say who responded, and to what. */
function createApp() {
  const respondAs = (name: string) => async (request: Request) =>
    Response.json({ name, method: request.method });
  return createTestServerApp({ api: respondAs("api"), handleWeb: respondAs("web") });
}

/** As the adapter makes one: a Request cannot be made with TRACE. */
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
