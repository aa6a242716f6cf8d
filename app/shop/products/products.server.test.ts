import { beforeEach, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { readListState } from "./list-query.ts";
import { readListing } from "./products.server.ts";

beforeEach(clearPublicCache);

const FOX = { id: 7, title: "Fox", price: "2.90", slug: "fox" };
const group = (title: string, products_count?: number) => ({
  id: title,
  title,
  url: title.toLowerCase(),
  products_count,
});

/**
 * The counts on the page with this query, for a server that lists `groups` and returns `facets`.
 */
async function countsOf(query: string, groups: object[], facets?: object) {
  const request = new Request(`${SHOP_URL}/en/products?${query}`);
  const { result } = await runInWebTier(
    request,
    (_, path) => {
      if (path === "/categories") return Response.json({ data: groups });
      if (path === "/styles") return Response.json({ data: [group("Noir")] });
      if (path === "/settings") return Response.json({ status: "OK", payload: {} });
      return Response.json({ data: [FOX], meta: { facets } });
    },
    (context) => readListing(context, readListState(new URLSearchParams(query))),
  );
  return result.listing.counts;
}

it("counts the products of a group as far as the server does", async () => {
  const some = await countsOf("", [group("Animals", 3), group("Empty", 0), group("Plants")]);
  expect(some).toEqual({
    categories: { animals: 3, empty: 0, plants: null },
    styles: { noir: null },
  });
});

it("takes a group that is missing in the counts of a filtered list for an empty one", async () => {
  const groups = [group("Animals"), group("Plants")];
  const facets = { styles: { noir: 1 }, categories: { animals: 1 } };
  expect(await countsOf("style=noir", groups, facets)).toEqual({
    categories: { animals: 1, plants: 0 },
    styles: { noir: 1 },
  });
});

it("knows no counts of a filtered list whose server sends none", async () => {
  const counts = await countsOf("style=noir", [group("Animals", 3)]);
  expect(counts).toEqual({ categories: {}, styles: {} });
});

/** Whether search engines may index the list of a style in which the server has these products. */
async function canonicalOf(products: object[]) {
  const request = new Request(`${SHOP_URL}/en/products?style=noir`);
  const { result } = await runInWebTier(
    request,
    (_, path) => {
      if (path === "/styles") return Response.json({ data: [group("Noir")] });
      if (path === "/categories") return Response.json({ data: [] });
      if (path === "/settings") return Response.json({ status: "OK", payload: {} });
      return Response.json({ data: products });
    },
    (context) => readListing(context, readListState(new URLSearchParams("style=noir"))),
  );
  return result.listing.canonical;
}

it("makes a style's list a page of its own only while it has products", async () => {
  expect(await canonicalOf([FOX])).toBe("/products?style=noir");
  clearPublicCache();
  expect(await canonicalOf([])).toBeNull();
});
