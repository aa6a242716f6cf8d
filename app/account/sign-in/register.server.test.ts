import { beforeEach, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action as logoutAction } from "./logout.ts";
import { action } from "./register.tsx";

beforeEach(clearPublicCache);

const ACCOUNT = {
  email: "ada@example.test",
  password: "a long password",
  password_confirmation: "a long password",
  terms: "on",
  redirect: "/en/dashboard/deposits",
};

/**
 * Registers with a server that signs in if `profile` says so, in a browser in which `before` is
 * signed in; returns where it redirects to.
 */
async function send(server: { isOpen: boolean; profile: () => Response; before?: () => Response }) {
  const { isOpen, profile, before = isNobody } = server;
  const sent: string[] = [];
  const api: FakeApi = (call, path) => {
    if (call.method !== "GET") sent.push(path);
    if (path === "/settings") return Response.json({ payload: { is_reg_enabled: isOpen ? 1 : 0 } });
    if (path !== "/user/profile") return Response.json({}, { status: 201 });
    return sent.includes("/register") ? profile() : before();
  };
  const request = postForm("/en/register", ACCOUNT);
  const args = { request, url: new URL(request.url), pattern: "", params: { locale: "en" } };
  const run = runInWebTier(request, api, (context) =>
    action({ ...args, context } as Parameters<typeof action>[0]),
  );
  const left: unknown = await run.then(
    ({ result }) => result,
    (error: unknown) => error,
  );
  if (!(left instanceof Response)) throw new Error("the form was shown again");
  return { sent, location: left.headers.get("location") };
}

const isMember = () => Response.json({ payload: { email: "a@b.test", balance: "1.00" } });
const isUnconfirmed = () =>
  Response.json({ message: "Your email address is not verified." }, { status: 403 });
const isNobody = () => Response.json({ message: "Unauthenticated." }, { status: 401 });

describe("a registration with another server", () => {
  it("is not sent while its settings close it", async () => {
    const closed = await send({ isOpen: false, profile: isNobody });
    expect(closed).toEqual({ sent: [], location: "/en" });
  });

  it("leads on, to sign in first if that is not done with it", async () => {
    const sent = ["/register"];
    const location = "/en/dashboard/deposits";
    expect(await send({ isOpen: true, profile: isMember })).toEqual({ sent, location });
    expect(await send({ isOpen: true, profile: isNobody })).toEqual({
      sent,
      location: `/en/login?redirect=${encodeURIComponent(location)}`,
    });
  });

  it("ends the session of a member whose address is not confirmed", async () => {
    const { sent } = await send({ isOpen: true, profile: isMember, before: isUnconfirmed });
    expect(sent).toEqual(["/logout", "/register"]);
  });
});

describe("signing out of another server", () => {
  it.each([
    ["says no more than 200", () => Response.json({ status: "OK" })],
    [
      "asks for a confirmed address first",
      () => Response.json({ message: "Your email address is not verified." }, { status: 403 }),
    ],
  ])("deletes the session's cookies where it %s", async (_, respond) => {
    const request = postForm("/en/logout", {});
    const args = { request, url: new URL(request.url), pattern: "", params: { locale: "en" } };
    const { result } = await runInWebTier(request, respond, async (context) => {
      const response = await logoutAction({ ...args, context } as Parameters<
        typeof logoutAction
      >[0]);
      return { response, lines: getApi(context).jar.toSetCookieLines() };
    });
    expect(result.response.headers.get("location")).toBe("/en");
    // None of the member's data stays in the document, or in the memory of its scripts.
    expect(result.response.headers.get("x-remix-reload-document")).toBe("true");
    expect(result.lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^shop_session=; Max-Age=0/)]),
    );
  });
});
