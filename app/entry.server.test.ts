import { UNSAFE_ErrorResponseImpl as RouteError, RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { PageReads } from "#app/api-client/transport/api-target.server.ts";
import { webRequestContext } from "#app/middleware/web-context.ts";
import { handleError } from "./entry.server.tsx";

/** What is logged for an error that no loader or action caught. */
function logged(error: unknown): unknown[] {
  const context = new RouterContextProvider();
  const lines: unknown[] = [];
  context.set(webRequestContext, {
    api: {
      fetch: async () => new Response(null, { status: 404 }),
      baseUrl: "http://localhost/api",
      appUrl: "http://localhost",
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    },
    requestId: "1",
    clientIp: "127.0.0.1",
    nonce: "",
    isDocument: true,
    defaultLocale: "en",
    cipher: { encrypt: (_purpose, text) => text, decrypt: (_purpose, text) => text },
    now: () => new Date(),
    pageReads: new PageReads(),
    waitToRender: async () => {},
    logError: (message) => void lines.push(message),
  });
  const request = new Request("http://localhost/en", { method: "PUT" });
  handleError(error, { request, context, params: {} });
  return lines;
}

it("logs what nobody expected, and not what a client asks for in vain", () => {
  expect(logged(new RouteError(405, "Method Not Allowed", "", true))).toEqual([]);
  expect(logged(new RouteError(500, "Internal Server Error", "", true))).toEqual(["PUT /en"]);
  expect(logged(new TypeError("broken"))).toEqual(["PUT /en"]);
});
