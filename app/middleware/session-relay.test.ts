import { beforeEach, describe, expect, it } from "vitest";
import { getProduct, listStyles } from "#app/api-client/catalog.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { orNull } from "#app/request/or-null.ts";
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { isDegraded, noteFailure } from "./degraded.ts";
import { getApi } from "./session-relay.ts";

beforeEach(clearPublicCache);

const UNVERIFIED = () =>
  Response.json({ message: "Your email address is not verified." }, { status: 403 });
const FORBIDDEN = () => Response.json({ message: "Forbidden." }, { status: 403 });

async function redirectTargetOf(request: Request, path: string, respond: () => Response) {
  const call = runInWebTier(request, respond, (context) =>
    request.method === "GET"
      ? getApi(context).get(path)
      : getApi(context).send("POST", path, { id: 1 }),
  );
  const thrown: unknown = await call.catch((error: unknown) => error);
  return thrown instanceof Response ? thrown.headers.get("location") : null;
}

describe("a 403 (spec §6, §8)", () => {
  it.each([
    ["a loader", new Request(`${SHOP_URL}/en/dashboard/offers?page=2`)],
    ["an action", postForm("/en/dashboard/offers?page=2", { a: "b" })],
  ])("for an unconfirmed address leads %s to confirming it, and back", async (_, request) => {
    const place = encodeURIComponent("/en/dashboard/offers?page=2");
    const target = await redirectTargetOf(request, "/offer/approve", UNVERIFIED);
    expect(target).toBe(`/en/email/verify?redirect=${place}`);
    expect(await redirectTargetOf(request, "/offer/approve", FORBIDDEN)).toBe("/en/forbidden");
  });

  it.each([
    "/en/email/verify",
    "/en/email/verify/1/x?expires=2&signature=3",
  ])("does not lead %s to itself", async (path) => {
    const request = new Request(SHOP_URL + path);
    expect(await redirectTargetOf(request, "/user/profile", UNVERIFIED)).toBeNull();
  });

  it("for a link is its own screen's", async () => {
    const request = postForm("/en/email/verify/1/x", { expires: "1", signature: "x" });
    expect(await redirectTargetOf(request, "/email/verify/1/x", FORBIDDEN)).toBeNull();
  });
});

describe("a 403 to a call that guests make", () => {
  it.each([
    "/login",
    "/register",
    "/user/reset-password",
    "/newsletter/subscribe",
  ])("is the form's own error: %s", async (path) => {
    for (const [respond, code] of [
      [UNVERIFIED, "email_unverified"],
      [FORBIDDEN, "forbidden"],
    ] as const) {
      const call = runInWebTier(postForm("/en/login", {}), respond, (context) =>
        getApi(context).send("POST", path, {}),
      );
      await expect(call).rejects.toMatchObject({ status: 403, code });
    }
  });

  it("leaves a part of a public page out, also for an unconfirmed address", async () => {
    const { result } = await runInWebTier(new Request(`${SHOP_URL}/en`), UNVERIFIED, (context) =>
      orNull(context, "styles", listStyles(getApi(context))),
    );
    expect(result).toBeNull();
  });
});

describe("a page of somebody who is signed in", () => {
  async function cachingOf(page: Response, respond = () => Response.json({})) {
    const { headers } = await runInWebTier(
      new Request(`${SHOP_URL}/en`),
      respond,
      async (context) => {
        await getApi(context).get("/products");
        return page;
      },
    );
    return headers.get("cache-control");
  }
  const withCaching = (value: string) => new Response("", { headers: { "cache-control": value } });

  it("is stored nowhere", async () => {
    expect(await cachingOf(new Response())).toBe("private, no-store");
    expect(await cachingOf(withCaching("private, no-cache"))).toBe("private, no-store");
  });

  it("is shared only if it says so itself, and hands out no cookie", async () => {
    const shared = "public, max-age=60";
    expect(await cachingOf(withCaching(shared))).toBe(shared);
    const headers = { "set-cookie": "shop_session=new; Path=/; HttpOnly" };
    expect(await cachingOf(withCaching(shared), () => Response.json({}, { headers }))).toBe(
      "private, no-store",
    );
  });
});

