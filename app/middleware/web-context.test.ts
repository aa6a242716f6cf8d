import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { addToast, takeToast } from "#app/request/flash-toast.ts";
import { redirectGuestToLogin } from "#app/request/pending-favorite.ts";
import { action as storeConsent } from "#app/site/cookies/cookies-consent.ts";
import { createWebRequest, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { clearDeskBrowser } from "./desk-browser.ts";
import { localeGate } from "./locale.ts";
import { type Context, createOwnCookie, webRequestContext } from "./web-context.ts";

const ATTRIBUTES = ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"];

/** The attributes of each cookie that a response sets, without how long it is kept. */
function listAttributes(headers: Headers): Record<string, string[]> {
  const cookies = headers.getSetCookie().map((line) => {
    const [pair = "", ...attributes] = line.split("; ");
    const lasting = attributes.filter((one) => !/^(Max-Age|Expires)=/.test(one));
    return [pair.split("=")[0], lasting.sort()] as const;
  });
  return Object.fromEntries(cookies);
}

function contextOf(appUrl: string): Context {
  const context = new RouterContextProvider();
  const web = createWebRequest(async () => new Response());
  context.set(webRequestContext, { ...web, api: { ...web.api, appUrl } });
  return context;
}

/** What `write` sets on a response of a shop on https. */
async function collect(write: (context: Context, response: Response) => Promise<unknown>) {
  const response = new Response();
  await write(contextOf("https://shop.example"), response);
  return listAttributes(response.headers);
}

describe("a cookie of our own", () => {
  it.each([
    ["https://shop.example", ATTRIBUTES],
    ["http://localhost:3000", ATTRIBUTES.filter((one) => one !== "Secure")],
  ])("of %s is only sent as safely as that allows, also when it is removed", async (url, all) => {
    const cookie = createOwnCookie("some", { maxAge: 60 });
    const context = contextOf(url);
    for (const line of [await cookie.serialize(context, "a"), await cookie.clear(context)]) {
      expect(listAttributes(new Headers({ "set-cookie": line }))).toEqual({ some: all });
    }
  });

  it("is read as it was written, and null for other texts", async () => {
    const cookie = createOwnCookie("some");
    const line = await cookie.serialize(contextOf("https://shop.example"), { a: "ü; b" });
    const read = (text: string) =>
      cookie.parse(new Request("https://shop.example", { headers: { cookie: text } }));
    expect(await read(line.split(";")[0] ?? "")).toEqual({ a: "ü; b" });
    expect(await read("other=1")).toBeNull();
  });
});

describe("on https, with the attribute Secure", () => {
  it("is a message for the next page, and its removal", async () => {
    const toast = { kind: "info", key: "logout.done" } as const;
    const write = (context: Context, response: Response) => addToast(context, response, toast);
    expect(await collect(write)).toEqual({ toast: ATTRIBUTES });
    const cookie = `toast=${btoa(JSON.stringify(toast))}`;
    const request = new Request("https://shop.example/en", { headers: { cookie } });
    const { result } = await runInWebTier(
      new Request(request),
      async () => new Response(),
      (c) => takeToast(c, request),
    );
    const removal = new Headers({ "set-cookie": result?.setCookie ?? "" });
    expect(listAttributes(removal)).toEqual({ toast: ATTRIBUTES });
  });

  it("is a guest's favorite", async () => {
    const request = new Request("https://shop.example/en/products");
    const pending = { product: "3", from: "/en/products" };
    const { result } = await runInWebTier(
      request,
      async () => new Response(),
      (context) => redirectGuestToLogin(context, pending, "/en/products"),
    );
    expect(listAttributes(result.headers)).toEqual({
      pending_favorite: ATTRIBUTES,
      toast: ATTRIBUTES,
    });
  });

  it("is the language of a member's screens", async () => {
    const request = new Request("https://shop.example/en/dashboard");
    const url = new URL(request.url);
    const { result } = await runInWebTier(
      request,
      async () => Response.json([{ code: "en", name: "English" }]),
      async (context) =>
        localeGate(
          // The gate uses no other arguments of the framework.
          { request, url, pattern: "", context, params: { locale: "en" } } as never,
          async () => new Response(),
        ),
    );
    const headers = result instanceof Response ? result.headers : new Headers();
    expect(listAttributes(headers)).toEqual({ locale: ATTRIBUTES });
  });

  it("is the choice of cookies, whatever the name that the shop was reached by", async () => {
    const request = postForm("/en/cookies-consent", { consent: "all" });
    const inside = new Request("http://10.0.0.3:3000/en/cookies-consent", request);
    const { result } = await runInWebTier(
      request,
      async () => new Response(),
      (context) =>
        // The action uses no other arguments of the framework.
        storeConsent({ request: inside, context } as unknown as Parameters<typeof storeConsent>[0]),
    );
    expect(listAttributes(result.headers)).toEqual({
      "cookies-consent": ATTRIBUTES,
      "cookies-choices": ATTRIBUTES,
    });
  });

  it("is the removal of a staff browser's mark", async () => {
    expect(await collect(clearDeskBrowser)).toEqual({ desk: ATTRIBUTES });
  });
});
