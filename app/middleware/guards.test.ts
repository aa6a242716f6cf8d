import { describe, expect, it } from "vitest";
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/web-request.ts";
import { requireGuestMiddleware, requireStaff, requireUser } from "./guards.ts";

const REQUESTED = `${SHOP_URL}/en/dashboard/deposits?page=2`;
const LOGIN = "/en/login?redirect=%2Fen%2Fdashboard%2Fdeposits%3Fpage%3D2";
const PROFILE = { email: "a@b.test", balance: "1.00", is_email_verified: true };

const FAILURES: [string, () => Response][] = [
  ["fails", () => Response.json({ message: "Server Error" }, { status: 500 })],
  ["is away", () => new Response("", { status: 503 })],
  ["says something that is no profile", () => Response.json({ payload: { email: 7 } })],
  ["redirects", () => new Response(null, { status: 302, headers: { location: "/x" } })],
  ["lets nobody ask", () => Response.json({ message: "Too Many Attempts." }, { status: 429 })],
  [
    "does not respond",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
];

async function locationOf(promise: Promise<unknown>): Promise<string | null> {
  const thrown: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof Response ? thrown.headers.get("location") : null;
}

describe("a guard that cannot find out who somebody is (spec §2 navigation errors)", () => {
  it.each(FAILURES)("leads to login and says so when the API %s", async (_name, respond) => {
    for (const guard of [requireUser, requireStaff]) {
      const run = runInWebTier(new Request(REQUESTED), respond, (context) => guard(context));
      expect(await locationOf(run)).toBe(`${LOGIN}&unsure=1`);
    }
  });

  it("leads to login without a word when nobody is signed in", async () => {
    const respond = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
    const run = runInWebTier(new Request(REQUESTED), respond, (context) => requireUser(context));
    expect(await locationOf(run)).toBe(LOGIN);
  });

  it("leaves the error to a form that is sent: its screen keeps what was typed", async () => {
    const request = postForm("/en/dashboard/profile", { name: "Ada" });
    const respond = () => new Response("", { status: 503 });
    const run = runInWebTier(request, respond, (context) => requireUser(context));
    await expect(run).rejects.toMatchObject({ init: { status: 503 } });
  });
});

describe("a guest-only screen", () => {
  async function open(path: string, respond: () => Response): Promise<string | null> {
    const request = new Request(SHOP_URL + path);
    const url = new URL(request.url);
    const run = runInWebTier(request, respond, (context) =>
      requireGuestMiddleware(
        { request, url, pattern: "", context, params: {} },
        async () => new Response(),
      ),
    );
    return locationOf(run);
  }

  it.each(
    FAILURES,
  )("is shown when the API %s: no way leads round in a circle", async (_n, fail) => {
    expect(await open("/en/login?redirect=%2Fen%2Fdashboard&unsure=1", fail)).toBeNull();
  });

  it("sends a member to the dashboard, and on to the page that a guard was unsure about", async () => {
    const respond = () => Response.json({ payload: PROFILE });
    const redirectPath = encodeURIComponent("/en/dashboard/deposits");
    expect(await open(`/en/login?redirect=${redirectPath}`, respond)).toBe("/en/dashboard");
    const unsure = `/en/login?redirect=${redirectPath}&unsure=1`;
    expect(await open(unsure, respond)).toBe("/en/dashboard/deposits");
    const evil = `/en/login?redirect=${encodeURIComponent("//evil.test")}&unsure=1`;
    expect(await open(evil, respond)).toBe("/en/dashboard");
  });
});
