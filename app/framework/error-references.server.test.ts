import {
  createRequestHandler,
  data,
  type EntryContext,
  RouterContextProvider,
  redirect,
  type ServerBuild,
} from "react-router";
import { describe, expect, it, vi } from "vitest";
import { handleError } from "#app/entry.server.tsx";
import { requireWebRequest, webRequestContext } from "#app/middleware/web-context.ts";
import { withReferences } from "./error-references.server.ts";

const REFERENCE = "BCDF-GHJK-LMNP";

type Part = "loader" | "action" | "middleware";

/**
 * React Router's production handler for a single screen, a part of which throws what `fail` throws.
 */
function createHandler(part: Part, fail: () => unknown) {
  const throwing = async () => {
    throw fail();
  };
  const module = {
    default: () => null,
    loader: () => null,
    [part]: part === "middleware" ? [throwing] : throwing,
  };
  const build = {
    entry: {
      module: {
        handleError,
        default: (_request: Request, status: number, _headers: Headers, context: EntryContext) =>
          Response.json(Object.values(context.staticHandlerContext.errors ?? {}), { status }),
      },
    },
    routes: { root: { id: "root", path: "", module } },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
    ...{ basename: "/", publicPath: "/", assetsBuildDirectory: "", prerender: [] },
    ...{ ssr: true, isSpaMode: false, routeDiscovery: { mode: "initial", manifestPath: "/m" } },
    future: { v8_middleware: true },
  } as unknown as ServerBuild;
  return createRequestHandler(withReferences(build, requireWebRequest), "production");
}

async function request(part: Part, fail: () => unknown, path = "/") {
  const logError = vi.fn();
  const context = new RouterContextProvider();
  context.set(webRequestContext, { requestId: REFERENCE, logError } as never);
  const init = part === "action" ? { method: "POST", body: new URLSearchParams({ a: "b" }) } : {};
  const url = `https://shop.example${path}`;
  const response = await createHandler(part, fail)(new Request(url, init), context);
  return { response, body: await response.text(), logError };
}

describe("errorReferences: the reference of an error page", () => {
  it.each([
    "loader",
    "action",
    "middleware",
  ] as const)("an error of a %s that nobody expected is logged once, and its page has the reference alone", async (part) => {
    const error = new Error("the secret of the shop");
    const { response, body, logError } = await request(part, () => error);
    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject([
      { status: 500, data: { code: "unexpected", reference: REFERENCE } },
    ]);
    expect(body).not.toContain("secret");
    expect(logError.mock.calls).toEqual([[`${part === "action" ? "POST" : "GET"} /`, error]]);
  });

  it("a screen that is asked for without a new document has it as well", async () => {
    const { body, logError } = await request("loader", () => new Error("secret"), "/_root.data");
    expect(body).toContain(REFERENCE);
    expect(body).not.toContain("secret");
    expect(logError).toHaveBeenCalledTimes(1);
  });

  it("a failure that two requests wait for has the reference of each", async () => {
    const shared = data({ code: "unavailable", reference: "of the first" }, { status: 502 });
    const { response, body, logError } = await request("loader", () => shared);
    expect(response.status).toBe(502);
    expect(JSON.parse(body)).toMatchObject([
      { data: { code: "unavailable", reference: REFERENCE } },
    ]);
    expect(logError).toHaveBeenCalledTimes(1);
  });

  it("redirects and rejections are what they were, and no line of the log", async () => {
    const moved = await request("loader", () => redirect("/en"));
    expect(moved.response.headers.get("location")).toBe("/en");
    const missing = await request("loader", () => data({ code: "not_found" }, { status: 404 }));
    expect(missing.response.status).toBe(404);
    expect(missing.body).not.toContain(REFERENCE);
    expect(moved.logError.mock.calls.length + missing.logError.mock.calls.length).toBe(0);
  });
});
