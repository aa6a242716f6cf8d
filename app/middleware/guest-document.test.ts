import { describe, expect, it } from "vitest";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { leaveGuestDocument } from "./guest-document.ts";
import { webRequestContext } from "./web-context.ts";

const PROFILE = { email: "a@b.test", balance: "1.00", is_email_verified: true };
const signedIn = () => Response.json({ payload: PROFILE });
const signedOut = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
const away = () => new Response("", { status: 503 });

const OF_A_GUEST = "?a=1&_routes=contact-us";

async function ask(
  path: string,
  { api = signedIn, method = "GET", isDocument = false } = {},
): Promise<Response | "goes on"> {
  const request = new Request(SHOP_URL + path, { method });
  const { result } = await runInWebTier(request, api, async (context) => {
    const web = context.get(webRequestContext);
    if (web) web.isDocument = isDocument;
    const args = { request, url: new URL(request.url), pattern: "", context, params: {} };
    const response = await Promise.resolve(
      leaveGuestDocument(args, async () => new Response(null, { status: 204 })),
    ).catch((thrown: unknown) => thrown);
    if (!(response instanceof Response)) throw response;
    return response.status === 204 ? ("goes on" as const) : response;
  });
  return result;
}

it("scripts of a guest's document are led to a member's page as a document", async () => {
  const response = await ask(`/en/contact-us${OF_A_GUEST}`);
  if (response === "goes on") throw new Error("it went on");
  expect(response.headers.get("location")).toBe("/en/contact-us?a=1");
  expect(response.headers.get("x-remix-reload-document")).toBe("true");
});

describe("what goes on", () => {
  it.each([
    ["a member's document", "/en/contact-us?_routes=layout,contact-us", {}],
    ["a page of which everything is loaded", "/en/contact-us", {}],
    ["a document", `/en/contact-us${OF_A_GUEST}`, { isDocument: true }],
    ["a form", `/en/contact-us${OF_A_GUEST}`, { method: "POST" }],
    ["a guest with an old cookie", `/en/contact-us${OF_A_GUEST}`, { api: signedOut }],
    ["somebody unknown", `/en/contact-us${OF_A_GUEST}`, { api: away }],
    ["a screen of members", `/en/dashboard${OF_A_GUEST}`, {}],
  ])("%s", async (_name, path, options) => {
    expect(await ask(path, options)).toBe("goes on");
  });
});
