import { describe, expect, it } from "vitest";
import { normalizeViewQuery, VIEW_LIST_PATTERN } from "./saved-views.ts";

describe("the filter of a saved view", () => {
  it("is one text, whatever the order of its names, without the page", () => {
    const text = normalizeViewQuery("?status=draft&q=a%26b+c&page=3&empty=&before=7");
    expect(text).toBe("q=a%26b+c&status=draft");
    expect(normalizeViewQuery("q=a%26b%20c&after=1&status=draft")).toBe(text);
    expect(normalizeViewQuery(text)).toBe(text);
    expect(normalizeViewQuery("page=2")).toBe("");
  });

  it("belongs to a list of the desk, and to no other address", () => {
    for (const list of ["/staff/orders", "/staff/groups/styles", "/staff/newsletter/subscribers"]) {
      expect(list).toMatch(VIEW_LIST_PATTERN);
    }
    const others = [
      "/staff",
      "//evil.example",
      "/staff/../x",
      "/staff//x",
      "/staff/x?y",
      "/dashboard",
    ];
    for (const other of others) expect(other).not.toMatch(VIEW_LIST_PATTERN);
  });
});
