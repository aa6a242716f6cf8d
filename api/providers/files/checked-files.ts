import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { nullIfDamaged } from "./checked-stream.ts";
import type { Files } from "./files.ts";
import { createOutageLog, type OutageLines } from "./outage-log.ts";

// Files that can be regenerated: one that is damaged or only partly restored must be detected and
// made again, not served. The checksum is appended to the content, where image programs ignore it.

const MARK = Buffer.from("promptory sha256");
const HASH_BYTES = 32;
const TRAILER_BYTES = MARK.length + HASH_BYTES;

type Logging = { files: Pick<Files, "assertWritable">; log: Logger };
type Keeping = Logging & { files: Pick<Files, "put"> };

const NOT_KEPT: OutageLines = {
  level: "warn",
  first: "a file that can be made again could not be kept",
  over: "files that can be made again are kept again",
};
/** One per file store, so that an outage is logged only once. */
const outages = new WeakMap<Logging["files"], (facts: object) => void>();

/** Content that is being made, by key. */
const underway = new Map<string, Promise<Buffer | null>>();

/**
 * Returns the content stored under the key. If it is missing or damaged, `make` creates it, once
 * for all concurrent callers, and it is stored. Null, which is not stored, if it cannot be made.
 */
export async function getOrMake(
  store: Keeping & { files: Pick<Files, "get"> },
  key: string,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const kept = await getChecked(store.files, key);
  if (kept) return kept;
  let making = underway.get(key);
  if (!making) {
    making = makeAndStore(store, key, make).finally(() => underway.delete(key));
    underway.set(key, making);
  }
  return making;
}

async function makeAndStore(
  store: Keeping,
  key: string,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const content = await make();
  if (content) await keepChecked(store, key, content);
  return content;
}

/** The content under the key; null if it is missing or damaged. */
export async function getChecked(files: Pick<Files, "get">, key: string): Promise<Buffer | null> {
  const stored = await files.get(key).catch(nullIfDamaged);
  if (!stored || stored.length < TRAILER_BYTES) return null;
  const content = stored.subarray(0, stored.length - TRAILER_BYTES);
  return toTrailer(content).equals(stored.subarray(content.length)) ? content : null;
}

/**
 * Stores content that can be regenerated. Never throws: if it cannot be stored, for example on a
 * full disk, the caller still has it, and the reason is logged, once per outage.
 */
export async function keepChecked(
  { files, log }: Keeping,
  key: string,
  content: Uint8Array,
): Promise<void> {
  try {
    await files.put(key, Buffer.concat([content, toTrailer(content)]));
  } catch (error) {
    noteNotKept({ files, log }, { err: error, key });
  }
}

/** Logs the first file that could not be stored or made in an outage, and the end of the outage. */
export function noteNotKept(store: Logging, facts: object): void {
  let note = outages.get(store.files);
  if (!note) {
    note = createOutageLog(store, NOT_KEPT);
    outages.set(store.files, note);
  }
  note(facts);
}

function toTrailer(content: Uint8Array): Buffer {
  return Buffer.concat([MARK, createHash("sha256").update(content).digest()]);
}
