import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { webRequestContext } from "#app/middleware/web-context.ts";
import { createWebRequest } from "#tests/setup/api/web-request.ts";
import { redirectBack } from "./flash-toast.ts";

const SITE = "https://shop.example";

async function locationFrom(referer: string | null): Promise<string> {
  const headers: Record<string, string> = referer === null ? {} : { referer };
  const request = new Request(`${SITE}/en/newsletter`, { method: "POST", headers });
  const toast = { kind: "info", key: "cookies.saved" } as const;
  const context = new RouterContextProvider();
  context.set(
    webRequestContext,
    createWebRequest(async () => new Response()),
  );
  const response = await redirectBack(context, request, toast);
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

describe("the way back after a form", () => {
  it.each([
    [`${SITE}/de/products?style=ink#top`, "/de/products?style=ink"],
    [`${SITE}/en`, "/en"],
    [`${SITE}/en/products?utm_source=mail&style=ink`, "/en/products?style=ink"],
    [null, "/en"],
    ["", "/en"],
    ["about:blank", "/en"],
    ["https://evil.example/en/products", "/en"],
    ["http://shop.example/en/products", "/en"],
    [`${SITE}//evil.example/products`, "/en"],
    [`${SITE}/\\evil.example/products`, "/en"],
    [`${SITE}/./%2e//evil.example/products`, "/en"],
  ])("from %s is %s", async (referer, location) => {
    expect(await locationFrom(referer)).toBe(location);
  });

  it("never leads to another site", async () => {
    const part = fc.constantFrom("/", "\\", "//", ".", "..", "%2f", "evil.example", "@", ":", "en");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const location = await locationFrom(`${SITE}/${parts.join("")}`);
        expect(new URL(location, `${SITE}/en/newsletter`).origin).toBe(SITE);
      }),
      { numRuns: 2_000 },
    );
  });
});
