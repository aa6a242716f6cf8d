import { describe, expect, it } from "vitest";
import { runInWebTier } from "#tests/setup/api/web-request.ts";
import { loadPage, readPage } from "./read-page.ts";

async function read(query: string): Promise<unknown> {
  const request = new Request(`https://shop.example/en/staff/offers${query}`);
  return (await runInWebTier(request, () => new Response(), readPage)).result;
}

describe("the page of a staff list", () => {
  it.each([
    ["", 1],
    ["?page=", 1],
    ["?page=2", 2],
    ["?status=pending&page=10000", 10_000],
  ])("of %j is %i", async (query, page) => {
    expect(await read(query)).toBe(page);
  });

  it.each([
    "?page=0",
    "?page=-1",
    "?page=x",
    "?page=1e3",
    "?page=10001",
    "?page=2.5",
  ])("of %j is not found", async (query) => {
    await expect(read(query)).rejects.toMatchObject({ init: { status: 404 } });
  });
});

describe("a staff list", () => {
  /** Where a list with this many pages redirects to, or its page. */
  async function load(query: string, pages: number): Promise<unknown> {
    const request = new Request(`https://shop.example/en/staff/withdrawals${query}`);
    const read = async (page: number) => ({ page, pages });
    const { result } = await runInWebTier(
      request,
      () => new Response(),
      (context) => loadPage(context, read, "withdrawal").catch((thrown: unknown) => thrown),
    );
    return result instanceof Response ? result.headers.get("location") : result;
  }

  it.each([
    ["", 0, 1],
    ["", 1, 1],
    ["?page=2", 2, 2],
    // The record of a form that was rejected in the meantime.
    ["?page=5&withdrawal=7", 4, 5],
  ])("with %j of %i pages shows page %i", async (query, pages, page) => {
    expect(await load(query, pages)).toEqual({ page, pages });
  });

  it.each([
    ["?page=2", 1, "?page=1"],
    ["?page=2", 0, "?page=1"],
    ["?status=review&page=9", 3, "?status=review&page=3"],
  ])("with %j of %i pages leads to the last", async (query, pages, last) => {
    expect(await load(query, pages)).toBe(`/en/staff/withdrawals${last}`);
  });
});
