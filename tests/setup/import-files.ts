import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

// Files for imports of products, good and bad ones.

type Entry = { bytes: Buffer | string; mode?: number };

/** A zip with these files. */
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

/** The same bytes with one text instead of another as long as it, wherever it stands. */
export function replaceText(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString("latin1").replaceAll(from, to);
  return Buffer.from(text, "latin1");
}
