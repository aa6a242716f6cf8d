import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { PNG_SIGNATURE, writeChunk } from "./generated-images.ts";

// Pictures that are readable but not accepted, and the error that their field shows.

type HostileImage = { name: string; text: string; bytes: Buffer };

export async function paintHostileImages(): Promise<HostileImage[]> {
  return [
    {
      name: "moving.gif",
      text: "Please upload a still image, not an animation.",
      bytes: await paintMoving("gif"),
    },
    {
      name: "moving.webp",
      text: "Please upload a still image, not an animation.",
      bytes: await paintMoving("webp"),
    },
    {
      name: "line.png",
      text: "This image is too long and narrow. Please choose another one.",
      bytes: await paintLine(4_000),
    },
    {
      name: "huge.png",
      text: "This image has too many pixels. Please choose one of at most 40 megapixels.",
      bytes: paintBomb(8_000),
    },
  ];
}

function paintMoving(format: "gif" | "webp"): Promise<Buffer> {
  const frames = Buffer.concat([10, 200].map((shade) => Buffer.alloc(60 * 40 * 3, shade)));
  const raw = { width: 60, height: 80, channels: 3, pageHeight: 40 } as const;
  return sharp(frames, { raw }).toFormat(format).toBuffer();
}

function paintLine(width: number): Promise<Buffer> {
  const create = { width, height: 1, channels: 3, background: "#c2311a" } as const;
  return sharp({ create }).png().toBuffer();
}

/**
 * Paints a black PNG of a few KB and `side` times `side` pixels, one bit each: RGB would take
 * seconds.
 */
export function paintBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit a pixel, greyscale.
  header.writeUInt8(1, 8);
  // A byte before each row names its filter: none.
  const pixels = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    PNG_SIGNATURE,
    writeChunk("IHDR", header),
    writeChunk("IDAT", deflateSync(pixels)),
    writeChunk("IEND", Buffer.alloc(0)),
  ]);
}
