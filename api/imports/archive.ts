import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from "yauzl";
import { PRODUCT_UPLOAD_BYTES_MAX } from "#domain/products.ts";
import { ImportFailure } from "./import-failure.ts";

const ENTRIES_MAX = 100_000;
const UNPACKED_BYTES_MAX = 4 * 1024 ** 3;
const TABLE_BYTES_MAX = 200 * 1024 ** 2;
/** Images hardly compress; texts do, by a factor of ten to twenty. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 1024 ** 2;
const SYMLINK = 0o120000;
const TYPE_BITS = 0o170000;
const PIECE_BYTES = 64 * 1024;

export type Archive = {
  /** Returns the table's bytes as a stream; throws ImportFailure if the zip cannot be unpacked. */
  openTable(): AsyncIterable<Uint8Array>;
  /**
   * Returns an image by its name in the table, matched case-sensitively if possible, otherwise in
   * any case; null if missing, "tooLarge" above the limit, "ambiguous" if several have the name.
   * Throws ImportFailure if it cannot be unpacked.
   */
  readPicture(name: string): Promise<Buffer | "tooLarge" | "ambiguous" | null>;
};

/**
 * Opens an untrusted zip, checking its directory before anything is unpacked: no links, no
 * encryption, no names that escape it, bounded compression ratio. Nested zips are not opened.
 * Throws ImportFailure.
 */
export async function openArchive(file: FileHandle): Promise<Archive> {
  const zip = await open(file);
  const entries = await listEntries(zip).catch((error: unknown) => {
    if (error instanceof ImportFailure) throw error;
    throw new ImportFailure("import_archive_unsafe", { cause: error });
  });
  const tables = entries.filter(({ fileName }) => /\.csv$/i.test(fileName));
  const [table] = tables;
  if (!table || tables.length > 1) throw new ImportFailure("import_table_missing");
  if (table.uncompressedSize > TABLE_BYTES_MAX) throw new ImportFailure("import_archive_unsafe");
  const find = createSearch(entries);
  // A table in a folder may name images relative to that folder.
  const tableName = toName(table.fileName);
  const folder = tableName.slice(0, tableName.lastIndexOf("/") + 1);
  return {
    openTable: () => readEntry(zip, table),
    async readPicture(name) {
      const found = find([toName(name), folder + toName(name)]);
      const [entry] = found;
      if (!entry || entry === table) return null;
      if (found.length > 1) return "ambiguous";
      if (entry.uncompressedSize > PRODUCT_UPLOAD_BYTES_MAX) return "tooLarge";
      const chunks: Uint8Array[] = [];
      for await (const chunk of readEntry(zip, entry)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/** Normalizes a path in a table or a zip; one from Windows may have backslashes. */
const toName = (text: string) =>
  text
    .trim()
    .replaceAll("\\", "/")
    .replace(/^\.?\//, "")
    .normalize("NFC");

/**
 * Returns a function that finds the entries of the first name that exists, matched case-sensitively
 * if possible, otherwise in any case.
 */
function createSearch(entries: Entry[]): (names: string[]) => Entry[] {
  const exact = new Map<string, Entry[]>();
  const inAnyCase = new Map<string, Entry[]>();
  const add = (map: Map<string, Entry[]>, name: string, entry: Entry) => {
    const known = map.get(name);
    if (known) known.push(entry);
    else map.set(name, [entry]);
  };
  for (const entry of entries) {
    const name = toName(entry.fileName);
    add(exact, name, entry);
    add(inAnyCase, name.toLowerCase(), entry);
  }
  return (names) => {
    const found = names.map((name) => exact.get(name)).find((list) => list !== undefined);
    const similar = names.map((name) => inAnyCase.get(name.toLowerCase()));
    return found ?? similar.find((list) => list !== undefined) ?? [];
  };
}

async function open(file: FileHandle): Promise<ZipFile> {
  const { size } = await file.stat();
  const options = { lazyEntries: true, autoClose: false, strictFileNames: false };
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(new FileReader(file), size, options, (error, zip) => {
      if (error) reject(new ImportFailure("import_archive_unsafe", { cause: error }));
      else resolve(zip);
    });
  });
}

/**
 * Reads the file instead of the library's own reader, which keeps reading after a stream has failed
 * and then throws an exception that cannot be caught: it would crash the process.
 */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readPieces(this.#file, start, end));
  }
}

async function* readPieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Lists the files of a zip. Rejects with the library's error, or ours. */
function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    let bytes = 0;
    if (zip.entryCount > ENTRIES_MAX) {
      reject(new ImportFailure("import_archive_unsafe"));
      return;
    }
    zip.on("entry", (entry: Entry) => {
      bytes += entry.uncompressedSize;
      if (isUnsafe(entry) || bytes > UNPACKED_BYTES_MAX) {
        reject(new ImportFailure("import_archive_unsafe"));
        return;
      }
      const isHidden = /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.fileName);
      if (!entry.fileName.endsWith("/") && !isHidden) entries.push(entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", reject);
    zip.readEntry();
  });
}

function isUnsafe(entry: Entry): boolean {
  const { uncompressedSize, compressedSize, externalFileAttributes } = entry;
  const isLink = ((externalFileAttributes >>> 16) & TYPE_BITS) === SYMLINK;
  const isBomb =
    uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO_MAX;
  return isLink || isBomb || entry.isEncrypted();
}

/** Yields an entry's content. The library ends a stream whose size differs from the directory's. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await openEntry(zip, entry)) yield chunk;
  } catch (error) {
    // A disk read error is not the zip's fault.
    if (error instanceof Error && "syscall" in error) throw error;
    throw new ImportFailure("import_archive_unsafe", { cause: error });
  }
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
