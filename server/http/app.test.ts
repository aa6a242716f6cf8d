import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createTextCipher } from "#api/http/encryption.ts";
import { readConfig } from "../config/config.ts";
import { Readiness } from "../lifecycle/readiness.ts";
import { createServerApp } from "./app.ts";

const ORIGIN = "http://localhost:3000";
const SECRET = "s".repeat(32);

/** The process's HTTP surface with an API and screens that say who responded, and to what. */
function createApp() {
  const respondAs = (name: string) => async (request: Request) =>
    Response.json({ name, method: request.method });
  return createServerApp({
    mailPreview: null,
    config: readConfig({ APP_URL: ORIGIN, SESSION_SECRET: SECRET }),
    log: pino({ level: "silent" }),
    api: respondAs("api"),
    apiHeaders: {},
    apiTarget: {
      fetch: async () => new Response(null, { status: 404 }),
      baseUrl: `${ORIGIN}/api`,
      appUrl: ORIGIN,
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    },
    handleWeb: respondAs("web"),
    staticFiles: null,
    sharedAssets: null,
    pageCache: null,
    security: { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false },
    cipher: createTextCipher([SECRET]),
    now: () => new Date(),
    readiness: new Readiness([]),
  });
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
