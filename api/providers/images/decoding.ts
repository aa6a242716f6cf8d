import sharp from "sharp";

export const PIXELS_MAX = 40_000_000;
/** How every image is read, ours or an untrusted one: one frame, no bombs, nothing half broken. */
export const READING = { limitInputPixels: PIXELS_MAX, pages: 1, failOn: "error" } as const;

// Only these formats are ever decoded: no SVG, no TIFF, no camera formats.
const DECODED = ["Jpeg", "Png", "Webp", "Nsgif"];
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: DECODED.flatMap((name) => [
    `VipsForeignLoad${name}`,
    `VipsForeignLoad${name}Buffer`,
    `VipsForeignLoad${name}File`,
  ]),
});

// The decoder would keep its last hundred images, of which no two are the same: a progressive JPEG of
// 40 megapixels is 120 MB, which its limit on memory does not count.
sharp.cache(false);

// One image, one thread: it is the images that go in parallel.
sharp.concurrency(1);

export { sharp };
