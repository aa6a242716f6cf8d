import { describe, expect, it } from "vitest";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { checkApi, type Report } from "./check.ts";

const account = { email: "ada@example.test", password: "a password" };

/** The requests that a guard lets through to the router behind it. */
type Guard = "token" | "token and member" | "nothing";
type Write = { status: number; message?: string };

/**
 * A server with a catalogue and a member, which has these writes: each rejects a guest and an empty
 * body, unless it defines its own response. It checks what `guard` requires before looking up a
 * path; `calls` lists the requests that passed the guard, with the session's member.
 */
function serveGuarded(
  writes: string[] | Record<string, Write>,
  guard: Guard,
  { toMissing = () => "No." }: { toMissing?: (path: string) => string } = {},
) {
  const calls: string[] = [];
  const signedIn = new Set<string>();
  let sessions = 0;
  const stated = new Map<string, Write | null>(
    Array.isArray(writes) ? writes.map((call) => [call, null]) : Object.entries(writes),
  );
  const respond = (status: number, body: object = { message: "No." }) =>
    Response.json(body, { status });
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const [, session = ""] = /shop_session=(\d+)/.exec(request.headers.get("cookie") ?? "") ?? [];
    if (pathname === "/sanctum/csrf-cookie") {
      if (session === "") sessions += 1;
      const headers = [`shop_session=${session || sessions}`, "XSRF-TOKEN=t"].map(
        (line): [string, string] => ["set-cookie", `${line}; Path=/`],
      );
      return new Response(null, { status: 204, headers });
    }
    const isMember = signedIn.has(session);
    const call = `${request.method} ${pathname.replace(/^\/api/, "")}`;
    if (request.method === "GET") {
      if (call !== "GET /user/profile") return respond(404);
      return isMember
        ? respond(200, { payload: { email: account.email, balance: 1 } })
        : respond(401);
    }
    const isGuarded = guard !== "nothing" && request.headers.get("x-xsrf-token") !== "t";
    if (isGuarded) return respond(419);
    if (call === "POST /login" && (await request.clone().text()).includes(account.email)) {
      signedIn.add(session);
      return respond(200, { status: "OK" });
    }
    if (guard === "token and member" && !isMember) return respond(401);
    const write = stated.get(call);
    if (write === undefined) return respond(404, { message: toMissing(pathname) });
    calls.push(isMember ? `${call} as the member` : call);
    if (call === "POST /logout") signedIn.delete(session);
    if (write === null) return respond(isMember || call === "POST /register" ? 422 : 401);
    return respond(write.status, { message: write.message ?? "No." });
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
    const writes = [
      "DELETE /user/delete",
      "PUT /user/profile",
      "POST /email/verify/resend",
      "POST /offer/approve",
      "POST /offer/decline",
      "POST /offer/withdraw/sepa",
    ];
    const { target, calls } = serveGuarded(writes, "token");
    const report = await checkApi(target, { account, isWriting: true });
    expect(outcomesOf(report, ...writes)).toEqual(
      writes.map(() => "unknown: 419, as for a path that no server has"),
    );
    expect(calls).toEqual([]);
  });

  it("needs a member and permission to write, where a member is required for every path", async () => {
    const guarded = serveGuarded(["POST /purchase/prompt"], "token and member");
    const names = ["POST /purchase/prompt", "POST /deposit/checkout"] as const;
    const check = async (options: Parameters<typeof checkApi>[1]) =>
      outcomesOf(await checkApi(guarded.target, options), ...names);
    expect(await check({})).toEqual(
      names.map(() => "unknown: 401, as for a path that no server has"),
    );
    expect(await check({ account })).toEqual(
      names.map(
        () => "unknown: 419, as for a path that no server has; --write sends it as the member",
      ),
    );
    expect(guarded.calls).toEqual([]);
    expect(await check({ account, isWriting: true })).toEqual([
      "ok: 422 with a session",
      "missing: 404",
    ]);
  });

  it("signs out last, and only with permission to write", async () => {
    const has = ["POST /logout", "POST /purchase/prompt", "POST /deposit/checkout"];
    const { target, calls } = serveGuarded(has, "token and member");
    const silent = outcomesOf(await checkApi(target, { account }), ...has);
    expect(silent.every((outcome) => outcome.startsWith("unknown"))).toBe(true);
    expect(calls).toEqual([]);
    const report = await checkApi(target, { account, isWriting: true });
    expect(outcomesOf(report, ...has).every((outcome) => outcome.startsWith("ok"))).toBe(true);
    expect(calls.at(-1)).toBe("POST /logout as the member");
  });
});

