import type { default as Sharp } from "sharp";

export const PIXELS_MAX = 40_000_000;
/**
 * Options for decoding any image, ours or untrusted: only one frame, no decompression bombs,
 * nothing truncated.
 */
export const DECODE_OPTIONS = { limitInputPixels: PIXELS_MAX, pages: 1, failOn: "error" } as const;

// Only these formats are ever decoded, not SVG, TIFF or raw camera formats.
const DECODED = ["Jpeg", "Png", "Webp", "Nsgif"];

let loading: Promise<typeof Sharp> | undefined;

/**
 * Returns the decoder with its limits. It is loaded with the first image, because it takes 9 MB of
 * memory.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= importSharp();
  return loading;
}

async function importSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: DECODED.flatMap((name) => [
      `VipsForeignLoad${name}`,
      `VipsForeignLoad${name}Buffer`,
      `VipsForeignLoad${name}File`,
    ]),
  });
  // By default the decoder caches its last hundred images, which never repeat: a progressive JPEG
  // of 40 megapixels takes 120 MB, which its memory limit does not count.
  sharp.cache(false);
  // One thread per image, because images are processed in parallel.
  sharp.concurrency(1);
  return sharp;
}
