import { describe, expect, it } from "vitest";
import { runInWebTier } from "#tests/setup/api/web-request.ts";
import { readPage } from "./read-page.ts";

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
