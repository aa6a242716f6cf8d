import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocalFiles } from "../providers/files/local-files.ts";
import { createLog } from "../providers/log.ts";
import { prepareCards, RENDITION_FORMATS, requireRendition, storeOriginal } from "./images.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-images-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = createLog("error");
const CARD_WIDTHS = [160, 320, 480];

/** Draws coloured noise, in which no two images match by chance. */
function drawNoise(channels: 3 | 4): Promise<Buffer> {
  const side = 700;
  const pixels = Buffer.alloc(side * side * channels);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (Math.imul(at, 2654435761) >>> 16) & 255;
  return sharp(pixels, { raw: { width: side, height: side, channels } })
    .png()
    .toBuffer();
}

it.each([
  ["opaque", 3],
  ["transparent", 4],
] as const)("made ahead of one that is %s, renditions are what a visitor would get", async (name, channels) => {
  const ahead = { files: createLocalFiles(join(folder, `${name}-ahead`)), log };
  const asked = { files: createLocalFiles(join(folder, `${name}-asked`)), log };
  const png = await drawNoise(channels);
  const { hash } = await storeOriginal(ahead.files, png);
  await storeOriginal(asked.files, png);
  await prepareCards(ahead, hash);
  // Existing renditions are not made again, so without the original this reads the prepared ones.
  await ahead.files.remove(`pictures/${hash}.png`);
  for (const width of CARD_WIDTHS) {
    for (const format of RENDITION_FORMATS) {
      const made = await requireRendition(ahead, hash, width, format);
      expect(made).not.toBeNull();
      expect(made?.equals((await requireRendition(asked, hash, width, format)) ?? png)).toBe(true);
    }
  }
});
