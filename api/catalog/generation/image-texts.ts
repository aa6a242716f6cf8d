import { inflateSync } from "node:zlib";
import { readExifTexts } from "./exif-texts.ts";

/** More than any generator writes; longer texts are ignored. */
const TEXT_BYTES_MAX = 1024 * 1024;
const TEXTS_MAX = 32;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Returns the texts that a program wrote into an untrusted image, by name: a PNG's text chunks, and
 * the EXIF data of a JPEG or WebP. Skips anything truncated, too long or badly compressed; never
 * throws.
 */
export function readImageTexts(bytes: Buffer): Map<string, string> {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(bytes);
  if (bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF";
  return isWebp && bytes.toString("latin1", 8, 12) === "WEBP" ? readWebp(bytes) : new Map();
}

function readPng(bytes: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  for (let at = 8; at + 12 <= bytes.length && texts.size < TEXTS_MAX; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || type === "IEND") break;
    const isText = type === "tEXt" || type === "zTXt" || type === "iTXt";
    const text = isText && length <= TEXT_BYTES_MAX && readChunk(type, bytes.subarray(at + 8, end));
    if (text && !texts.has(text.name)) texts.set(text.name, text.value);
    at = end + 4;
  }
  return texts;
}

type NamedText = { name: string; value: string };

function readChunk(type: "tEXt" | "zTXt" | "iTXt", chunk: Buffer): NamedText | null {
  const nameEnd = chunk.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79) return null;
  const name = chunk.toString("latin1", 0, nameEnd);
  const rest = chunk.subarray(nameEnd + 1);
  if (type === "tEXt") return { name, value: decodeText(rest) };
  if (type === "zTXt") return unpack(name, rest.subarray(1), rest[0]);
  const [isPacked, method] = rest;
  // Between the flags and the text are the language and the translated keyword.
  const languageEnd = rest.indexOf(0, 2);
  const translatedEnd = languageEnd === -1 ? -1 : rest.indexOf(0, languageEnd + 1);
  if (translatedEnd === -1) return null;
  const value = rest.subarray(translatedEnd + 1);
  return isPacked ? unpack(name, value, method) : { name, value: value.toString("utf8") };
}

function unpack(name: string, packed: Buffer, method: number | undefined): NamedText | null {
  if (method !== 0) return null;
  try {
    const value = inflateSync(packed, { maxOutputLength: TEXT_BYTES_MAX });
    return { name, value: decodeText(value) };
  } catch {
    return null;
  }
}

/** Decodes a text: Latin-1 by the standard, but in practice programs write UTF-8. */
function decodeText(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? bytes.toString("latin1") : text;
}

function readJpeg(bytes: Buffer): Map<string, string> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1];
    // The pixel data starts here: no metadata of interest follows.
    if (marker === 0xda || marker === 0xd9) break;
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    const isExif = marker === 0xe1 && segment.toString("latin1", 0, 6) === "Exif\0\0";
    if (isExif) return readExifTexts(segment.subarray(6));
    if (length < 2) break;
    at += 2 + length;
  }
  return new Map();
}

function readWebp(bytes: Buffer): Map<string, string> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (type === "EXIF" && length <= TEXT_BYTES_MAX) {
      const hasMark = chunk.toString("latin1", 0, 6) === "Exif\0\0";
      return readExifTexts(hasMark ? chunk.subarray(6) : chunk);
    }
    at += 8 + length + (length % 2);
  }
  return new Map();
}
