import { describe, expect, it } from "vitest";
import { takeToast } from "#app/request/flash-toast.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { sendUpload } from "./upload.server.ts";

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
  ])("leads back and says why there is none, after %i", async (status, body, text) => {
    expect(await upload(status, body)).toEqual({ location: "/en/staff/imports", text });
  });
});
