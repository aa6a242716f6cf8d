import { expect, it } from "vitest";
import invariantsSql from "./invariants.sql?raw";

const tests = import.meta.glob<string>("../../tests/contract/wallet/*.test.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

it("every invariant is violated by a damage of its tests, each under a name of its own", () => {
  const names = [...invariantsSql.matchAll(/^SELECT '([^']+)'/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  // The second part of each `Damage` has the exact findings.
  const lists = Object.values(tests).flatMap((source) => [
    ...source.matchAll(/^ +(?:\["[^"]+", )?\[((?:\s*"[^"]+",?)+)\s*\],$/gm),
  ]);
  const found = lists.flatMap(([, list = ""]) => [...list.matchAll(/"([^"]+)"/g)]);
  const proven = new Set(found.map(([, name]) => name));
  expect(names.filter((name) => !proven.has(name))).toEqual([]);
});
