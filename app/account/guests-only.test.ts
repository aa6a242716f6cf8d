import type { MiddlewareFunction } from "react-router";
import { describe, expect, it } from "vitest";
import { readFlash, TOAST_COOKIE } from "#app/request/flash-toast.ts";
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { guestsOnlyMiddleware, resetGuestsOnlyMiddleware } from "./guests-only.ts";

const PROFILE = { email: "a@b.test", balance: "1.00", is_email_verified: true };
const RESET = "/en/reset-password?token=t&email=a%40b.test";

/** Where a screen redirects a member, and the key of the message shown there. */
async function lead(guard: MiddlewareFunction<Response>, request: Request) {
  const respond = () => Response.json({ payload: PROFILE });
  const url = new URL(request.url);
  const run = runInWebTier(request, respond, (context) =>
    guard({ request, url, pattern: "", context, params: {} }, async () => new Response()),
  );
  const response: unknown = await run.catch((error: unknown) => error);
  if (!(response instanceof Response)) throw new Error("nobody was led on");
  const [cookie = ""] = response.headers.getSetCookie();
  const [, value = ""] = new RegExp(`^${TOAST_COOKIE}=([^;]*)`).exec(cookie) ?? [];
  const flash = value === "" ? null : JSON.parse(atob(decodeURIComponent(value)));
  return { to: response.headers.get("location"), key: readFlash(flash)?.key ?? null };
}

describe("a guest-only screen (spec §2) that a member", () => {
  it.each([
    ["sends to sign in", guestsOnlyMiddleware, "/en/login", "errors.already_authenticated"],
    ["sends to register", guestsOnlyMiddleware, "/en/register", "errors.already_authenticated"],
    [
      "sends for a link",
      guestsOnlyMiddleware,
      "/en/forgot-password",
      "errors.already_authenticated",
    ],
    ["sends for a new password", resetGuestsOnlyMiddleware, RESET, "reset.not_changed"],
  ])("%s leads to the dashboard, which says that it was not done", async (_, guard, path, key) => {
    const sent = await lead(guard, postForm(path, { email: "a@b.test" }));
    expect(sent).toEqual({ to: "/en/dashboard", key });
  });

  it("opens by a mailed link leads there as well, and says what to do", async () => {
    const opened = await lead(resetGuestsOnlyMiddleware, new Request(SHOP_URL + RESET));
    expect(opened).toEqual({ to: "/en/dashboard", key: "reset.signed_in" });
  });

  it("opens by any other way says nothing", async () => {
    const opened = await lead(guestsOnlyMiddleware, new Request(`${SHOP_URL}/en/login`));
    expect(opened).toEqual({ to: "/en/dashboard", key: null });
  });
});
