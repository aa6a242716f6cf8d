import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { ART_STYLES, type ArtRequest, renderArt } from "./index.ts";
import { readPrompt } from "./prompt-reading.ts";

const request: ArtRequest = {
  prompt: "A lone fox under an autumn moon",
  style: "paper-cut",
  seed: 7,
  widthPx: 128,
  heightPx: 128,
};

describe("reading a prompt", () => {
  it("hears time, season, land, colour and things", () => {
    expect(readPrompt("Whale below a crimson sunset, winter sea, misty, minimal")).toMatchObject({
      time: "sunset",
      season: "winter",
      weather: "mist",
      land: "ocean",
      hue: 25,
      subjects: ["whale"],
    });
  });

  it("stays calm where a prompt says nothing", () => {
    expect(readPrompt("")).toEqual({
      time: "day",
      season: "summer",
      weather: "clear",
      land: "meadow",
      hue: null,
      vividness: 0.5,
      density: 0.5,
      subjects: [],
    });
  });

  it("takes three things at most, and each once", () => {
    expect(readPrompt("fox, foxes, owl, cat, deer, whale").subjects).toEqual(["fox", "owl", "cat"]);
  });

  it("weighs muted words against vivid ones", () => {
    const muted = readPrompt("soft muted pastel").vividness;
    const vivid = readPrompt("vivid neon").vividness;
    expect(muted).toBeLessThan(0.5);
    expect(vivid).toBeGreaterThan(0.5);
  });
});

describe("painting", () => {
  it("gives the same bytes for the same request", async () => {
    expect(await renderArt(request)).toEqual(await renderArt({ ...request }));
  });

  it.each([
    ["prompt", { prompt: "A whale at dawn" }],
    ["seed", { seed: 8 }],
    ["style", { style: "bauhaus" as const }],
  ])("gives another picture for another %s", async (_what, change) => {
    expect(await renderArt({ ...request, ...change })).not.toEqual(await renderArt(request));
  });

  it.each(ART_STYLES)("paints %s: full of tones, and as the prompt says", async (style) => {
    const day = await renderArt({ ...request, style, prompt: "bright noon desert, a cat" });
    const night = await renderArt({ ...request, style, prompt: "midnight blue ocean, a boat" });
    for (const png of [day, night]) {
      const { channels } = await sharp(png).stats();
      expect(Math.max(...channels.slice(0, 3).map((channel) => channel.stdev))).toBeGreaterThan(12);
    }
    const pixels = (png: Buffer) => sharp(png).resize(32, 32).removeAlpha().raw().toBuffer();
    const [a, b] = [await pixels(day), await pixels(night)];
    const distance = a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0);
    expect(distance / a.length).toBeGreaterThan(8);
  });

  it("keeps nothing of the prompt in the file", async () => {
    const png = await renderArt(request);
    expect(png.includes("fox")).toBe(false);
    const { exif, xmp, icc, comments } = await sharp(png).metadata();
    expect([exif, xmp, icc, comments]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([63, 2049, 100.5, Number.NaN])("refuses %s pixels", async (widthPx) => {
    await expect(renderArt({ ...request, widthPx })).rejects.toThrow(RangeError);
  });

  it("composes a wide picture too", async () => {
    const { width, height } = await sharp(await renderArt({ ...request, widthPx: 200 })).metadata();
    expect([width, height]).toEqual([200, 128]);
  });
});
