import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { DomainError } from "#domain/errors.ts";
import { createProceduralImages } from "./procedural-images.ts";

const images = createProceduralImages();
const request = {
  prompt: "A red fox in first snow",
  style: "watercolour",
  seed: 7,
  widthPx: 96,
  heightPx: 64,
};

describe("the procedural generator", () => {
  it("gives a PNG of the wanted size, the same for the same request", async () => {
    const png = await images.generate(request);
    const { format, width, height } = await sharp(png).metadata();
    expect([format, width, height]).toEqual(["png", 96, 64]);
    expect((await images.generate(request)).equals(png)).toBe(true);
    expect(png.toString("latin1")).not.toContain("fox");
  });

  it.each([
    [{ style: "oil" }],
    [{ style: "__proto__" }],
    [{ widthPx: 0 }],
    [{ heightPx: 100_000 }],
    [{ widthPx: 96.5 }],
  ])("refuses what it cannot paint: %j", async (change) => {
    const refused = images.generate({ ...request, ...change });
    await expect(refused).rejects.toBeInstanceOf(DomainError);
    await expect(refused).rejects.toMatchObject({ code: "validation_failed" });
  });
});
