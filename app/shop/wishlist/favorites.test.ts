import { expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./favorites.tsx";

/**
 * The screen's data, for a server with `count` favorites, of which those with ids above `gone` are
 * deleted.
 */
async function load(search: string, count: number, gone: number) {
  clearPublicCache();
  const request = new Request(`${SHOP_URL}/en/dashboard/favorite${search}`);
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const api: FakeApi = (_request, path) => {
    if (path === "/wishlist") return Response.json({ payload: rows });
    const id = Number(path.split("/").at(-1));
    return path.startsWith("/products/") && id <= gone
      ? Response.json({ data: { id, title: "Fox", price: "1.00" } })
      : Response.json({ message: "Not found." }, { status: 404 });
  };
  const { result } = await runInWebTier(request, api, (context) =>
    loader({ context, request, params: {} } as Parameters<typeof loader>[0]).catch(
      (thrown: unknown) => thrown,
    ),
  );
  return result;
}

it("stays on a page of favorites whose products are all gone", async () => {
  const page = { items: [], newer: "25", older: "48" };
  expect(await load("?before=24", 60, 24)).toMatchObject({ page });
  expect(await load("?before=24", 40, 24)).toMatchObject({ page: { ...page, older: null } });
});

it("leads to the first page from beyond the end", async () => {
  const response = await load("?before=40", 40, 40);
  expect(response).toBeInstanceOf(Response);
  expect((response as Response).headers.get("location")).toBe("/en/dashboard/favorite");
});
