const MAKE = 0x010f;
const MODEL = 0x0110;
const DESCRIPTION = 0x010e;
const EXIF_FOLDER = 0x8769;
const USER_COMMENT = 0x9286;
const ASCII = 2;
const ENTRIES_MAX = 200;

/**
 * Returns the texts in EXIF data by name: `UserComment`, and the "prompt:..." that ComfyUI stores
 * in camera tags. Skips offsets outside the data; never throws.
 */
export function readExifTexts(tiff: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return texts;
  const isLittle = order === "II";
  const main = readEntries(tiff, readUInt32(tiff, 4, isLittle), isLittle);
  for (const { tag, type, value } of main) {
    if (type !== ASCII || ![MAKE, MODEL, DESCRIPTION].includes(tag)) continue;
    const [, name, text] = /^(prompt|workflow|parameters):(.*)$/is.exec(toText(value)) ?? [];
    if (name !== undefined && text !== undefined) texts.set(name.toLowerCase(), text);
  }
  const folder = main.find(({ tag }) => tag === EXIF_FOLDER);
  if (!folder || folder.value.length < 4) return texts;
  const inner = readEntries(tiff, readUInt32(folder.value, 0, isLittle), isLittle);
  const comment = inner.find(({ tag }) => tag === USER_COMMENT);
  if (comment) texts.set("UserComment", decodeComment(comment.value, isLittle));
  return texts;
}

type Entry = { tag: number; type: number; value: Buffer };

/** Bytes per value of each type; other types are not used here. */
const SIZES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 };

function readEntries(tiff: Buffer, start: number, isLittle: boolean): Entry[] {
  if (start < 8 || start + 2 > tiff.length) return [];
  const count = Math.min(readUInt16(tiff, start, isLittle), ENTRIES_MAX);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * 12;
    if (at + 12 > tiff.length) break;
    const type = readUInt16(tiff, at + 2, isLittle);
    const length = (SIZES[type] ?? 0) * readUInt32(tiff, at + 4, isLittle);
    // A short value is stored in the entry itself.
    const from = length <= 4 ? at + 8 : readUInt32(tiff, at + 8, isLittle);
    if (length === 0 || from + length > tiff.length) continue;
    const value = tiff.subarray(from, from + length);
    entries.push({ tag: readUInt16(tiff, at, isLittle), type, value });
  }
  return entries;
}

const readUInt16 = (bytes: Buffer, at: number, isLittle: boolean) =>
  isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
const readUInt32 = (bytes: Buffer, at: number, isLittle: boolean) =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

const toText = (bytes: Buffer) => withoutPadding(bytes.toString("utf8"));

/**
 * Removes the NULs at the end of a text. A regular expression would also try every run of NULs
 * within the text.
 */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}

/** Decodes a comment: an eight-byte prefix names the encoding; without it the text is UTF-8. */
function decodeComment(comment: Buffer, isLittle: boolean): string {
  const encoding = comment.toString("latin1", 0, 8);
  if (encoding.startsWith("UNICODE")) return decodeUtf16(comment.subarray(8), isLittle);
  return toText(encoding.startsWith("ASCII\0") ? comment.subarray(8) : comment);
}

/** Decodes UTF-16 in the byte order that yields Latin letters, because writers disagree on it. */
function decodeUtf16(bytes: Buffer, isLittle: boolean): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  let [zerosBefore, zerosBehind] = [0, 0];
  for (let at = 0; at < even.length; at += 2) {
    if (even[at] === 0) zerosBefore += 1;
    if (even[at + 1] === 0) zerosBehind += 1;
  }
  const isLow = zerosBefore === zerosBehind ? isLittle : zerosBehind > zerosBefore;
  const text = (isLow ? even : Buffer.from(even).swap16()).toString("utf16le");
  return withoutPadding(text.replace(/^\ufeff/, ""));
}
