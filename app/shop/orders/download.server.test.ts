import { expect, it } from "vitest";
import { takeToast } from "#app/request/flash-toast.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./download.ts";

const USER = { id: 1, email: "bea@example.com", balance: "0.00", is_email_verified: true };

/** Where a download that the API rejects leads. */
async function rejectDownload(status: number, body: Record<string, unknown>) {
  const request = new Request(`${SHOP_URL}/en/dashboard/orders/21/download`);
  const api = (_call: Request, path: string) => {
    if (path.endsWith("/download")) return Response.json({ status: "ERROR", ...body }, { status });
    return Response.json({ status: "OK", payload: USER, authenticated: true });
  };
  const { result, logged } = await runInWebTier(request, api, (context) =>
    loader({ request, context, params: { id: "21" } } as Parameters<typeof loader>[0]),
  );
  return {
    location: result.headers.get("location"),
    toast: result.headers.get("set-cookie"),
    logged,
  };
}

it("leads to the order, which says it for as long as it is read, when its picture is lost", async () => {
  const lost = await rejectDownload(500, { code: "order_undeliverable", message: "It is lost." });
  expect(lost).toEqual({
    location: "/en/dashboard?order=21&undeliverable=1",
    toast: null,
    logged: [],
  });
});

it("says with a toast what passes", async () => {
  const away = await rejectDownload(503, { code: "unavailable", message: "Service Unavailable" });
  expect(away.location).toBe("/en/dashboard?order=21");
  expect(away.toast).toContain("toast=");
  expect(away.logged).toHaveLength(1);
});

it.each([
  "delivery_not_open",
  "delivery_held",
])("says in the order why it is locked: %s", async (code) => {
  const { location, toast } = await rejectDownload(422, { code, message: "It is locked." });
  expect(location).toBe("/en/dashboard?order=21");
  const [, content = ""] = /toast=([^;]*)/.exec(toast ?? "") ?? [];
  expect(JSON.parse(atob(decodeURIComponent(content))).key).toBe(`errors.${code}`);
});

it.each([
  ["the server's message", { message: "This file has expired." }, "This file has expired."],
  ["our text for its code", { message: "No.", code: "order_not_found" }, "Invalid order ID"],
  ["our text", { message: undefined }, "Invalid order ID"],
])("says of a 404 with %s", async (_name, body, text) => {
  const { location, toast } = await rejectDownload(404, body);
  expect(location).toBe("/en/dashboard");
  const request = new Request(SHOP_URL, { headers: { cookie: toast?.split(";")[0] ?? "" } });
  const shown = await runInWebTier(request, Response.error, (context) =>
    takeToast(context, request),
  );
  expect(shown.result?.toast).toMatchObject({ kind: "error", text });
});

it("asks for the headers alone when the browser does: that is no download", async () => {
  const request = new Request(`${SHOP_URL}/en/dashboard/orders/21/download`, { method: "HEAD" });
  const calls: string[] = [];
  const api = (call: Request, path: string) => {
    calls.push(`${call.method} ${path}`);
    if (!path.endsWith("/download")) return Response.json({ status: "OK", payload: USER });
    return new Response(null, { headers: { "content-type": "application/zip" } });
  };
  const { result } = await runInWebTier(request, api, (context) =>
    loader({ request, context, params: { id: "21" } } as Parameters<typeof loader>[0]),
  );
  expect([result.status, calls.at(-1)]).toEqual([200, "HEAD /purchase/21/download"]);
});

it.each([
  404, 500, 503,
])("says %s to a browser that asks for the headers, and no more", async (status) => {
  const request = new Request(`${SHOP_URL}/en/dashboard/orders/21/download`, { method: "HEAD" });
  const api = (_call: Request, path: string) => {
    if (path.endsWith("/download")) return new Response(null, { status });
    return Response.json({ status: "OK", payload: USER, authenticated: true });
  };
  const { result, logged } = await runInWebTier(request, api, (context) =>
    loader({ request, context, params: { id: "21" } } as Parameters<typeof loader>[0]),
  );
  expect(result.headers.get("set-cookie")).toBeNull();
  const expected = status === 500 ? 502 : status;
  expect([result.status, result.headers.get("location"), logged]).toEqual([expected, null, []]);
});
