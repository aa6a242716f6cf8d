import { expect, it } from "vitest";
import { legibleOn } from "./legible-colour.ts";

const GRID = [0, 24, 51, 85, 102, 110, 119, 128, 136, 153, 204, 255];

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it("can be read on every colour (WCAG 1.4.3)", () => {
  const toHex = (part: number) => part.toString(16).padStart(2, "0");
  for (const red of GRID) {
    for (const green of GRID) {
      for (const blue of GRID) {
        const colour = `#${toHex(red)}${toHex(green)}${toHex(blue)}`;
        const text = legibleOn(colour) === "#fff" ? "#ffffff" : "#000000";
        expect(contrast(colour, text), colour).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

it("is white on dark, black on light, and the page's where the colour is no hexadecimal one", () => {
  expect(legibleOn("#183848")).toBe("#fff");
  expect(legibleOn("#e8d8b0")).toBe("#000");
  expect(legibleOn("teal")).toBeUndefined();
});
