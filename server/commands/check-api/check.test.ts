import { describe, expect, it } from "vitest";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { checkApi, type Outcome, type Report } from "./check.ts";
import { formatReport } from "./format-report.ts";

type Respond = (call: string, request: Request) => Response | undefined;

const UNAUTHENTICATED = () => Response.json({ message: "Unauthenticated." }, { status: 401 });

/** A server that has nothing but what `respond` gives, and authenticates before it routes. */
function serve(respond: Respond): ApiTarget {
  return {
    isRemote: true,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace(/^\/api/, "");
      return respond(`${request.method} ${path}`, request) ?? UNAUTHENTICATED();
    },
    baseUrl: "https://backend.example/api",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  };
}

async function findCall(respond: Respond, call: string) {
  const { calls } = await checkApi(serve(respond));
  return calls.find(({ method, path }) => `${method} ${path}` === call);
}

function reportOf(outcome: Outcome): Report {
  const call = { method: "POST", path: "/register", need: "required", gives: "" } as const;
  const features = { features: [], missingFeatures: [] };
  const calls = [{ ...call, outcome, remark: "" }];
  return { url: "https://backend.example/api", calls, isUsable: true, ...features };
}

describe("the checker, in front of a server that authenticates before it routes", () => {
  it.each([
    "GET /social-links",
    "GET /localization/{locale}/words",
    "GET /settings",
  ])("says of %s that guests read it without a session", async (call) => {
    expect(await findCall(() => undefined, call)).toMatchObject({
      outcome: "missing",
      remark: expect.stringMatching(/^401 .*without a session/),
    });
  });

  it.each([
    "POST /register",
    "POST /reset-password",
    "POST /contact",
  ])("does not take a 401 to %s, which guests send, for a sign of it", async (call) => {
    expect(await findCall(() => undefined, call)).toMatchObject({
      outcome: "unknown",
      remark: expect.stringMatching(/^401.* without a session/),
    });
    const invalid = () => Response.json({ message: "Invalid." }, { status: 422 });
    const found = await findCall((made) => (made === call ? invalid() : undefined), call);
    expect(found).toMatchObject({ outcome: "ok" });
  });

  it("takes a 401 to POST /login for a rejection, unless every path gets one", async () => {
    const call = "POST /login";
    const lacking = (made: string) =>
      made === call ? undefined : Response.json({ message: "Not found." }, { status: 404 });
    expect(await findCall(lacking, call)).toMatchObject({
      outcome: "ok",
      remark: "401 without session and body",
    });
    expect(await findCall(() => undefined, call)).toMatchObject({
      outcome: "unknown",
      remark: "401, as to a path that no server has",
    });
  });

  it("does not take a 401 to a member's write for a sign of it either", async () => {
    const call = "POST /purchase/prompt";
    expect(await findCall(() => undefined, call)).toMatchObject({
      outcome: "unknown",
      remark: "401, as to a path that no server has",
    });
    const lacking = (made: string) =>
      made === call ? undefined : Response.json({ message: "Not found." }, { status: 404 });
    expect(await findCall(lacking, call)).toMatchObject({ outcome: "ok" });
  });

  it("does not call a shop working whose required calls it could not find out", () => {
    const works = "The shop works in front of this server.";
    expect(formatReport(reportOf("ok"))).toContain(works);
    expect(formatReport(reportOf("unknown"))).not.toContain(works);
    expect(formatReport(reportOf("unknown"))).toContain("1 required call could not be checked.");
  });
});

describe("the checker, where nobody can be signed in", () => {
  async function findLogin(cookies: string[]) {
    const target = serve((call, request) => {
      if (request.url.endsWith("/sanctum/csrf-cookie")) {
        const headers = cookies.map((line): [string, string] => ["set-cookie", `${line}; Path=/`]);
        return new Response(null, { status: 204, headers });
      }
      if (call !== "POST /login") return undefined;
      return Response.json({ message: "CSRF token mismatch." }, { status: 419 });
    });
    const account = { email: "ada@example.test", password: "a password" };
    const { calls } = await checkApi(target, { account });
    return calls.find(({ path }) => path === "/login");
  }

  it.each([
    [["sid=1", "XSRF-TOKEN=t"], "no session cookie whose name ends in _session or -session"],
    [["shop_session=1"], "no XSRF-TOKEN"],
    [["shop_session=1", "XSRF-TOKEN=t"], "--origin https://shop.example"],
  ])("says what is wrong with the cookies %j", async (cookies, reason) => {
    expect(await findLogin(cookies)).toMatchObject({
      outcome: "failed",
      remark: expect.stringContaining(reason),
    });
  });
});
