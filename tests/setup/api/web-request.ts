import { RouterContextProvider } from "react-router";
import { createTextCipher } from "#api/http/encryption.ts";
import { PageReads } from "#app/api-client/transport/api-target.server.ts";
import { sessionRelayMiddleware } from "#app/middleware/session-relay.ts";
import { type Context, type WebRequest, webRequestContext } from "#app/middleware/web-context.ts";

export type FakeApi = (request: Request, path: string) => Response | Promise<Response>;

export const SHOP_URL = "https://shop.example";

/**
 * Creates what the server passes along with a request, for an API whose responses the test makes.
 */
export function createWebRequest(fetch: WebRequest["api"]["fetch"]): WebRequest {
  return {
    api: {
      appUrl: SHOP_URL,
      baseUrl: `${SHOP_URL}/api`,
      headers: {},
      paymentOrigins: [],
      storageBase: "",
      fetch,
    },
    requestId: "test",
    clientIp: "127.0.0.1",
    nonce: "",
    isDocument: true,
    defaultLocale: "en",
    cipher: { encrypt: (_purpose, text) => text, decrypt: (_purpose, text) => text },
    now: () => new Date(0),
    pageReads: new PageReads(),
    waitToRender: async () => {},
    logError: () => {},
  };
}

/**
 * Runs a part of the web tier (an action, a loader) as in a request of a signed-in browser, in
 * English, against an API whose responses the test makes. `path` is relative to the API's base.
 * `headers` are those that the web tier sends with the response that `run` returns.
 */
export async function runInWebTier<Result>(
  request: Request,
  api: FakeApi,
  run: (context: Context) => Result | Promise<Result>,
): Promise<{ result: Result; logged: string[]; headers: Headers }> {
  const logged: string[] = [];
  const context = new RouterContextProvider();
  context.set(webRequestContext, {
    api: {
      fetch: async (call) => api(call, new URL(call.url).pathname.replace(/^\/api/, "")),
      baseUrl: "https://backend.example/api",
      appUrl: SHOP_URL,
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: ["https://pay.example"],
    },
    requestId: "r-1",
    clientIp: "203.0.113.9",
    isDocument: true,
    nonce: "",
    defaultLocale: "en",
    cipher: createTextCipher(["a secret of the tests, at least 32 characters long"]),
    now: () => new Date(),
    pageReads: new PageReads(),
    waitToRender: async () => {},
    logError: (message, error) => void logged.push(`${message}: ${String(error)}`),
  });
  const more = request.headers.get("cookie");
  request.headers.set("cookie", `shop_session=s; XSRF-TOKEN=t${more === null ? "" : `; ${more}`}`);
  let outcome: { result: Result } | { error: unknown } | undefined;
  const url = new URL(request.url);
  const args = { request, url, pattern: "", context, params: {} };
  const response = await sessionRelayMiddleware(args, async () => {
    outcome = await Promise.resolve(run(context)).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    const made = "result" in outcome ? outcome.result : null;
    // A copy, because the middleware adds headers and the test must see what was returned.
    return made instanceof Response ? new Response(null, made) : new Response();
  });
  if (!outcome) throw new Error("the middleware did not go on");
  if ("error" in outcome) throw outcome.error;
  return { result: outcome.result, logged, headers: response?.headers ?? new Headers() };
}

/** Creates a form post from one of our own pages. */
export function postForm(path: string, fields: Record<string, string>): Request {
  const body = new URLSearchParams(fields);
  const headers = { "content-length": String(body.toString().length) };
  return new Request(`${SHOP_URL}${path}`, { method: "POST", headers, body });
}
