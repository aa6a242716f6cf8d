import { expect, it } from "vitest";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./verification-document.ts";

const STAFF = { id: 1, email: "staff@example.com", balance: "0.00", role: "staff" };

/** Where the URL of this scan leads if the API responds like this. */
async function openScan(scan: Response) {
  const request = new Request(`${SHOP_URL}/en/staff/verifications/7/documents/document_front`);
  const api = (_call: Request, path: string) =>
    path.startsWith("/staff/verifications/")
      ? scan
      : Response.json({
          status: "OK",
          payload: { ...STAFF, is_email_verified: true, staff_role: "owner" },
        });
  const { result } = await runInWebTier(request, api, (context) =>
    loader({
      request,
      context,
      params: { id: "7", part: "document_front" },
    } as unknown as Parameters<typeof loader>[0]).catch((error: unknown) => {
      if (error instanceof Response) return error;
      throw error;
    }),
  );
  return result;
}

it("leads to the page not found when the scan is gone", async () => {
  const body = { status: "ERROR", code: "not_found", message: "Not found" };
  const gone = await openScan(Response.json(body, { status: 404 }));
  expect([gone.status, gone.headers.get("location")]).toEqual([302, "/en/404"]);
});

it("shows one that is there, and nobody keeps it", async () => {
  const scan = await openScan(new Response("scan", { headers: { "content-type": "image/jpeg" } }));
  expect(await scan.text()).toBe("scan");
  expect(scan.headers.get("cache-control")).toBe("private, no-store");
});
