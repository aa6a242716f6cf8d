import { beforeEach, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { requireVerifiedEmail } from "#app/request/verified-email.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loadPending } from "./verify-email.server.ts";

beforeEach(clearPublicCache);

/** A server of spec §3 whose profile has these fields besides the required ones. */
const serverOf = (profile: object, settings: Response): FakeApi => {
  const payload = { email: "ada@b.test", balance: "0.00", ...profile };
  return (_, path) => {
    if (path === "/user/profile") return Response.json({ status: "OK", payload });
    if (path === "/settings") return settings.clone();
    return Response.json({ message: "Not found." }, { status: 404 });
  };
};
const required = () => Response.json({ payload: { is_email_verification_enabled: true } });

const open = async (query: string, profile: object, settings = required()) => {
  const request = new Request(`${SHOP_URL}/en/email/verify${query}`);
  const redirectPath = new URL(request.url).searchParams.get("redirect");
  const { result } = await runInWebTier(request, serverOf(profile, settings), (context) =>
    loadPending(context, redirectPath).catch((error: unknown) => error),
  );
  return result instanceof Response ? result.headers.get("location") : result;
};

describe("in front of a server that does not state whether an address is confirmed", () => {
  const BACK = "?redirect=%2Fen%2Fdashboard";

  it("shows a member whom it rejected how to confirm (spec §8), until that is done", async () => {
    expect(await open(BACK, {})).toMatchObject({ email: "ada@b.test" });
    expect(await open(`${BACK}&checked=1`, {})).toBe("/en/dashboard");
  });

  it("asks nobody to confirm who came without a reason, and demands nothing", async () => {
    expect(await open("", {})).toBe("/en/email/verify/already-success");
    const request = new Request(`${SHOP_URL}/en/dashboard/deposits/create`);
    const run = runInWebTier(request, serverOf({}, required()), requireVerifiedEmail);
    await expect(run).resolves.toMatchObject({ result: undefined });
  });
});

it.each([
  [true, "/en/email/verify/already-success?redirect=%2Fen%2Fdashboard"],
  [1, "/en/email/verify/already-success?redirect=%2Fen%2Fdashboard"],
])("sends a confirmed member on: %j", async (is_email_verified, target) => {
  expect(await open("?redirect=%2Fen%2Fdashboard", { is_email_verified })).toBe(target);
});

it("shows an unconfirmed member the screen without settings too", async () => {
  const away = Response.json({ message: "No." }, { status: 500 });
  expect(await open("", { is_email_verified: false }, away)).toMatchObject({
    email: "ada@b.test",
  });
});
