import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listPageLanguages } from "./pages.server.ts";

afterEach(clearPublicCache);

/** The pages of a server in each language; the contract does not ask for `text_locales`. */
const PAGES: Record<string, object[]> = {
  en: [
    { slug: "terms", title: "Terms" },
    { slug: "agb", title: "AGB", text_locales: ["de"] },
  ],
  de: [
    { slug: "agb", title: "AGB", text_locales: ["de"] },
    { slug: "terms", title: "Nutzungsbedingungen" },
  ],
  ar: [],
};

it("requests the pages in all languages at once, and keeps the client's own language", async () => {
  const waiting: { locale: string; respond: (response: Response) => void }[] = [];
  const api = new ApiClient(
    {
      fetch: (request) =>
        new Promise((respond) => {
          waiting.push({ locale: request.headers.get("frontend-language") ?? "", respond });
        }),
      baseUrl: "https://backend.example/api",
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    },
    { cookieHeader: null, clientIp: "203.0.113.9", requestId: "r-1", locale: "en" },
  );
  const reading = listPageLanguages(api, ["en", "de", "ar"]);
  await setImmediate();
  expect(waiting.map(({ locale }) => locale)).toEqual(["en", "de", "ar"]);
  for (const { locale, respond } of waiting) {
    respond(Response.json({ status: "OK", payload: PAGES[locale] }));
  }
  expect([...(await reading)]).toEqual([
    ["terms", ["en", "de"]],
    ["agb", ["de"]],
  ]);
  expect(api.locale).toBe("en");
});
