import { describe, expect, it } from "vitest";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { checkApi, type Report } from "./check.ts";

const account = { email: "ada@example.test", password: "a password" };

/** Whom a guard in front of the router lets through to it. */
type Guard = "token" | "token and member";

/**
 * A server with a catalogue and a member, which has these writes. What its `guard` requires is
 * checked before a path is looked up; `calls` lists what reached it.
 */
function serveGuarded(writes: string[], guard: Guard) {
  const calls: string[] = [];
  let isSignedIn = false;
  const respond = (status: number, body: object = { message: "No." }) =>
    Response.json(body, { status });
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/sanctum/csrf-cookie") {
      const headers = ["shop_session=1", "XSRF-TOKEN=t"].map((line): [string, string] => [
        "set-cookie",
        `${line}; Path=/`,
      ]);
      return new Response(null, { status: 204, headers });
    }
    const call = `${request.method} ${pathname.replace(/^\/api/, "")}`;
    if (request.method === "GET") {
      if (call !== "GET /user/profile") return respond(404);
      return isSignedIn
        ? respond(200, { payload: { email: account.email, balance: 1 } })
        : respond(401);
    }
    if (request.headers.get("x-xsrf-token") !== "t") return respond(419);
    if (call === "POST /login" && (await request.clone().text()).includes(account.email)) {
      isSignedIn = true;
      return respond(200, { status: "OK" });
    }
    if (guard === "token and member" && !isSignedIn) return respond(401);
    if (!writes.includes(call)) return respond(404);
    calls.push(call);
    if (call === "POST /logout") isSignedIn = false;
    return respond(isSignedIn || call === "POST /register" ? 422 : 401);
  };
  const target: ApiTarget = {
    isRemote: true,
    fetch,
    baseUrl: "https://backend.example/api",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  };
  return { target, calls };
}

function outcomesOf({ calls }: Report, ...names: string[]) {
  return names.map((name) => {
    const found = calls.find(({ method, path }) => `${method} ${path}` === name);
    return `${found?.outcome}: ${found?.remark}`;
  });
}

describe("the checker, in front of a server that requires a token before it routes", () => {
  it("finds the writes that it lacks by a guest's session and token", async () => {
    const { target } = serveGuarded(["POST /register", "POST /purchase/prompt"], "token");
    const report = await checkApi(target);
    expect(
      outcomesOf(
        report,
        "POST /register",
        "POST /purchase/prompt",
        "POST /deposit/checkout",
        "POST /offer/create",
      ),
    ).toEqual(["ok: 422 with a session", "ok: 401 with a session", "missing: 404", "missing: 404"]);
    expect(report.isUsable).toBe(false);
  });

  it("says that it does not know, where a body is not needed to change something", async () => {
    const writes = ["DELETE /user/delete", "PUT /user/profile", "POST /email/verify/resend"];
    const { target, calls } = serveGuarded(writes, "token");
    const report = await checkApi(target, { account });
    expect(outcomesOf(report, ...writes)).toEqual(
      writes.map(() => "unknown: 419, as for a path that no server has"),
    );
    expect(calls).toEqual([]);
  });

  it("needs a member, where one is required for every path", async () => {
    const guarded = serveGuarded(["POST /purchase/prompt"], "token and member");
    const names = ["POST /purchase/prompt", "POST /deposit/checkout"] as const;
    expect(outcomesOf(await checkApi(guarded.target), ...names)).toEqual(
      names.map(() => "unknown: 401, as for a path that no server has"),
    );
    expect(outcomesOf(await checkApi(guarded.target, { account }), ...names)).toEqual([
      "ok: 422 with a session",
      "missing: 404",
    ]);
  });

  it("signs out last", async () => {
    const has = ["POST /logout", "POST /purchase/prompt", "POST /offer/decline"];
    const { target, calls } = serveGuarded(has, "token");
    const report = await checkApi(target, { account });
    expect(outcomesOf(report, ...has).every((outcome) => outcome.startsWith("ok"))).toBe(true);
    expect(calls.at(-1)).toBe("POST /logout");
  });
});
