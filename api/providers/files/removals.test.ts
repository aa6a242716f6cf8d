import { describe, expect, it } from "vitest";
import { type RemovalOptions, removeEach } from "./removals.ts";

/**
 * Removes these items, of which some fail with their own name; returns what was tried, and the
 * error.
 */
async function run(items: Iterable<string>, failing: string, options?: RemovalOptions) {
  const tried: string[] = [];
  const remove = async (item: string) => {
    tried.push(item);
    if (failing.includes(item)) throw new Error(item);
  };
  const error = await removeEach(items, remove, options).catch(({ message }: Error) => message);
  return { tried: tried.join(""), error };
}

describe("removing one after the other", () => {
  it("goes on after a failure, and throws the first in the end", async () => {
    expect(await run("abc", "")).toEqual({ tried: "abc", error: undefined });
    expect(await run("abcd", "bd")).toEqual({ tried: "abcd", error: "b" });
  });

  it("ends after three failures, before it looks for another", async () => {
    let listed = 0;
    function* list() {
      for (const item of "abcdef") {
        listed += 1;
        yield item;
      }
    }
    expect(await run(list(), "acdf")).toEqual({ tried: "abcd", error: "a" });
    expect(listed).toBe(4);
  });

  it("removes none once it is stopped, also by what lists them or by a removal", async () => {
    expect(await run("ab", "", { stopping: AbortSignal.abort() })).toMatchObject({ tried: "" });
    const listing = new AbortController();
    function* list() {
      yield "a";
      listing.abort();
      yield "b";
    }
    expect(await run(list(), "", { stopping: listing.signal })).toMatchObject({ tried: "a" });
    const removing = new AbortController();
    const tried: string[] = [];
    const remove = async (item: string) => {
      tried.push(item);
      removing.abort();
    };
    await removeEach("ab", remove, { stopping: removing.signal });
    expect(tried).toEqual(["a"]);
  });

  it("tries last what failed before, the longest ago first, and forgets what is gone", async () => {
    const failed = new Set<string>();
    expect(await run("abcdefg", "abcde", { failed })).toEqual({ tried: "abc", error: "a" });
    expect(await run("abcdefg", "abcde", { failed })).toEqual({ tried: "defga", error: "d" });
    expect([...failed]).toEqual(["b", "c", "d", "e", "a"]);
    expect(await run("abcde", "abcde", { failed })).toEqual({ tried: "bcd", error: "b" });
    expect(await run("bde", "", { failed })).toEqual({ tried: "ebd", error: undefined });
    expect([...failed]).toEqual([]);
  });

  it("knows what has more than a key by its id", async () => {
    const failed = new Set([2]);
    const tried: number[] = [];
    const items = [{ id: 2 }, { id: 1 }];
    await removeEach(items, async ({ id }) => void tried.push(id), { failed });
    expect(tried).toEqual([1, 2]);
  });
});
