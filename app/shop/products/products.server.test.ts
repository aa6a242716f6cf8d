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

/** The list of a style, in which the server has these products. */
async function listingOf(products: object[], style: object = {}, query = "style=noir") {
  const request = new Request(`${SHOP_URL}/en/products?${query}`);
  const { result } = await runInWebTier(
    request,
    (_, path) => {
      if (path === "/styles") return Response.json({ data: [{ ...group("Noir"), ...style }] });
      if (path === "/categories") return Response.json({ data: [] });
      if (path === "/settings") return Response.json({ status: "OK", payload: {} });
      return Response.json({ data: products });
    },
    (context) => readListing(context, readListState(new URLSearchParams(query))),
  );
  return result.listing;
}

it("makes a style's list a page of its own only while it has products", async () => {
  expect((await listingOf([FOX])).canonical).toBe("/products?style=noir");
  clearPublicCache();
  expect((await listingOf([])).canonical).toBeNull();
});

it("shows a style's picture in previews of links to its list, and to no other", async () => {
  const url = "https://cdn.example/noir";
  const picture = { width: 1024, height: 512, color: "#000", base_url: url, widths: [320, 960] };
  const expected = { url: `${url}/960.jpg`, width: 960, height: 480 };
  expect((await listingOf([FOX], { picture })).shareImage).toEqual(expected);
  expect((await listingOf([FOX], { picture }, "search=fox&style=noir")).shareImage).toBeUndefined();
  expect((await listingOf([FOX], { picture }, "")).shareImage).toBeUndefined();
});

it("names the language of a style that the server has in another language only", async () => {
  const listing = await listingOf([FOX], { title_locale: "fr" });
  const named = { titleLanguage: "fr", chips: [{ text: "Noir", language: "fr" }] };
  expect(listing).toMatchObject({ title: "Noir", ...named });
  clearPublicCache();
  expect((await listingOf([FOX], { title_locale: "en" })).titleLanguage).toBeUndefined();
});
