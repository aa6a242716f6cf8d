import sharp from "sharp";

// Pictures that can be read, but are not accepted, and what their field says then.

type HostileImage = { name: string; text: string; bytes: Buffer };

export async function paintHostileImages(): Promise<HostileImage[]> {
  return [
    {
      name: "moving.gif",
      text: "Please upload a still image, not an animation",
      bytes: await paintMoving("gif"),
    },
    {
      name: "moving.webp",
      text: "Please upload a still image, not an animation",
      bytes: await paintMoving("webp"),
    },
    {
      name: "line.png",
      text: "This image is too long and narrow. Please choose another one",
      bytes: await paintPlain(4_000, 1),
    },
    {
      name: "huge.png",
      text: "This image has too many pixels. Please choose one of at most 40 megapixels",
      bytes: await paintPlain(8_000, 8_000),
    },
  ];
}

function paintMoving(format: "gif" | "webp"): Promise<Buffer> {
  const frames = Buffer.concat([10, 200].map((shade) => Buffer.alloc(60 * 40 * 3, shade)));
  const raw = { width: 60, height: 80, channels: 3, pageHeight: 40 } as const;
  return sharp(frames, { raw }).toFormat(format).toBuffer();
}

function paintPlain(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: "#c2311a" } as const;
  return sharp({ create, limitInputPixels: false }).png().toBuffer();
}