describe("a 403 to a read without the session", () => {
  it("is left to the screen: optional parts are only logged (spec §8)", async () => {
    const { result, logged } = await runInWebTier(
      new Request(`${SHOP_URL}/en`),
      () => Response.json({ message: "Forbidden." }, { status: 403 }),
      (context) => orNull(context, "styles", listStyles(getApi(context))),
    );
    expect(result).toBeNull();
    expect(logged).toHaveLength(1);
  });

  it("is the error page of a screen whose subject it is", async () => {
    const reading = runInWebTier(
      new Request(`${SHOP_URL}/en/products/fox`),
      () => Response.json({ message: "Forbidden." }, { status: 403 }),
      (context) => getProduct(getApi(context), "fox"),
    );
    await expect(reading).rejects.toMatchObject({ init: { status: 403 } });
  });
});

describe("a read without the session that fails for reasons of the server's", () => {
  it.each([
    200, 400, 402, 404, 409, 410, 419, 422,
  ])("is not taken for the reader's: %i", async (status) => {
    const reading = runInWebTier(
      new Request(`${SHOP_URL}/en/dashboard/deposits/create`),
      () => Response.json({ status: "ERROR", message: "No." }, { status }),
      (context) => getSettings(getApi(context)),
    );
    await expect(reading).rejects.toMatchObject({ init: { status: 502 } });
  });
});

describe("a 401 (spec §8)", () => {
  const REJECTED = () => Response.json({ message: "Invalid credentials" }, { status: 401 });

  it.each([
    "/login",
    "/register",
    "/user/reset-password",
    "/reset-password",
    "/contact",
    "/newsletter/subscribe",
    "/newsletter/confirm",
    "/notices",
    "/withdrawals",
  ])("for %s, which guests call, is the form's own error", async (path) => {
    const call = runInWebTier(postForm("/en/login", {}), REJECTED, (context) =>
      getApi(context).send("POST", path, {}),
    );
    await expect(call).rejects.toMatchObject({
      status: 401,
      reason: { text: "Invalid credentials" },
    });
  });

  it.each([
    "/login",
    "/register",
    "/contact",
    "/newsletter/subscribe",
  ])("and a 403, for %s", async (path) => {
    const respond = () => Response.json({ message: "Your account is disabled." }, { status: 403 });
    const call = runInWebTier(postForm("/en/login", {}), respond, (context) =>
      getApi(context).send("POST", path, {}),
    );
    await expect(call).rejects.toMatchObject({
      status: 403,
      reason: { text: "Your account is disabled." },
    });
  });

  it("for a member's call leads to login, and back", async () => {
    const request = postForm("/en/dashboard/offers", {});
    const target = await redirectTargetOf(request, "/offer/approve", REJECTED);
    expect(target).toBe("/en/login?redirect=%2Fen%2Fdashboard%2Foffers");
  });

  // Some servers return this for every path that they lack, if a call has no session.
  it("for a read without the session ends none, and is a missing call", async () => {
    const path = "/of-a-server-that-lacks-it";
    const { result, headers } = await runInWebTier(
      new Request(`${SHOP_URL}/en/dashboard`),
      REJECTED,
      async (context) => {
        const reading = getApi(context).getPublic({ path, read: () => null });
        const error = await reading.catch((thrown: unknown) => thrown);
        noteFailure(context, "a part could not be loaded", error);
        return { error, isWhole: !isDegraded(context), hasSession: getApi(context).jar.hasSession };
      },
    );
    expect(result).toMatchObject({ error: { status: 401 }, isWhole: true, hasSession: true });
    expect(isMissingCall(result.error)).toBe(true);
    // Left to a screen, it does not mean that the session is over.
    expect(result.error).toMatchObject({ init: { status: 502 } });
    expect(headers.has("set-cookie")).toBe(false);
  });

  it("for a read with the session ends it", async () => {
    const { result, headers } = await runInWebTier(
      new Request(`${SHOP_URL}/en/dashboard`),
      REJECTED,
      (context) =>
        getApi(context)
          .get("/wishlist")
          .catch((thrown: unknown) => thrown),
    );
    expect(result).toBeInstanceOf(Response);
    expect(isMissingCall(result)).toBe(false);
    expect(headers.getSetCookie().join()).toMatch(/shop_session=; .*Max-Age=0/);
  });
});
