import { describe, expect, it } from "vitest";
import { getApi } from "#app/middleware/session-relay.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { redirectTo } from "./flash-toast.ts";
import { sendDownload, toDownload, ZIP } from "./send-download.server.ts";

async function send(api: FakeApi): Promise<Response> {
  const request = new Request(`${SHOP_URL}/en/dashboard/orders/7/download`);
  const { result } = await runInWebTier(request, api, (context) =>
    sendDownload(getApi(context).download("/file", {}), ZIP, ({ status, code }) =>
      redirectTo(context, `/dashboard?status=${status}&code=${code}`),
    ),
  );
  return result;
}

const file = (headers: Record<string, string>) => new Response("bytes", { headers });

describe("a file that a browser saves", () => {
  it("is passed on with its name and its length, and kept by nobody", async () => {
    const response = await send(() =>
      file({
        "content-type": "text/html",
        "content-disposition": 'attachment; filename="owl.zip"',
        "content-length": "5",
        "x-secret": "1",
      }),
    );
    expect(await response.text()).toBe("bytes");
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="owl.zip"',
      "content-length": "5",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
  });

  it("has a name of ours where the API gives none, and is never shown as a page", () => {
    const shown = file({ "content-disposition": "inline" });
    expect(toDownload(shown, ZIP).headers.get("content-disposition")).toBe(
      'attachment; filename="download.zip"',
    );
    const nameless = toDownload(file({}), { type: "application/pdf" });
    expect(nameless.headers.get("content-disposition")).toBe("attachment");
  });

  it("has no length where it was sent compressed", () => {
    const packed = file({ "content-length": "3", "content-encoding": "gzip" });
    expect(toDownload(packed, ZIP).headers.has("content-length")).toBe(false);
  });
});

describe("a file that cannot be had", () => {
  it.each([
    [404, { code: "order_not_found" }, "status=404&code=order_not_found"],
    // If a file was requested, JSON explains why there is none, whatever its status.
    [500, { message: "The picture is gone" }, "status=500&code=server_error"],
    [200, { message: "Not yet" }, "status=422&code=rejected"],
  ])("leads where its route says: %d", async (status, body, query) => {
    const response = await send(() => Response.json(body, { status }));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/en/dashboard?${query}`);
  });

  it("is an error page where the API is away, and login where the session is over", async () => {
    const away = send(() => new Response("", { status: 502 }));
    await expect(away).rejects.toMatchObject({ init: { status: 502 } });
    const over = send(() => Response.json({}, { status: 401 })).catch((thrown: unknown) => thrown);
    expect(await over).toMatchObject({ status: 302 });
  });
});
