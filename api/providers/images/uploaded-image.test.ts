import { describe, expect, it } from "vitest";
import { paintBomb } from "#tests/setup/records/hostile-images.ts";
import { loadSharp } from "./decoding.ts";
import {
  decodeUpload,
  findImageProblem,
  IMAGE_RATIO_MAX,
  UPLOADED_FORMATS,
} from "./uploaded-image.ts";

const sharp = await loadSharp();
const create = { width: 60, height: 40, channels: 3, background: "#884422" } as const;
const image = () => sharp({ create });

const FILES = {
  jpg: () => image().jpeg().toBuffer(),
  png: () => image().png().toBuffer(),
  gif: () => image().gif().toBuffer(),
  webp: () => image().webp().toBuffer(),
};

describe("an uploaded picture", () => {
  it.each(UPLOADED_FORMATS)("is read by its bytes: %s", async (format) => {
    const read = await decodeUpload(await FILES[format]());
    const cleanFormat = format === "jpg" ? "jpg" : "png";
    expect(read).toMatchObject({ format, widthPx: 60, heightPx: 40, cleanFormat });
    const clean = await sharp(read?.clean).metadata();
    expect(clean).toMatchObject({ width: 60, height: 40 });
  });

  it("of a format that is not accepted is rejected", async () => {
    expect(await decodeUpload(await FILES.webp(), ["jpg", "png", "gif"])).toBeNull();
  });

  it("stands upright and loses its metadata and whatever hides behind its end", async () => {
    const exif = { IFD0: { ImageDescription: "a secret prompt" } };
    const turned = await image().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const polyglot = Buffer.concat([turned, Buffer.from("<script>alert(1)</script>")]);
    expect(polyglot.includes("a secret prompt")).toBe(true);
    const read = await decodeUpload(polyglot);
    expect(read).toMatchObject({ widthPx: 40, heightPx: 60 });
    expect(read?.clean.includes("a secret prompt")).toBe(false);
    expect(read?.clean.includes("<script>")).toBe(false);
  });

  it.each([
    ["a drawing with scripts", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a page", Buffer.from("<!doctype html><p>hello")],
    ["nothing", Buffer.alloc(0)],
    ["a promise of an image", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ])("that is %s is rejected", async (_name, bytes) => {
    expect(await decodeUpload(bytes)).toBeNull();
    expect(await findImageProblem(bytes)).toBeNull();
  });

  it("that was cut off on the way is rejected", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const whole = await sharp({ create: { ...create, noise } })
      .png()
      .toBuffer();
    expect(await decodeUpload(whole.subarray(0, whole.length / 2))).toBeNull();
  });

  it("of a small file and a huge plane is rejected", async () => {
    const bomb = paintBomb(16_000);
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await decodeUpload(bomb)).toBeNull();
    expect(await findImageProblem(bomb)).toBe("tooLarge");
  });

  it("that the decoder must hold as a whole may have 20 megapixels", async () => {
    const plane = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: "#000" } });
    const kinds = {
      progressive: (side: number) => plane(side).jpeg({ progressive: true }),
      interlaced: (side: number) => plane(side).png({ progressive: true }),
      webp: (side: number) => plane(side).webp({ effort: 0 }),
      gif: (side: number) => plane(side).gif({ effort: 1 }),
    };
    for (const make of Object.values(kinds)) {
      expect(await findImageProblem(await make(4_472).toBuffer())).toBeNull();
      expect(await findImageProblem(await make(4_473).toBuffer())).toBe("tooLargeWhole");
    }
    for (const whole of [plane(4_473).jpeg(), plane(4_473).png()]) {
      expect(await findImageProblem(await whole.toBuffer())).toBeNull();
    }
  });

  it("that moves is rejected, and a GIF or WebP of one frame is not", async () => {
    const frames = Buffer.concat([10, 200].map((shade) => Buffer.alloc(60 * 40 * 3, shade)));
    const raw = { width: 60, height: 80, channels: 3, pageHeight: 40 } as const;
    const moving = () => sharp(frames, { raw });
    expect(await findImageProblem(await moving().gif().toBuffer())).toBe("animated");
    expect(await findImageProblem(await moving().webp().toBuffer())).toBe("animated");
    for (const format of UPLOADED_FORMATS) {
      expect(await findImageProblem(await FILES[format]())).toBeNull();
    }
    const still = await FILES.png();
    const control = Buffer.alloc(20);
    control.writeUInt32BE(8, 0);
    control.write("acTL", 4);
    // After the signature and the header, where animated PNGs have it.
    const apng = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
    expect(await findImageProblem(apng)).toBe("animated");
  });

  it("is rejected when one side is more than 20 times the other", async () => {
    const sized = (width: number, height: number) =>
      sharp({ create: { ...create, width, height } })
        .png()
        .toBuffer();
    const longest = 3 * IMAGE_RATIO_MAX;
    expect(await findImageProblem(await sized(longest, 3))).toBeNull();
    expect(await findImageProblem(await sized(longest + 1, 3))).toBe("extremeRatio");
    expect(await findImageProblem(await sized(1, 65_535))).toBe("extremeRatio");
  });
});
