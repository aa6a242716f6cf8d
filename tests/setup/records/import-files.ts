import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";

// Valid and invalid files for product imports.

type Entry = { bytes: Buffer | string; mode?: number };

/** Returns a zip of these files. */
export async function zipFiles(files: Record<string, Entry["bytes"] | Entry>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, given] of Object.entries(files)) {
    const isEntry = typeof given === "object" && "bytes" in given;
    const { bytes, mode } = isEntry ? given : { bytes: given, mode: undefined };
    zip.addBuffer(Buffer.from(bytes), name, mode === undefined ? {} : { mode });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Replaces a text in the bytes by another of the same length, at each occurrence. */
export function replaceText(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString("latin1").replaceAll(from, to);
  return Buffer.from(text, "latin1");
}

const DIRECTORY_ENTRY = Buffer.from("PK\u0001\u0002");

/** Returns the files of a zip, as its directory lists them. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = zip.indexOf(DIRECTORY_ENTRY); at >= 0; ) {
    const name = zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    files.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes);
    at = zip.indexOf(DIRECTORY_ENTRY, at + 46);
  }
  return files;
}

/** Returns the zip with a directory that claims another size for the named file. */
export function claimSize(zip: Buffer, name: string, bytes: number): Buffer {
  const claimed = Buffer.from(zip);
  for (let at = claimed.indexOf(DIRECTORY_ENTRY); at >= 0; ) {
    const found = claimed.toString("utf8", at + 46, at + 46 + claimed.readUInt16LE(at + 28));
    if (found === name) claimed.writeUInt32LE(bytes, at + 24);
    at = claimed.indexOf(DIRECTORY_ENTRY, at + 46);
  }
  return claimed;
}
