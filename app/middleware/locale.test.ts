import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { getFormat, getLocale, getMessage, localeGate } from "./locale.ts";

it.each([
  ["1", "Please wait 1 second before you ask for another email."],
  ["55", "Please wait 55 seconds before you ask for another email."],
])("counts %s seconds of an error in loaders and actions", (seconds, text) => {
  const message = getMessage(new RouterContextProvider());
  expect(message({ code: "email_link_mail_wait", params: { seconds } })).toBe(text);
});

it("formats the amount of an error in loaders and actions", () => {
  const message = getMessage(new RouterContextProvider());
  expect(message({ code: "refund_too_large", params: { amount: "7.90" } })).toBe(
    "At most 7.90\u00a0credits can be refunded.",
  );
});

describe("the languages of another server", () => {
  /** What the gate does with a request for `path`; "shown" if it lets it through. */
  async function visit(path: string, payload: unknown) {
    clearPublicCache();
    const sent: string[] = [];
    const request = new Request(SHOP_URL + path, { headers: { "accept-language": "en" } });
    const api: FakeApi = (call, called) => {
      if (called === "/languages") return Response.json({ status: "OK", payload });
      sent.push(`${called} ${call.headers.get("frontend-language")}`);
      return Response.json({ payload: { "nav.home": "Start" } });
    };
    const [, locale] = path.split("/");
    const { result } = await runInWebTier(request, api, async (context) => {
      const args = { request, context, params: { locale }, url: new URL(request.url), pattern: "" };
      const next = async () => new Response();
      const gate = async () => localeGate(args, next);
      const response = await gate().catch((thrown: unknown) => thrown);
      if (!(response instanceof Response)) throw response;
      const to = response.headers.get("location");
      return to ?? `shown in ${getLocale(context)}: ${getFormat(context, null).credits(100)}`;
    });
    return { result, sent };
  }

  it.each([
    ["no English", [{ code: "de" }, { code: "fr" }], "/de/products"],
    ["English of one country", [{ code: "en_GB" }], "/en-gb/products"],
  ])("with %s lead to the first one instead of a loop", async (_what, languages, target) => {
    expect((await visit("/en/products", languages)).result).toBe(target);
    expect((await visit(target, languages)).result).toMatch(/^shown in /);
  });

  it.each([
    ["none", []],
    ["none that is one", [{ code: "" }, { code: "../de" }, "de@euro", { code: "a b" }]],
  ])("that are %s are English alone", async (_what, languages) => {
    expect((await visit("/en/products", languages)).result).toMatch(/^shown in en: /);
  });

  it.each([
    ["pt_BR", "pt-br"],
    ["pt-BR", "pt-br"],
    ["zh_Hans_CN", "zh-hans-cn"],
    ["EN", "en"],
  ])("are shown as tags, and named to it as it names them: %s", async (code, locale) => {
    const { result, sent } = await visit(`/${locale}/products`, [{ code: "de" }, { code }]);
    expect(result).toMatch(new RegExp(`^shown in ${locale}: 1`));
    expect(sent).toContain(`/localization/${code}/words ${code}`);
  });
});
