import { data, redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { takeToast } from "#app/request/flash-toast.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { orToast } from "./or-toast.server.ts";

const FAILED = {
  back: "/dashboard?order=7",
  key: "errors.withdrawal_failed",
  what: "order 7 could not be withdrawn from",
};

/** Where a button leads, the message shown there, and what was logged. */
async function press(run: () => Promise<Response>) {
  const request = new Request(`${SHOP_URL}/en/dashboard/orders/7/withdraw`, { method: "POST" });
  const { result, logged } = await runInWebTier(
    request,
    () => new Response(),
    async (context) => {
      const response = await orToast(context, FAILED, run);
      const [cookie = ""] = response.headers.getSetCookie();
      const next = new Request(SHOP_URL, { headers: { cookie: cookie.split(";")[0] ?? "" } });
      return { response, toast: (await takeToast(context, next))?.toast ?? null };
    },
  );
  const { response, toast } = result;
  return { status: response.status, location: response.headers.get("location"), toast, logged };
}

const fail = (error: unknown) => press(() => Promise.reject(error));

describe("a button without fields", () => {
  it("leads where its write leads", async () => {
    const left = await press(async () => redirect("/en/receipt", 303));
    expect(left).toEqual({ status: 303, location: "/en/receipt", toast: null, logged: [] });
  });

  it("leads back with the server's reason when the write is rejected", async () => {
    const text = "It was opened in another window";
    expect(await fail(new ApiError(409, "conflict", { text }))).toMatchObject({
      status: 303,
      location: "/en/dashboard?order=7",
      toast: { kind: "error", text },
      logged: [],
    });
  });

  it("says what could not be done where the server gives no reason", async () => {
    const { toast, logged } = await fail(new ApiError(404, "not_found", null));
    expect(toast?.text).toBe(
      "Your withdrawal could not be sent. Please try again, or write to us.",
    );
    expect(logged).toEqual([]);
  });

  it.each([
    data({ code: "unavailable" }, { status: 503 }),
    new TypeError("a bug"),
  ])("says so too when it is not the API's to explain, and logs it: %s", async (error) => {
    const { location, toast, logged } = await fail(error);
    expect([location, toast?.kind]).toEqual(["/en/dashboard?order=7", "error"]);
    expect(logged).toEqual([`${FAILED.what}: ${String(error)}`]);
  });

  it("passes redirects on", async () => {
    const response = redirect("/en/login");
    await expect(fail(response)).rejects.toBe(response);
  });
});
