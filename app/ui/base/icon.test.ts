import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ICON_NAMES } from "./icon.tsx";

const folder = new URL("../icons/", import.meta.url);
const css = readFileSync(new URL("icons.css", folder), "utf8");

describe("icons", () => {
  it("have a class each", () => {
    const classes = [...css.matchAll(/^\.icon-([\w-]+) \{\s*--icon: url\("\.\/([\w-]+)\.svg"\)/gm)];
    expect(classes.map(([, name]) => name).sort()).toEqual([...ICON_NAMES].sort());
    expect(classes.map(([, , file]) => file)).toEqual(classes.map(([, name]) => name));
  });

  it("are drawn with the same pen, and no drawing is left over", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".svg"));
    const pens = files.map((file) =>
      readFileSync(new URL(file, folder), "utf8")
        .replace(/ d="[^"]+"/, "")
        .replace('fill="#000"', 'fill="none"'),
    );
    expect(new Set(pens).size).toBe(1);
    expect(files.filter((file) => !css.includes(`"./${file}"`))).toEqual([]);
  });
});
