import { beforeEach, describe, expect, it } from "vitest";
import {
  getPublicAnswer,
  preparePublicAnswer,
} from "#app/api-client/transport/response-cache.server.ts";
import {
  cachedReference,
  clearReferenceCache,
  expireReferenceCache,
} from "./reference-cache.server.ts";

/** A fetch that is done when the test says so. */
function createFetch<Value>() {
  let finish: (value: Value) => void = () => {};
  const done = new Promise<Value>((resolve) => {
    finish = resolve;
  });
  return { fetchValue: () => done, finish };
}

const read = (value: string) => cachedReference("settings", async () => value);

beforeEach(() => clearReferenceCache());

describe("reference data", () => {
  it("is fetched once until it is forgotten", async () => {
    expect([await read("a"), await read("b")]).toEqual(["a", "a"]);
    clearReferenceCache();
    expect([await read("c"), await read("d")]).toEqual(["c", "c"]);
  });

  it("is not kept when it was asked for before a change", async () => {
    const slow = createFetch<string>();
    const before = cachedReference("settings", slow.fetchValue);
    clearReferenceCache();
    // Nobody who comes after the change waits for what was asked before it.
    expect(await read("new")).toBe("new");
    slow.finish("old");
    expect(await before).toBe("old");
    expect(await read("newer")).toBe("new");
  });

  it("is fetched anew once changes may go unnoticed, and the old copy stands in meanwhile", async () => {
    await read("old");
    expireReferenceCache();
    const failing = cachedReference("settings", () => Promise.reject(new Error("no database")));
    expect(await failing).toBe("old");
    await expect.poll(() => read("new")).toBe("new");
  });
});

describe("public responses", () => {
  const response = new Response("{}", { headers: { "cache-control": "public, max-age=30" } });

  it("are kept while nothing changes", () => {
    preparePublicAnswer("one")(response, { name: "one" }, "{}");
    expect(getPublicAnswer("one")).toEqual({ body: { name: "one" } });
  });

  it("are not kept when they were asked for before a change", () => {
    const keep = preparePublicAnswer("two");
    clearReferenceCache();
    keep(response, { name: "two" }, "{}");
    expect(getPublicAnswer("two")).toBeNull();
  });
});
