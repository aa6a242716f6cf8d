import { describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./static-page.tsx";

/** The page's data, or what its loader throws, for a server with this response. */
async function open(status: number, body: unknown) {
  clearPublicCache();
  const request = new Request(`${SHOP_URL}/en/page/terms`);
  const { result } = await runInWebTier(
    request,
    () => Response.json(body, { status }),
    (context) =>
      loader({ context, request, params: { slug: "terms" } } as Parameters<typeof loader>[0]).catch(
        (thrown: unknown) => thrown,
      ),
  );
  return result;
}

describe("a page of another server", () => {
  const PAGE = { slug: "terms", title: "Terms", content: "<p>Be kind.</p>" };

  it.each([
    ["by a 404", 404, { message: "No such page." }],
    ["inside a 200", 200, { status: "ERROR", message: "Page not found" }],
    ["inside a 200 with an empty payload", 200, { status: "error", payload: [], message: "No." }],
    ["as none of its slugs", 422, { errors: { slug: ["Invalid."] } }],
    ["as a bad request", 400, { message: "Bad Request" }],
    ["as gone", 410, { message: "Gone." }],
    ["as a call that it lacks", 405, { message: "Method not allowed." }],
    ["as one of another guard", 401, { message: "Unauthenticated." }],
  ])("that rejects it %s is not found", async (_how, status, body) => {
    expect(await open(status, body)).toMatchObject({
      data: { code: "page_not_found" },
      init: { status: 404 },
    });
  });

  it.each([
    ["too many requests", 429, 429],
    ["a page for others", 403, 403],
    ["a conflict", 409, 502],
  ])("keeps %s apart from a missing page", async (_what, status, shown) => {
    expect(await open(status, { message: "No." })).toMatchObject({ init: { status: shown } });
  });

  it.each(["", "__proto__", "german"])("has no language that is none: %j", async (locale) => {
    const page = await open(200, { payload: { ...PAGE, locale } });
    expect(page).toMatchObject({ title: "Terms", language: locale === "german" ? locale : "en" });
  });

  it("names languages as the server does", async () => {
    const payload = { ...PAGE, locale: "pt_BR", text_locales: ["pt_BR", "", "EN"] };
    expect(await open(200, { payload })).toMatchObject({
      language: "pt-br",
      locales: ["pt-br", "en"],
    });
  });
});
