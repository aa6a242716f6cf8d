import { expect, it } from "vitest";
import { takeToast } from "#app/request/flash-toast.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./own-data.ts";

const USER = { id: 1, email: "bea@example.com", balance: "0.00", is_email_verified: true };

/** The message on the page to which a rejected download redirects. */
async function rejectDownload(status: number, body: Record<string, unknown>) {
  const request = new Request(`${SHOP_URL}/en/dashboard/profile/data`);
  const api = (_call: Request, path: string) => {
    if (path === "/user/data") return Response.json({ status: "ERROR", ...body }, { status });
    return Response.json({ status: "OK", payload: USER, authenticated: true });
  };
  const { result } = await runInWebTier(request, api, async (context) => {
    const redirect = await loader({ request, context } as Parameters<typeof loader>[0]);
    const cookie = redirect.headers.get("set-cookie")?.split(";")[0] ?? "";
    const next = new Request(SHOP_URL, { headers: { cookie } });
    return { location: redirect.headers.get("location"), ...(await takeToast(context, next)) };
  });
  return { location: result.location, text: result.toast?.text };
}

it("says how often the data can be downloaded, not what the server says of attempts", async () => {
  const body = { code: "too_many_attempts", message: "Too Many Attempts." };
  expect(await rejectDownload(429, body)).toEqual({
    location: "/en/dashboard/profile",
    text: "Your data can be downloaded five times an hour. Please try again later.",
  });
});

it("says the server's reason for anything else", async () => {
  const { text } = await rejectDownload(400, { message: "Not today." });
  expect(text).toBe("Not today.");
});