describe("the checker, in front of a server that carries out a write without a body", () => {
  const LENIENT = [
    "/offer/approve",
    "/offer/decline",
    "/offer/create",
    "/purchase/prompt",
    "/deposit/checkout",
    "/user/verification",
    "/user/change-password",
    "/logout",
  ].map((path) => `POST ${path}`);
  const writes = Object.fromEntries(LENIENT.map((call) => [call, { status: 200 }]));

  it.each<Guard>([
    "token",
    "token and member",
  ])("sends none as the member without permission to write: %s", async (guard) => {
    const { target, calls } = serveGuarded(writes, guard);
    const report = await checkApi(target, { account });
    expect(calls).toEqual([]);
    const outcomes = outcomesOf(report, ...LENIENT);
    expect(outcomes.filter((outcome) => !outcome.startsWith("unknown"))).toEqual([]);
  });

  it("does not take its 200 for a rejection", async () => {
    const { target, calls } = serveGuarded(writes, "token and member");
    const report = await checkApi(target, { account, isWriting: true });
    expect(outcomesOf(report, "POST /purchase/prompt", "POST /offer/approve")).toEqual([
      "unknown: 200 with a session: a body should be required",
      "unknown: 419, as for a path that no server has",
    ]);
    expect(calls).not.toContain("POST /offer/approve as the member");
    expect(calls).not.toContain("POST /offer/decline as the member");
  });
});

describe("the checker, of a write that is there and does not work", () => {
  const BROKEN = {
    "POST /purchase/prompt": { status: 500 },
    "POST /deposit/checkout": { status: 503 },
    "POST /offer/create": { status: 501 },
    "POST /reset-password": { status: 429 },
    "POST /contact": { status: 200 },
    "POST /register": { status: 401 },
    "POST /user/reset-password": { status: 401 },
    "POST /newsletter/subscribe": { status: 401 },
  };
  const names = Object.keys(BROKEN);

  it.each<Guard>([
    "nothing",
    "token",
  ])("does not call it right, behind a guard of %s", async (guard) => {
    const { target, calls } = serveGuarded(BROKEN, guard);
    const outcomes = outcomesOf(await checkApi(target), ...names);
    expect(outcomes.filter((outcome) => !outcome.startsWith("unknown"))).toEqual([]);
    // A write whose response differs from that of a missing path is not sent a second time.
    expect(calls.sort()).toEqual(names.toSorted());
  });

  it("does not take a session that is not accepted for a rejection of the body", async () => {
    const writes = { "POST /purchase/prompt": { status: 419 } };
    const { target } = serveGuarded(writes, "token and member");
    const report = await checkApi(target, { account, isWriting: true });
    expect(outcomesOf(report, "POST /purchase/prompt")).toEqual(["unknown: 419 with a session"]);
  });
});

describe("the checker, of a 404 to an empty body", () => {
  const writes = { "POST /purchase/prompt": { status: 404, message: "This prompt is gone." } };
  const CALLS = ["POST /purchase/prompt", "POST /deposit/checkout"];

  it.each<[Guard, boolean]>([
    ["nothing", false],
    ["token", false],
    ["token and member", true],
  ])("distinguishes the write's own from the router's, behind a guard of %s", async (guard, isWriting) => {
    const toMissing = (path: string) => `The route ${path.slice(1)} could not be found.`;
    const { target } = serveGuarded(writes, guard, { toMissing });
    const report = await checkApi(target, isWriting ? { account, isWriting } : {});
    expect(outcomesOf(report, ...CALLS)).toEqual([
      expect.stringMatching(/^unknown: 404, but not as for a path that no server has/),
      "missing: 404",
    ]);
  });

  it("takes one without words, or with a time, for the router's", async () => {
    let count = 0;
    const toMissing = () => {
      count += 1;
      return `Nothing here (request 7f-${count}).`;
    };
    const missing = serveGuarded({}, "nothing", { toMissing });
    expect(outcomesOf(await checkApi(missing.target), ...CALLS)).toEqual([
      "missing: 404",
      "missing: 404",
    ]);
    const silent = { "POST /purchase/prompt": { status: 404, message: "" } };
    const { target } = serveGuarded(silent, "nothing");
    expect(outcomesOf(await checkApi(target), "POST /purchase/prompt")).toEqual(["missing: 404"]);
  });
});

describe("the checker, of a 405 to a GET", () => {
  const CALL = "DELETE /user/delete";

  /**
   * Checks a path with this `Allow`, which rejects the method's request only if it `has` the
   * method.
   */
  async function check(allow: string | null, has: boolean) {
    const { target } = serveGuarded({}, "nothing");
    const sent: string[] = [];
    const fetch = async (request: Request) => {
      if (!request.url.endsWith("/user/delete")) return target.fetch(request);
      sent.push(request.method);
      if (request.method !== "GET" && has) return Response.json({}, { status: 401 });
      const headers = new Headers(allow === null ? [] : [["allow", allow]]);
      return Response.json({ message: "No." }, { status: 405, headers });
    };
    const [outcome] = outcomesOf(await checkApi({ ...target, fetch }), CALL);
    return { outcome, sent };
  }

  it("takes its Allow for a sign of the method alone that it names", async () => {
    expect(await check("POST, delete", true)).toEqual({
      outcome: "ok: there; not tried",
      sent: ["GET"],
    });
    expect(await check("POST", false)).toEqual({
      outcome: "missing: 405",
      sent: ["GET", "DELETE"],
    });
  });

  it("believes the method itself where Allow leaves it out", async () => {
    expect((await check("POST", true)).outcome).toBe("ok: 401 without session and body");
  });

  it("says that it does not know without Allow", async () => {
    expect(await check(null, true)).toEqual({
      outcome: "unknown: 405 to a GET, without Allow: there, but perhaps not for DELETE",
      sent: ["GET"],
    });
  });
});
