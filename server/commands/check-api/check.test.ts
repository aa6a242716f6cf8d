import { describe, expect, it } from "vitest";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { checkApi, type Report } from "./check.ts";
import { formatReport } from "./format-report.ts";
import type { Outcome } from "./result.ts";

type Respond = (call: string, request: Request) => Response | undefined;

const UNAUTHENTICATED = () => Response.json({ message: "Unauthenticated." }, { status: 401 });

/** A server that only serves what `respond` returns, and authenticates before it routes. */
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

it("the checker asks a server with withdrawals to list the feature", async () => {
  const serveWithdrawals = (features: string[]) =>
    findCall((made) => {
      if (made === "GET /settings") return Response.json({ payload: { features } });
      if (made !== "GET /withdrawals") return Response.json({ message: "No." }, { status: 404 });
      return Response.json({ message: "No." }, { status: 405, headers: { allow: "POST" } });
    }, "POST /withdrawals");
  expect(await serveWithdrawals([])).toMatchObject({
    outcome: "ok",
    remark: expect.stringMatching(/list the feature withdrawals/),
  });
  expect(await serveWithdrawals(["withdrawals"])).toMatchObject({ remark: "there; not tried" });
  const without = await findCall(
    () => Response.json({ message: "No." }, { status: 404 }),
    "POST /withdrawals",
  );
  expect(without).toMatchObject({ outcome: "missing", remark: "404" });
});

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
      remark: "401, as for a path that no server has",
    });
  });

  it("does not take a 401 to a member's write for a sign of it either", async () => {
    const call = "POST /purchase/prompt";
    expect(await findCall(() => undefined, call)).toMatchObject({
      outcome: "unknown",
      remark: "401, as for a path that no server has",
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

/** A server with a member, whose reads return the `bodies` of their paths. */
function serveMember(bodies: Record<string, (query: URLSearchParams) => unknown>): ApiTarget {
  return serve((call, request) => {
    const url = new URL(request.url);
    if (url.pathname === "/sanctum/csrf-cookie") {
      const headers = ["shop_session=1", "XSRF-TOKEN=t"].map((line): [string, string] => [
        "set-cookie",
        `${line}; Path=/`,
      ]);
      return new Response(null, { status: 204, headers });
    }
    if (call === "POST /login") return Response.json({ status: "OK" });
    const [method, path = ""] = call.split(" ");
    const body = method === "GET" ? bodies[path]?.(url.searchParams) : undefined;
    return body === undefined
      ? Response.json({ message: "Not found." }, { status: 404 })
      : Response.json(body);
  });
}

const MEMBER = { "/user/profile": () => ({ payload: { email: "a@b.test", balance: 1 } }) };
const account = { email: "ada@example.test", password: "a password" };

async function findMemberCall(bodies: Parameters<typeof serveMember>[0], call: string) {
  const { calls } = await checkApi(serveMember({ ...MEMBER, ...bodies }), { account });
  return calls.find(({ method, path }) => `${method} ${path}` === call);
}

describe("the checker, of a call that it has nothing to try with", () => {
  const empty = () => ({ status: "OK", payload: [] });

  it.each([
    ["GET /products/{slug}", "no product to try it with"],
    ["GET /purchase/{id}/download", "no order to try it with"],
    ["GET /deposit/status", "no deposit to try it with"],
    ["GET /static-pages/{slug}", "no page to try it with"],
  ])("does not say that %s works", async (call, remark) => {
    const bodies = {
      "/products": () => ({ data: [], meta: { current_page: 1, last_page: 1 } }),
      "/static-pages": empty,
      "/purchase/history": empty,
      "/deposit/history": empty,
    };
    expect(await findMemberCall(bodies, call)).toMatchObject({ outcome: "unknown", remark });
  });
});

describe("the checker, of rows that cannot be read", () => {
  const fox = { id: 1, title: "Fox", price: "2.90", slug: "fox" };
  const broken = { ...fox, id: 2, price: null };

  it("marks the list that has them, not the page of a product", async () => {
    const bodies = {
      "/products": () => ({ data: [fox, broken] }),
      "/products/fox": () => ({ data: fox }),
    };
    expect(await findMemberCall(bodies, "GET /products")).toMatchObject({
      outcome: "partial",
      remark: "cannot be read: data.price (1)",
    });
    expect(await findMemberCall(bodies, "GET /products/{slug}")).toMatchObject({ outcome: "ok" });
  });

  it("counts one of an optional list once", async () => {
    const bodies = {
      "/products": () => ({ data: [fox] }),
      "/products/fox": () => ({ data: { ...fox, styles: [{ id: 1, title: "Noir" }] } }),
    };
    expect(await findMemberCall(bodies, "GET /products/{slug}")).toMatchObject({
      outcome: "partial",
      remark: "cannot be read: data.styles.url (1)",
    });
  });
});

describe("the checker, of the pages and filters of a history", () => {
  const CALL = "GET /purchase/history";
  const ROWS = Array.from({ length: 30 }, (_, index) => ({
    id: 130 - index,
    title: "Fox",
    prompt_id: 230 - index,
    slug: `fox-${index}`,
  }));
  const FIELDS: Record<string, keyof (typeof ROWS)[number]> = {
    id: "id",
    product_id: "prompt_id",
    slug: "slug",
  };

  /** The list as sent by a server that knows only these parameters. */
  function serveOrders(known: string[]) {
    return (query: URLSearchParams) => {
      const filtered = ROWS.filter((row) =>
        known
          .filter((name) => name in FIELDS && query.has(name))
          .every((name) => String(row[FIELDS[name] ?? "id"]) === query.get(name)),
      );
      if (!known.includes("before")) return { status: "OK", payload: filtered };
      const start = filtered.findIndex(({ id }) => String(id) === query.get("before")) + 1;
      const end = start + 24;
      const meta = end < filtered.length ? { older: filtered[end - 1]?.id } : {};
      return { status: "OK", payload: filtered.slice(start, end), meta };
    };
  }

  const check = (respond: (query: URLSearchParams) => unknown) =>
    findMemberCall({ "/purchase/history": respond }, CALL);

  it("says which filters a server that pages does not know", async () => {
    expect(await check(serveOrders(["before", "id", "product_id", "slug"]))).toMatchObject({
      outcome: "ok",
      remark: "24 rows",
    });
    expect(await check(serveOrders(["before", "id"]))).toMatchObject({
      outcome: "ok",
      remark: "24 rows; without ?product_id=, ?slug=: its pages are read to find one entry",
    });
    expect(await check(serveOrders([]))).toMatchObject({ outcome: "ok", remark: "24 rows" });
  });

  it("counts a row that cannot be read once, where all of them come at once", async () => {
    const broken = { ...ROWS[0], id: 99, title: null };
    const whole = () => ({ status: "OK", payload: [...ROWS, broken] });
    expect(await check(whole)).toMatchObject({
      outcome: "partial",
      remark: "cannot be read: payload.title (1)",
    });
  });

  it("names a filter that loses the entry, and pages that stay the same", async () => {
    const whole = serveOrders([]);
    const losing = (query: URLSearchParams) =>
      query.has("product_id") ? { status: "OK", payload: [] } : whole(query);
    expect(await check(losing)).toMatchObject({
      outcome: "failed",
      remark: "?product_id=201 does not find the entry that has it",
    });
    const stuck = () => ({ status: "OK", payload: ROWS.slice(0, 24), meta: { older: 107 } });
    expect(await check(stuck)).toMatchObject({
      outcome: "failed",
      remark: expect.stringMatching(/^\?before=107 brings no older entries/),
    });
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
