import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ICON_NAMES } from "./icon.tsx";

const folder = new URL("../icons/", import.meta.url);
const css = readFileSync(new URL("icons.css", folder), "utf8");
const image = readFileSync(new URL("icons.svg", folder), "utf8");

/** The drawings in the image, from left to right. */
const drawings = [...image.matchAll(/<path id="([\w-]+)"(?: transform="translate\((\d+)\)")?/g)];

describe("icons", () => {
  it("have a drawing each, of squares of 24 side by side", () => {
    const names = drawings.map(([, name]) => name);
    expect(names.toSorted()).toEqual([...ICON_NAMES, "heart-filled"].toSorted());
    expect(drawings.map(([, , x]) => Number(x ?? 0))).toEqual(names.map((_, at) => 24 * at));
    expect(image).toContain(`viewBox="0 0 ${24 * names.length} 24"`);
  });

  it("have a class each, which shows their drawing", () => {
    const places = new Map(drawings.map(([, name], at) => [name, at]));
    const classes = [...css.matchAll(/^\.icon-([\w-]+) \{\s*--icon: (\d+);/gm)];
    expect(classes.map(([, name]) => name).toSorted()).toEqual([...ICON_NAMES].toSorted());
    for (const [, name, at] of classes)
      expect([name, Number(at)]).toEqual([name, places.get(name)]);
    expect(css).toMatch(
      new RegExp(
        `aria-pressed="true"\\] \\.icon-heart \\{\\s*--icon: ${places.get("heart-filled")};`,
      ),
    );
    expect(css).toContain(`mask-position: calc(100% / ${drawings.length - 1} * var(--icon)) 0;`);
    expect(css).toContain(`mask-size: ${drawings.length * 100}% 100%;`);
  });

  it("are the one SVG image of the style sheets, as each costs browsers a document", () => {
    const sheets = css + readFileSync(new URL("../../app.css", folder), "utf8");
    expect(sheets.match(/\.svg|svg\+xml/g)).toEqual([".svg"]);
  });
});
