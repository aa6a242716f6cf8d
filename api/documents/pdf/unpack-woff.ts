import { inflateSync } from "node:zlib";

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * Decompresses a WOFF file into the font that it contains (W3C WOFF 1.0 §3 to §5). fontkit would
 * decompress a table on every access, which takes most of a document's time. Throws for bytes that
 * are not a WOFF file.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const exponent = Math.floor(Math.log2(count));
  header.writeUInt16BE(2 ** exponent * 16, 6);
  header.writeUInt16BE(exponent, 8);
  header.writeUInt16BE((count - 2 ** exponent) * 16, 10);
  const tables: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF_HEADER + index * WOFF_ENTRY;
    const start = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const data = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(data) : data;
    const target = SFNT_HEADER + index * SFNT_ENTRY;
    woff.copy(header, target, entry, entry + 4);
    header.writeUInt32BE(woff.readUInt32BE(entry + 16), target + 4);
    header.writeUInt32BE(offset, target + 8);
    header.writeUInt32BE(length, target + 12);
    // Tables are aligned to four bytes.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...tables]);
}
