import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { PAGE_MAX } from "#domain/catalog.ts";
import { REMOTE_API } from "#tests/mocks/laravel-api.ts";
import { listIndexEntries, listIndexParts } from "./product-index.server.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  server.resetHandlers();
  clearPublicCache();
});
afterAll(() => server.close());

const api = new ApiClient(
  {
    fetch: (request) => fetch(request),
    baseUrl: REMOTE_API,
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  },
  { cookieHeader: null, clientIp: "203.0.113.9", requestId: "r-1", locale: "en" },
);

/** An API with only the calls of spec §7: lists, page by page, and single products. */
function serveLists(lastPage: number, status = 404) {
  const notFound = () => HttpResponse.json({ message: "Not found" }, { status });
  server.use(
    http.get(`${REMOTE_API}/product-index`, notFound),
    http.get(`${REMOTE_API}/product-index/:part`, notFound),
    http.get(`${REMOTE_API}/products`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      const product = { id: page, title: `P${page}`, slug: `p-${page}`, price: 1 };
      const data = page <= lastPage ? [product] : [];
      return HttpResponse.json({ data, meta: { current_page: page, last_page: lastPage } });
    }),
  );
}

describe("the index of an API that has none", () => {
  it.each([
    404, 401,
  ])("is read from its lists after %i, so many pages to a part", async (status) => {
    serveLists(41, status);
    expect(await listIndexParts(api)).toEqual([
      { part: 1, updatedAt: null },
      { part: 2, updatedAt: null },
    ]);
    const first = await listIndexEntries(api, 1);
    expect([first.length, first[0], first.at(-1)?.slug]).toEqual([
      40,
      { slug: "p-1", updatedAt: null },
      "p-40",
    ]);
    expect((await listIndexEntries(api, 2)).map(({ slug }) => slug)).toEqual(["p-41"]);
    expect(await listIndexEntries(api, 3)).toEqual([]);
  });

  it("dates a product by its last change, or else by its publication", async () => {
    const created_at = "2026-01-02T03:04:05.000000Z";
    const fox = { id: 1, title: "Fox", price: 1, created_at };
    server.use(
      http.get(`${REMOTE_API}/product-index/:part`, () => new HttpResponse(null, { status: 404 })),
      http.get(`${REMOTE_API}/products`, () =>
        HttpResponse.json({
          data: [
            { ...fox, slug: "changed", updated_at: "2026-03-04 05:06:07" },
            { ...fox, id: 2, slug: "seconds", updated_at: 1_772_687_167 },
            { ...fox, id: 3, slug: "unchanged", updated_at: null },
            { ...fox, id: 4, slug: "undated", created_at: null },
          ],
          meta: { current_page: 1, last_page: 1 },
        }),
      ),
    );
    expect(await listIndexEntries(api, 1)).toEqual([
      { slug: "changed", updatedAt: "2026-03-04T05:06:07.000Z" },
      { slug: "seconds", updatedAt: "2026-03-05T05:06:07.000Z" },
      { slug: "unchanged", updatedAt: "2026-01-02T03:04:05.000Z" },
      { slug: "undated", updatedAt: null },
    ]);
  });

  it("has no part beyond the last page that an API may have", async () => {
    serveLists(1_000_000_000);
    expect((await listIndexParts(api)).length).toBe(PAGE_MAX / 40);
  });

  it("does not take an API in trouble for one without", async () => {
    server.use(
      http.get(`${REMOTE_API}/product-index`, () => new HttpResponse(null, { status: 500 })),
    );
    await expect(listIndexParts(api)).rejects.toMatchObject({ init: { status: 502 } });
  });
});
