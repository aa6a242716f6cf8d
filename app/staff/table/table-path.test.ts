import { describe, expect, it } from "vitest";
import {
  adjacentCursors,
  adjacentPages,
  listOrders,
  nextSort,
  onPage,
  readTableQuery,
  toTablePath,
} from "./table-path.ts";

const read = (search: string) => readTableQuery(new URLSearchParams(search), ["q", "sort"]);

describe("the address of a staff list", () => {
  it("is read by its names, without what is empty or unknown", () => {
    expect(read("?q=+ada+&sort=&page=3&evil=1")).toEqual({ q: "ada", page: "3" });
    expect(read(`?q=${"x".repeat(500)}`).q).toHaveLength(200);
  });

  it("keeps search and order, and starts at the first page again", () => {
    const query = read("?q=a%26b&sort=-name&after=9");
    expect(toTablePath("/staff/people", query)).toBe("/staff/people?q=a%26b&sort=-name");
    expect(toTablePath("/x", query, { before: "7" })).toBe("/x?q=a%26b&sort=-name&before=7");
    expect(toTablePath("/x", query, { q: null, sort: null })).toBe("/x");
    expect(toTablePath("/x", query, { ...onPage(2), id: "7" })).toBe(
      "/x?q=a%26b&sort=-name&page=2&id=7",
    );
    expect(toTablePath("/x", {}, onPage(1))).toBe("/x");
  });

  it("changes by a page or a cursor for the neighbouring pages that there are", () => {
    expect(adjacentPages(2, 3)).toEqual({ back: { page: "1" }, on: { page: "3" } });
    expect(adjacentPages(1, 0)).toEqual({ back: null, on: null });
    expect(adjacentCursors("9", "4")).toEqual({ back: { after: "9" }, on: { before: "4" } });
    expect(adjacentCursors(null, null)).toEqual({ back: null, on: null });
  });

  it("orders by a column up, down, and no more", () => {
    expect(nextSort(undefined, "name")).toBe("name");
    expect(nextSort("name", "name")).toBe("-name");
    expect(nextSort("-name", "name")).toBeNull();
    expect(nextSort("-age", "name")).toBe("name");
  });

  it("names a list's own order first, and none that is the same a second time", () => {
    const sorts = [
      { name: "date", text: "Date" },
      { name: "amount", text: "Amount" },
    ];
    expect(listOrders(sorts, { text: "Newest first", sort: "-date" })).toEqual([
      { value: "", text: "Newest first" },
      { value: "date", text: "Date ↑" },
      { value: "amount", text: "Amount ↑" },
      { value: "-amount", text: "Amount ↓" },
    ]);
    expect(listOrders(sorts, { text: "Best match" })).toHaveLength(5);
  });
});
