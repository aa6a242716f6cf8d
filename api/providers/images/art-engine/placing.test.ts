import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Actor, actorShapes } from "./actors.ts";
import { bounds } from "./geometry.ts";
import { createNoise } from "./noise.ts";
import { createPalette } from "./palette.ts";
import { readPrompt } from "./prompt-reading.ts";
import { createRandom } from "./random.ts";
import { composeScene } from "./scene.ts";
import type { Stage } from "./stage.ts";

function compose(prompt: string, seed: number): { stage: Stage; actors: Actor[] } {
  const random = createRandom(seed);
  const reading = readPrompt(prompt, seed);
  const palette = createPalette(reading.mood, reading.hue, random, reading.accentHue);
  const noise = createNoise(seed);
  const size = { widthPx: 512, heightPx: 512, unit: 512, w: 1, h: 1 };
  const stage: Stage = { ...size, reading, palette, random, noise };
  return { stage, actors: composeScene(stage).actors };
}

const boxOf = (stage: Stage, actor: Actor) =>
  bounds(actorShapes(stage, actor).flatMap(({ points }) => points));

const SUBJECTS = ["fox", "house", "lighthouse", "tent", "train", "castle", "cat", "cup", "flower"];
const PLACES = ["meadow", "forest", "sea", "mountain", "city", "desert", "lake"];
const pictures = fc.record({
  one: fc.constantFrom(...SUBJECTS),
  other: fc.constantFrom(...SUBJECTS),
  place: fc.constantFrom(...PLACES),
  seed: fc.integer({ min: 1, max: 5000 }),
});

describe("placing subjects", () => {
  it("never lets two motifs grow out of one another", () => {
    fc.assert(
      fc.property(pictures, ({ one, other, place, seed }) => {
        const { stage, actors } = compose(`a ${one} and a ${other} in the ${place}`, seed);
        const boxes = actors.map((actor) => boxOf(stage, actor));
        for (const [k, [left, top, right, low]] of boxes.entries()) {
          for (const [l, t, r, b] of boxes.slice(k + 1)) {
            expect(left > r || l > right || top > b || t > low).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps the hero inside the margin of the sheet, however broad it is", () => {
    fc.assert(
      fc.property(pictures, ({ one, place, seed }) => {
        const { stage, actors } = compose(`a ${one} in the ${place}, close`, seed);
        const hero = actors.find(({ isHero }) => isHero);
        const [left, , right] = hero ? boxOf(stage, hero) : [1, 0, 0];
        expect(left).toBeGreaterThan(0.05);
        expect(right).toBeLessThan(0.95);
      }),
      { numRuns: 60 },
    );
  });

  it("turns the second of two koi towards the tail of the first", () => {
    const { actors } = compose("a pair of koi in a pond", 3);
    expect(actors.map(({ subject, isTurned }) => [subject, isTurned ?? false])).toEqual([
      ["koi", false],
      ["koi", true],
    ]);
  });
});
