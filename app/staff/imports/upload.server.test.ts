import { describe, expect, it } from "vitest";
import { takeToast } from "#app/request/flash-toast.ts";
import en from "#locales/en.json" with { type: "json" };
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { action } from "./staff-imports.tsx";
import { sendUpload } from "./upload.server.ts";

const STAFF = { id: "7", email: "a@b.test", balance: "1.00", role: "staff", staff_role: "owner" };
const PARAMS = { locale: "en" };

/** Where an upload leads to which the API responds so, and what is said there. */
async function upload(status: number, body: object) {
  const request = new Request(`${SHOP_URL}/en/staff/imports`, { method: "POST" });
  const { result } = await runInWebTier(
    request,
    () => Response.json(body, { status }),
    async (context) => {
      const stream = new Blob(["title_en"]).stream();
      const response = await sendUpload(context, { stream, contentType: "multipart/form-data" });
      const [cookie = ""] = response.headers.getSetCookie();
      const next = new Request(SHOP_URL, { headers: { cookie: cookie.split(";")[0] ?? "" } });
      const toast = (await takeToast(context, next))?.toast;
      return { location: response.headers.get("location"), text: toast?.text ?? null };
    },
  );
  return result;
}
const rejected = (code: string, more = {}) => ({ status: "ERROR", message: "No.", code, ...more });

describe("an upload of a table", () => {
  it("leads to its import", async () => {
    expect(await upload(200, { status: "OK", payload: { id: 7 } })).toEqual({
      location: "/en/staff/imports/7",
      text: null,
    });
  });

  it.each([
    [
      503,
      rejected("storage_unavailable"),
      "Our file storage is not available at the moment, so nothing was changed. Please try again later.",
    ],
    [507, rejected("storage_full"), "This cannot be stored at the moment. Please try again later."],
    [413, rejected("payload_too_large"), "File size exceeds 1024MB"],
    [
      422,
      rejected("validation_failed", {
        errors: { media: ["Empty."] },
        error_codes: { media: [{ code: "import_empty" }] },
      }),
      "There is nothing in this file.",
    ],
    [400, rejected("malformed_body"), en["errors.malformed_body"]],
    [409, { status: "ERROR" }, en["errors.request_failed"]],
  ])("leads back and says why there is none, after %i", async (status, body, text) => {
    expect(await upload(status, body)).toEqual({ location: "/en/staff/imports", text });
  });

  it("says that the right is gone when it was taken meanwhile", async () => {
    await expect(upload(404, rejected("not_found"))).rejects.toMatchObject({
      data: { code: "right_lost", action: "/en/staff/imports" },
      init: { status: 403 },
    });
  });

  it.each([
    ["7", "/en/staff/imports/9"],
    ["8", "/en/staff/imports"],
  ])("of member %s leads to %s where 7 is signed in", async (sender, location) => {
    const form = new FormData();
    form.set("sender", sender);
    form.set("media", new File(["title_en"], "table.csv"));
    const body = new Response(form);
    const headers = {
      "content-type": body.headers.get("content-type") ?? "",
      referer: `${SHOP_URL}/en/staff/imports`,
    };
    const init = { method: "POST", headers, body: await body.arrayBuffer() };
    const request = new Request(`${SHOP_URL}/en/staff/imports`, init);
    const sent: string[] = [];
    const api = async (call: Request, path: string) => {
      if (path !== "/staff/imports") return Response.json({ payload: STAFF });
      sent.push(await call.text());
      return Response.json({ status: "OK", payload: { id: 9 } });
    };
    const { result } = await runInWebTier(request, api, (context) => {
      const args = { request, context, url: new URL(request.url), pattern: "", params: PARAMS };
      return action(args).catch((thrown: Response) => thrown);
    });
    expect(result.headers.get("location")).toBe(location);
    // The whole of it, though its beginning was read before.
    expect(sent.map((text) => text.includes("table.csv"))).toEqual(sender === "7" ? [true] : []);
  });
});
