import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listPackages, writeLicences } from "./licences.mjs";

const packages = listPackages(fileURLToPath(new URL("..", import.meta.url)));
const names = packages.map(({ name }) => name);

describe("the page of licences", () => {
  it("names what the product runs on, and none of its tools", () => {
    expect(names).toEqual(expect.arrayContaining(["react", "react-router", "hono", "sharp"]));
    for (const tool of ["vitest", "playwright", "@biomejs/biome"])
      expect(names).not.toContain(tool);
  });

  it("has no package without a licence, and none that asks for our own source", () => {
    expect(packages.filter(({ licence, texts }) => !licence && texts.length === 0)).toEqual([]);
    const asking = packages.filter(({ licence }) => /(?<!L)GPL|SSPL|BUSL/.test(licence));
    expect(asking.map(({ name }) => name)).toEqual([]);
  });

  it("has each text once, under all packages that it is for", () => {
    const one = { licence: "MIT", homepage: "", texts: ["Permission is granted"] };
    const text = writeLicences([
      { ...one, name: "a", version: "1.0.0" },
      { ...one, name: "b", version: "2.0.0" },
    ]);
    expect(text.split("Permission is granted")).toHaveLength(2);
    expect(text).toContain("a 1.0.0, b 2.0.0\n\nPermission");
    expect(text).toContain("2 packages");
  });
});
