import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { ART_STYLES, type ArtRequest, renderArt } from "./index.ts";
import { createPalette, rgb } from "./palette.ts";
import { MOODS } from "./palette-moods.ts";
import { readPrompt } from "./prompt-reading.ts";
import { createRandom } from "./random.ts";
import { partsOf, SUBJECTS } from "./subjects/index.ts";

const request: ArtRequest = {
  prompt: "a fox in a snowy mountain forest at dawn",
  style: "paper-cut",
  seed: 7,
  widthPx: 256,
  heightPx: 256,
};

async function tiny(png: Buffer): Promise<Buffer> {
  return sharp(png).resize(128, 128).removeAlpha().raw().toBuffer();
}

function meanDifference(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
  return sum / one.length;
}

describe("reading a prompt", () => {
  it("hears the hour: sunset is not night, and a silent prompt is neither by its words", () => {
    expect(readPrompt("harbour at sunset", 1)).toMatchObject({ mood: "sunset", light: "low" });
    expect(readPrompt("harbour at night", 1)).toMatchObject({ mood: "night", light: "night" });
    expect(readPrompt("harbour", 1)).toMatchObject({ mood: "ocean", light: "day" });
  });

  it("hears the place, and gives a subject its own place when none is said", () => {
    expect(readPrompt("fox in the desert", 1)).toMatchObject({
      setting: "desert",
      isSettingNamed: true,
    });
    expect(["forest", "meadow", "mountain"]).toContain(readPrompt("fox", 1).setting);
    expect(readPrompt("fox", 1).isSettingNamed).toBe(false);
  });

  it("takes subjects in the order of the words, three at most, plurals too", () => {
    expect(readPrompt("foxes, whales, a lighthouse and a cat", 1).subjects).toEqual([
      "fox",
      "whale",
      "lighthouse",
    ]);
    expect(readPrompt("wolves", 1).subjects).toEqual(["wolf"]);
    expect(readPrompt("foxglove", 1).subjects).not.toContain("fox");
  });

  it("hears colour, weather and composition, and stays neutral without them", () => {
    expect(readPrompt("teal misty minimal hills", 1)).toMatchObject({
      hue: 190,
      weather: "mist",
      compose: "minimal",
    });
    expect(readPrompt("hills", 1)).toMatchObject({
      hue: null,
      weather: "clear",
      compose: "balanced",
    });
  });

  it("reads expressions before their words: the crown of a bridge is no king's", () => {
    expect(readPrompt("a stone bridge with one lantern at its crown", 1).subjects).toEqual([
      "archBridge",
      "lantern",
    ]);
    expect(readPrompt("a flower with a crown of golden stamens", 1).subjects).toEqual(["flower"]);
    expect(readPrompt("a fox in portrait crop, rose madder sky", 1).subjects).toEqual(["fox"]);
    expect(readPrompt("a steam train at noon", 1).subjects).toEqual(["train"]);
  });

  it("gives the hero the colour and the number before its name, and no other", () => {
    const { dye, hue, count } = readPrompt("three red fishing boats on a teal lake", 1);
    expect({ dye, hue, count }).toEqual({ dye: "c8352b", hue: 190, count: 3 });
    expect(readPrompt("a red fox on teal grass", 1)).toMatchObject({ dye: "c8352b", hue: 190 });
    expect(readPrompt("a pair of koi", 1).count).toBe(2);
    expect(readPrompt("koi beside three stones", 1)).toMatchObject({ dye: null, count: null });
  });

  it("leaves out the hero of a pattern and of a landscape that name none", () => {
    expect(readPrompt("abstract ribbons of smoke", 1).subjects).toEqual([]);
    expect(readPrompt("seamless pattern of circles", 1).subjects).toEqual([]);
    expect(readPrompt("mountain landscape at dawn", 1).subjects).toEqual([]);
    expect(readPrompt("pattern of foxes", 1).subjects).toEqual(["fox"]);
  });

  it("always finds a hero, even for no words at all, and always the same one", () => {
    expect(readPrompt("", 3).subjects).toHaveLength(1);
    expect(readPrompt("", 3)).toEqual(readPrompt("", 3));
  });
});

describe("the vocabulary", () => {
  it("draws at least twenty-five subjects, each with a closed body", () => {
    expect(SUBJECTS.length).toBeGreaterThanOrEqual(25);
    for (const subject of SUBJECTS) {
      expect(partsOf(subject).length, subject).toBeGreaterThan(1);
      for (const part of partsOf(subject)) {
        expect(part.points.length, subject).toBeGreaterThan(2);
        expect(part.points.flat().every(Number.isFinite), subject).toBe(true);
      }
    }
  });

  it("mixes only colours that a screen can show, and turns a palette with its seed", () => {
    for (const mood of Object.keys(MOODS) as (keyof typeof MOODS)[]) {
      const palette = createPalette(mood, null, createRandom(1));
      const bytes = Object.values(palette).flatMap(rgb);
      expect(bytes.every((v) => Number.isInteger(v) && v >= 0 && v <= 255)).toBe(true);
    }
    const [one, other] = [1, 2].map((seed) => createPalette("sunset", null, createRandom(seed)));
    expect(one).not.toEqual(other);
  });
});

describe("rendering", () => {
  it("gives the same bytes for the same request", async () => {
    const [first, second] = [await renderArt(request), await renderArt({ ...request })];
    expect(first.equals(second)).toBe(true);
  });

  it("gives other bytes for another prompt, seed or style", async () => {
    const first = await renderArt(request);
    const changes: Partial<ArtRequest>[] = [
      { prompt: "a whale" },
      { seed: 8 },
      { style: "bauhaus" },
    ];
    for (const change of changes) {
      expect(first.equals(await renderArt({ ...request, ...change }))).toBe(false);
    }
  });

  it("renders a PNG of the asked size, without metadata", async () => {
    const png = await renderArt({ ...request, widthPx: 320, heightPx: 200 });
    const metadata = await sharp(png).metadata();
    expect(metadata).toMatchObject({ format: "png", width: 320, height: 200 });
    expect(metadata.exif ?? metadata.xmp ?? metadata.comments).toBeUndefined();
  });

  it.each([63, 2049, 100.5, Number.NaN, -256])("rejects a side of %s pixels", async (side) => {
    await expect(renderArt({ ...request, widthPx: side })).rejects.toThrow(RangeError);
    await expect(renderArt({ ...request, heightPx: side })).rejects.toThrow(RangeError);
  });

  it.each([64, 2048])("accepts a side of %s pixels", async (side) => {
    const png = await renderArt({ ...request, style: "bauhaus", widthPx: side, heightPx: 64 });
    expect((await sharp(png).metadata()).width).toBe(side);
  });

  it.each(
    ART_STYLES,
  )("paints a living picture in %s, and another for other words", async (style) => {
    const fox = await renderArt({ ...request, style });
    const sea = await renderArt({ ...request, style, prompt: "lighthouse by the sea, sunset" });
    const { channels, entropy } = await sharp(fox).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(12);
    expect(entropy).toBeGreaterThan(3);
    expect(meanDifference(await tiny(fox), await tiny(sea))).toBeGreaterThan(8);
  });

  it.each(ART_STYLES)("composes %s alike at two sizes", async (style) => {
    const [small, large] = [256, 512].map((side) => ({
      ...request,
      style,
      widthPx: side,
      heightPx: side,
    }));
    if (!small || !large) return;
    const [one, other] = [await tiny(await renderArt(small)), await tiny(await renderArt(large))];
    expect(meanDifference(one, other)).toBeLessThan(14);
  });
});
