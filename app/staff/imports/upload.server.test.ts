import { describe, expect, it } from "vitest";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { takeToast } from "#app/request/flash-toast.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { action } from "./staff-imports.tsx";
import { sendUpload } from "./upload.server.ts";

const STAFF = { id: "7", email: "a@b.test", balance: "1.00", role: "staff", staff_role: "owner" };
const PARAMS = { locale: "en" };

/** Where an upload with this response of the API leads, or the message shown at its form. */
async function upload(status: number, body: object) {
  const request = new Request(`${SHOP_URL}/en/staff/imports`, { method: "POST" });
  const { result } = await runInWebTier(
    request,
    () => Response.json(body, { status }),
    async (context) => {
      const stream = new Blob(["title_en"]).stream();
      const sent = await sendUpload(context, { stream, contentType: "multipart/form-data" });
      if (sent instanceof Response) return { location: sent.headers.get("location") };
      return { status: sent.init?.status, problem: sent.data.problem };
    },
  );
  return result;
}
const rejected = (code: string, more = {}) => ({ status: "ERROR", message: "No.", code, ...more });

describe("an upload of a table", () => {
  it("leads to its import", async () => {
    expect(await upload(200, { status: "OK", payload: { id: 7 } })).toEqual({
      location: "/en/staff/imports/7",
    });
  });

  it.each([
    [503, rejected("storage_unavailable"), "errors.storage_unavailable"],
    [507, rejected("storage_full"), "errors.storage_full"],
    [413, rejected("payload_too_large"), "errors.file_too_large?maxSize=1024"],
    [
      422,
      rejected("validation_failed", {
        errors: { media: ["Empty."] },
        error_codes: { media: [{ code: "import_empty" }] },
      }),
      "errors.import_empty",
    ],
    [400, rejected("malformed_body"), "errors.malformed_body"],
    [409, { status: "ERROR" }, "errors.request_failed"],
  ])("says at its form why there is none, after %i", async (status, body, problem) => {
    expect(await upload(status, body)).toEqual({ status, problem });
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
    const sent: string[] = [];
    const made = await post(sender, async (call) => {
      sent.push(await call.text());
      return Response.json({ status: "OK", payload: { id: 9 } });
    });
    expect(made.location).toBe(location);
    // The complete body, although its beginning was read before.
    expect(sent.map((text) => text.includes("table.csv"))).toEqual(sender === "7" ? [true] : []);
  });

  const full = () => Response.json(rejected("storage_full"), { status: 507 });

  it("the rest of another account's file is read before its sender is led back", async () => {
    const { location, said, rests } = await post("8", full);
    expect(location).toBe("/en/staff/imports");
    expect(said).toContain("a@b.test");
    expect(rests).toBe(1);
  });

  it("the rest of a file that the API rejects early is read before that is said", async () => {
    const { location, said, rests } = await post("7", full);
    expect(location).toBeNull();
    expect(said).toBe("errors.storage_full");
    expect(rests).toBe(1);
  });

  it("stays unread when its sender is no staff", async () => {
    const { location, rests } = await post("7", () => new Response(), { ...STAFF, role: "user" });
    expect(location).toBe("/en/404");
    expect(rests).toBe(0);
  });
});

/** Posts a table as `sender`; `rests` counts how often the rest of its body was read. */
async function post(
  sender: string,
  api: (call: Request) => Response | Promise<Response>,
  user: object = STAFF,
) {
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
  const respond = async (call: Request, path: string) =>
    path === "/staff/imports" ? api(call) : Response.json({ payload: user });
  let rests = 0;
  const { result } = await runInWebTier(request, respond, async (context) => {
    requireWebRequest(context).readRest = async () => {
      rests += 1;
    };
    const args = { request, context, url: new URL(request.url), pattern: "", params: PARAMS };
    const response = await action(args).catch((thrown: Response) => thrown);
    if (!(response instanceof Response)) return { location: null, said: response.data.problem };
    const location = response.headers.get("location");
    return { location, said: await readToast(context, response) };
  });
  return { ...result, rests };
}

/** The message on the page to which this response leads; null if there is none. */
async function readToast(context: Context, response: Response) {
  const [cookie = ""] = response.headers.getSetCookie();
  const next = new Request(SHOP_URL, { headers: { cookie: cookie.split(";")[0] ?? "" } });
  return (await takeToast(context, next))?.toast.text ?? null;
}
