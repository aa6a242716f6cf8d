import { crc32 } from "node:zlib";
import sharp from "sharp";

// Images as generators save them, with their parameters in the metadata.

export const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Paints a small PNG with the given texts, by name, in tEXt or iTXt chunks. */
export async function paintGenerated(
  texts: Record<string, string>,
  { chunk = "tEXt", widthPx = 64 }: { chunk?: "tEXt" | "iTXt"; widthPx?: number } = {},
): Promise<Buffer> {
  const blank = { width: widthPx, height: 64, channels: 3, background: "#456789" } as const;
  const png = await sharp({ create: blank }).png().toBuffer();
  const chunks = Object.entries(texts).map(([name, text]) => {
    const between = chunk === "tEXt" ? "\0" : "\0\0\0\0\0";
    return writeChunk(chunk, Buffer.from(`${name}${between}${text}`));
  });
  // The chunks go after the header: an 8-byte signature and a 25-byte chunk.
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** Writes a PNG chunk: length, type, data and checksum. */
export function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Writes EXIF data with a UserComment like piexif: big-endian by default, with UTF-16 text. */
export function writeExif(comment: string, order: "II" | "MM" = "MM"): Buffer {
  const isLittle = order === "II";
  const utf16 = Buffer.from(comment, "utf16le");
  const value = Buffer.concat([Buffer.from("UNICODE\0"), isLittle ? utf16 : utf16.swap16()]);
  const tiff = Buffer.alloc(44);
  tiff.write(order, 0, "latin1");
  const set16 = (at: number, n: number) =>
    isLittle ? tiff.writeUInt16LE(n, at) : tiff.writeUInt16BE(n, at);
  const set32 = (at: number, n: number) =>
    isLittle ? tiff.writeUInt32LE(n, at) : tiff.writeUInt32BE(n, at);
  set16(2, 42);
  set32(4, 8);
  // The first directory has one entry, which points to the second; that one has the comment.
  writeEntry(8, { tag: 0x8769, type: 4, count: 1, value: 26 });
  writeEntry(26, { tag: 0x9286, type: 7, count: value.length, value: 44 });
  return Buffer.concat([tiff, value]);

  function writeEntry(
    at: number,
    entry: { tag: number; type: number; count: number; value: number },
  ) {
    set16(at, 1);
    set16(at + 2, entry.tag);
    set16(at + 4, entry.type);
    set32(at + 6, entry.count);
    set32(at + 10, entry.value);
  }
}

/** Returns the first bytes of a JPEG with this EXIF data; no pixels. */
export function toJpeg(exif: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    length,
    Buffer.from("Exif\0\0"),
    exif,
    Buffer.from([0xff, 0xda]),
  ]);
}

/** Returns the first bytes of a WebP with this EXIF data; no pixels. */
export function toWebp(exif: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(exif.length);
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPEXIF"), length, exif]);
}
