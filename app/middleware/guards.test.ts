import { describe, expect, it } from "vitest";
import { createTextCipher } from "#api/http/encryption.ts";
import { hasRight, STAFF_RIGHTS, STAFF_ROLES, type StaffRight } from "#domain/staff-roles.ts";
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import {
  requireGuest,
  requireStaff,
  requireStaffMiddleware,
  requireUser,
  requireUserMiddleware,
  returnFormMiddleware,
} from "./guards.ts";
import { getShellUser } from "./session-relay.ts";

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

const guestsOnly = requireGuest(async () => {});

const isUnconfirmed = () =>
  Response.json({ message: "Your email address is not verified." }, { status: 403 });

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

describe("a server that keeps the profile from unconfirmed members", () => {
  const LINES = [403, 409].map((status): [number, () => Response] => [
    status,
    () => Response.json({ message: "Your email address is not verified." }, { status }),
  ]);

  it.each(
    LINES,
  )("leads them to confirm their address, and stays there (%i)", async (_, respond) => {
    for (const path of ["/en/dashboard/deposits?page=2", "/en/dashboard"]) {
      const request = new Request(SHOP_URL + path);
      const run = runInWebTier(request, respond, (context) => requireUser(context));
      expect(await locationOf(run)).toBe(`/en/email/verify?redirect=${encodeURIComponent(path)}`);
    }
    const screen = new Request(`${SHOP_URL}/en/email/verify`);
    const run = await runInWebTier(screen, respond, (context) => requireUser(context));
    expect(run.result).toMatchObject({ email: "", isEmailVerified: false });
  });

  it.each(
    LINES,
  )("shows them the screen where they can sign in as another (%i)", async (_, respond) => {
    const request = new Request(`${SHOP_URL}/en/login?redirect=%2Fen%2Fdashboard&unsure=1`);
    const args = { request, url: new URL(request.url), pattern: "", params: {} };
    const run = runInWebTier(request, respond, (context) =>
      guestsOnly({ ...args, context }, async () => new Response()),
    );
    expect(await locationOf(run)).toBeNull();
  });

  it("is not taken for one that forbids the page, which leads to forbidden", async () => {
    const respond = () => Response.json({ message: "Forbidden." }, { status: 403 });
    const run = runInWebTier(new Request(REQUESTED), respond, (context) => requireUser(context));
    expect(await locationOf(run)).toBe("/en/forbidden");
    const shown = runInWebTier(new Request(`${SHOP_URL}/en/forbidden`), respond, getShellUser);
    await expect(shown).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a guest-only screen", () => {
  async function open(path: string, respond: () => Response): Promise<string | null> {
    const request = new Request(SHOP_URL + path);
    const url = new URL(request.url);
    const run = runInWebTier(request, respond, (context) =>
      guestsOnly({ request, url, pattern: "", context, params: {} }, async () => new Response()),
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
    for (const note of ["unsure", "cookies"]) {
      const evil = `/en/login?redirect=${encodeURIComponent("//evil.test")}&${note}=1`;
      expect(await open(evil, respond)).toBe("/en/dashboard");
    }
    // A visitor who has just signed in, in a browser that does keep cookies.
    const kept = `/en/login?redirect=${redirectPath}&cookies=1`;
    expect(await open(kept, respond)).toBe("/en/dashboard/deposits");
    // A page that may have deleted the account: nobody is led into its dialog again.
    expect(await open(`/en/login?redirect=${redirectPath}&deletion=1`, respond)).toBe(
      "/en/dashboard",
    );
  });

  it.each([
    ["keeps the profile from unconfirmed members", isUnconfirmed],
    ...FAILURES,
  ])("leads on who has just signed in when the API %s: the target's guard decides", async (_n, fail) => {
    for (const target of ["/en/dashboard", "/en/staff/settings"]) {
      const kept = `/en/login?redirect=${encodeURIComponent(target)}&cookies=1`;
      expect(await open(kept, fail)).toBe(target);
      const asked = runInWebTier(new Request(SHOP_URL + target), fail, (context) =>
        requireUser(context),
      );
      // It must not lead back here in the same way, which would form a loop.
      expect(await locationOf(asked)).not.toContain("cookies=");
    }
  });

  it("is shown where the session of a sign-in has ended already", async () => {
    const kept = "/en/login?redirect=%2Fen%2Fdashboard&cookies=1";
    const isOver = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
    expect(await open(kept, isOver)).toBeNull();
  });
});

describe("a member whose session is over", () => {
  /** Runs the middleware of a screen with a long form, and its action. */
  function send(request: Request, respond: () => Response) {
    const url = new URL(request.url);
    return runInWebTier(request, respond, async (context) => {
      const args = { request, url, pattern: "", context, params: {} };
      await returnFormMiddleware("/dashboard/verification")(args, async () => {
        await requireUserMiddleware(args, async () => {
          await requireUser(context);
          return new Response("done");
        });
        return new Response("done");
      });
    });
  }
  const isOver = () => Response.json({ message: "Unauthenticated." }, { status: 401 });

  it("gets a long form back, and is led to login from any other", async () => {
    const fields = { full_name: "Ada Lovelace", password: "secret" };
    await expect(
      send(postForm("/en/dashboard/verification", fields), isOver),
    ).rejects.toMatchObject({
      data: {
        code: "session_over",
        action: "/en/dashboard/verification",
        fields: [["full_name", "Ada Lovelace"]],
      },
      init: { status: 401 },
    });
    const other = send(postForm("/en/dashboard/deposits?page=2", fields), isOver);
    expect(await locationOf(other)).toBe(LOGIN);
    const opened = send(new Request(`${SHOP_URL}/en/dashboard/verification`), isOver);
    expect(await locationOf(opened)).toBe("/en/login?redirect=%2Fen%2Fdashboard%2Fverification");
  });

  it("is nobody who is signed in: that form goes on to its action", async () => {
    const isMember = () => Response.json({ payload: PROFILE });
    const sent = send(postForm("/en/dashboard/verification", { full_name: "Ada" }), isMember);
    await expect(sent).resolves.toMatchObject({ logged: [] });
  });
});

describe("a screen of the staff that takes a right", () => {
  const RIGHTS = Object.keys(STAFF_RIGHTS) as StaffRight[];
  const pathOf = (staffRole: string, right?: StaffRight) => {
    const payload = { ...PROFILE, role: "staff", staff_role: staffRole };
    const respond = () => Response.json({ payload });
    const request = new Request(`${SHOP_URL}/en/staff/settings`);
    return locationOf(runInWebTier(request, respond, (context) => requireStaff(context, right)));
  };

  it("does not exist for a role without it, and does for the others", async () => {
    for (const role of STAFF_ROLES) {
      for (const right of RIGHTS) {
        const expected = hasRight(role, right) ? null : "/en/404";
        expect(await pathOf(role, right), `${role}: ${right}`).toBe(expected);
      }
    }
    expect(await pathOf("reviewer", "site")).toBe("/en/404");
    expect(await pathOf("reviewer")).toBeNull();
  });
});

describe("staff whose session is over", () => {
  const PATH = "/en/staff/pages/terms/en";
  const isOver = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
  const isStaff = () =>
    Response.json({ payload: { ...PROFILE, role: "staff", staff_role: "owner" } });

  /** Runs the guard of a frame and of an action, with the cookies that were returned. */
  async function pass(request: Request, respond: () => Response) {
    const url = new URL(request.url);
    let cookies: string[] = [];
    const run = runInWebTier(request, respond, async (context) => {
      const response = await requireStaffMiddleware(
        { request, url, pattern: "", context, params: {} },
        async () => {
          await requireStaff(context, "site");
          return new Response("done");
        },
      );
      if (response) cookies = response.headers.getSetCookie();
    });
    const error: unknown = await run.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return { error, cookie: cookies.map((line) => line.split(";")[0]).join("; "), cookies };
  }

  const withCookie = (request: Request, cookie: string) => {
    request.headers.set("cookie", cookie);
    return request;
  };

  it("sign in and come back, and get what they had typed without passwords and files", async () => {
    const { cookie, cookies } = await pass(new Request(SHOP_URL + PATH), isStaff);
    expect(cookies).toEqual([
      expect.stringMatching(/^desk=.*Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const again = await pass(withCookie(new Request(SHOP_URL + PATH), cookie), isStaff);
    expect(again.cookies).toEqual([]);

    const opened = await pass(withCookie(new Request(SHOP_URL + PATH), cookie), isOver);
    expect(opened.error instanceof Response && opened.error.headers.get("location")).toBe(
      `/en/login?redirect=${encodeURIComponent(PATH)}`,
    );

    const body = new FormData();
    body.append("content", "<p>One\r\n“two”</p>");
    body.append("style_ids", "1");
    body.append("style_ids", "2");
    body.append("password", "secret");
    body.append("media", new File(["x"], "cat.png"));
    const url = `${SHOP_URL}${PATH}?form=reset&index&_routes=x`;
    const request = new Request(url, { method: "POST", body });
    request.headers.set("content-length", "1000");
    const sent = await pass(withCookie(request, cookie), isOver);
    expect(sent.error).toMatchObject({
      data: {
        code: "session_over",
        action: `${PATH}?form=reset&index=`,
        fields: [
          ["content", "<p>One\r\n“two”</p>"],
          ["style_ids", "1"],
          ["style_ids", "2"],
        ],
        files: ["cat.png"],
        isMultipart: true,
      },
      init: { status: 401 },
    });
  });

  it.each([
    ["none", "other=1"],
    ["one of one's own making", `desk=${btoa(JSON.stringify(String(Date.now() + 1e9)))}`],
    ["an old one", toDeskCookie(Date.now() - 1)],
    ["one for another use", toDeskCookie(Date.now() + 1e9, "kept_form")],
  ])("are recognized by a mark of ours: with %s there is no desk", async (_name, cookie) => {
    for (const request of [new Request(SHOP_URL + PATH), postForm(PATH, { content: "x" })]) {
      const { error } = await pass(withCookie(request, cookie), isOver);
      expect(error instanceof Response && error.headers.get("location")).toBe("/en/404");
    }
  });

  function toDeskCookie(until: number, purpose = "desk"): string {
    const cipher = createTextCipher(["a secret of the tests, at least 32 characters long"]);
    const text = JSON.stringify(cipher.encrypt(purpose, String(until)));
    return `desk=${encodeURIComponent(btoa(text))}`;
  }

  it("are nobody once they are known to be a member only", async () => {
    const { cookie } = await pass(new Request(SHOP_URL + PATH), isStaff);
    const isMember = () => Response.json({ payload: PROFILE });
    const { error } = await pass(withCookie(new Request(SHOP_URL + PATH), cookie), isMember);
    expect(error instanceof Response && error.headers.get("location")).toBe("/en/404");
  });

  it("keep what they typed when a member has signed in beside, with the mark of a desk alone", async () => {
    const { cookie } = await pass(new Request(SHOP_URL + PATH), isStaff);
    const isMember = () => Response.json({ payload: { ...PROFILE, id: "8" } });
    const typed = { sender: "7", content: "<p>Dear</p>" };
    const send = (cookies: string) => pass(withCookie(postForm(PATH, typed), cookies), isMember);
    expect((await send(cookie)).error).toMatchObject({
      data: { code: "session_over", fields: Object.entries(typed) },
      init: { status: 401 },
    });
    const { error } = await send("other=1");
    expect(error instanceof Response && error.headers.get("location")).toBe("/en/404");
  });

  it.each([
    ["the role", { role: "member" }],
    ["the right", { role: "staff", staff_role: "reviewer" }],
  ])("keep what they typed when %s is taken from them meanwhile", async (_name, changed) => {
    const { cookie } = await pass(new Request(SHOP_URL + PATH), isStaff);
    const respond = () => Response.json({ payload: { ...PROFILE, id: "7", ...changed } });
    const send = (fields: Record<string, string>) =>
      pass(withCookie(postForm(PATH, fields), cookie), respond);
    const typed = { sender: "7", content: "<p>Dear</p>" };
    expect((await send(typed)).error).toMatchObject({
      data: { code: "right_lost", fields: Object.entries(typed) },
      init: { status: 403 },
    });
    // No form that was shown to them.
    const { error } = await send({ content: "x" });
    const isRedirect = error instanceof Response && error.headers.get("location") === "/en/404";
    expect(isRedirect).toBe(changed.role === "staff");
  });
});
