import { randomUUID } from "node:crypto";
import { dirname } from "node:path/posix";
import { HOUR_MS } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { createMessage } from "#domain/messages.ts";
import {
  OFFER_UPLOAD_FORMATS,
  OFFER_UPLOAD_SIDE_PX_MIN,
  type OfferUploadFormat,
} from "#domain/offers.ts";
import type { ApiDeps } from "../http/context.ts";
import { createByteCipher } from "../http/encryption.ts";
import { getChecked, keepChecked } from "../providers/files/checked-files.ts";
import { removeEach } from "../providers/files/removals.ts";
import { runImageTask } from "../providers/images/image-work.ts";
import { runEncoder } from "../providers/images/task-queues.ts";
import {
  type DecodedUpload,
  IMAGE_PROBLEMS,
  isSmaller,
} from "../providers/images/uploaded-image.ts";
import type { OfferRow } from "./offers.queries.ts";
import { recordUnownedFiles } from "./unowned-files.queries.ts";

const THUMB_WIDTH_PX = 320;
/** Longer than any request takes from storing its first file to creating its offer. */
export const UNOWNED_KEPT_MS = HOUR_MS;
const OFFER_TOO_SMALL = createMessage("image_too_small", { min: OFFER_UPLOAD_SIDE_PX_MIN });

export type OfferFile = { key: string; format: OfferUploadFormat; shownFormat: "jpg" | "png" };
export type SentFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string };
type Store = Pick<ApiDeps, "files" | "log" | "config">;
type RecordingStore = Store & Pick<ApiDeps, "database" | "now">;

const CONTENT_TYPES = { jpg: "image/jpeg", png: "image/png", gif: "image/gif" } as const;

/**
 * Stores the image of an offer: the uploaded file (the goods we buy), encrypted because it may
 * reveal where and by whom it was made, and display copies without metadata. Each upload has its
 * own files under a key that is recorded first; a job removes them if no offer takes them in time.
 * Throws validation_failed on `media` unless the file is a still image of usual proportions in an
 * accepted format, with sides of at least OFFER_UPLOAD_SIDE_PX_MIN.
 */
export async function storeOfferFile(deps: RecordingStore, bytes: Buffer): Promise<OfferFile> {
  const read = await makeCopies(bytes);
  if ("problem" in read) throw fieldError("media", IMAGE_PROBLEMS[read.problem]);
  const made = read.image;
  const format = OFFER_UPLOAD_FORMATS.find((known) => known === made?.format);
  if (!made || !format) throw fieldError("media", "image_format_invalid");
  if (isSmaller(made, OFFER_UPLOAD_SIDE_PX_MIN)) throw fieldError("media", OFFER_TOO_SMALL);
  // Not derived from the content: a late removal would delete the files of the next upload of the
  // same image.
  const key = `offers/${randomUUID()}`;
  const file: OfferFile = { key, format, shownFormat: made.cleanFormat };
  await recordBeforeStoring(deps, key);
  await encryptOriginal(deps, plainName(key, format), bytes);
  await keepCopies(deps, key, made);
  return file;
}

/**
 * Returns the display copy of an offer's image, regenerated from the original when it is damaged or
 * lost. Throws not_found if the offer has no image, or the original cannot be read either.
 */
export async function readShownFile(
  deps: RecordingStore,
  offer: OfferRow,
  size: "full" | "thumb",
): Promise<SentFile> {
  const { fileKey, shownFormat } = offer;
  if (fileKey === null || shownFormat === null) throw new DomainError("not_found");
  const name = size === "thumb" ? "thumb.webp" : `shown.${shownFormat}`;
  const contentType = size === "thumb" ? "image/webp" : CONTENT_TYPES[shownFormat];
  const kept = await getChecked(deps.files, `${fileKey}/${name}`);
  if (kept) return { bytes: new Uint8Array(kept), contentType };
  const read = await makeCopies(Buffer.from((await readOriginalFile(deps, offer)).bytes));
  const made = "image" in read && read.image;
  if (!made) throw new Error(`the original of offer ${offer.id} cannot be read`);
  await keepCopiesAgain(deps, fileKey, made);
  return { bytes: new Uint8Array(size === "thumb" ? made.thumb : made.clean), contentType };
}

/** Returns the uploaded file. Throws not_found if the offer has none that can be read. */
export async function readOriginalFile(
  deps: Store,
  offer: OfferRow,
): Promise<SentFile & { fileName: string }> {
  const { fileKey, fileFormat } = offer;
  if (fileKey === null || fileFormat === null) throw new DomainError("not_found");
  const bytes = await openOriginal(deps, fileKey, fileFormat);
  if (!bytes) throw new Error(`the original of offer ${offer.id} is missing`);
  const fileName = `offer-${offer.id}.${fileFormat}`;
  return { bytes: new Uint8Array(bytes), contentType: CONTENT_TYPES[fileFormat], fileName };
}

/** Deletes the files of a deleted offer, in every format. */
export async function removeOfferFiles(
  { files }: Pick<ApiDeps, "files">,
  key: string,
): Promise<void> {
  const originals = OFFER_UPLOAD_FORMATS.map((format) => plainName(key, format));
  const copies = ["shown.jpg", "shown.png", "thumb.webp"].map((name) => `${key}/${name}`);
  const names = originals.flatMap((name) => [encryptedName(name), name]);
  await removeEach([...names, ...copies], (name) => files.remove(name));
}

/** True for the name of an original that an earlier version stored unencrypted. */
export function isPlainOriginal(name: string): boolean {
  return OFFER_UPLOAD_FORMATS.some((format) => name === plainName(dirname(name), format));
}

/**
 * Encrypts an unencrypted original if it still exists. If its account and files are deleted in the
 * meantime, the encrypted file is removed later, like that of an abandoned upload.
 */
export async function encryptPlainOriginal(deps: RecordingStore, name: string): Promise<void> {
  const plain = await deps.files.get(name);
  if (!plain) return;
  await recordBeforeStoring(deps, dirname(name));
  await encryptOriginal(deps, name, plain);
  await deps.files.remove(name);
}

function recordBeforeStoring({ database, now }: RecordingStore, key: string): Promise<void> {
  const dueAt = new Date(now().getTime() + UNOWNED_KEPT_MS);
  return recordUnownedFiles(database, [key], { dueAt, isAbandoned: false });
}

const plainName = (key: string, format: OfferUploadFormat) => `${key}/original.${format}`;
const encryptedName = (name: string) => `${name}.sealed`;

/** AES-256-GCM with a separate key, bound to the file's name. */
function createOfferCipher({ config }: Pick<ApiDeps, "config">) {
  return createByteCipher(config.sessionSecrets, "promptory offers v1");
}

async function encryptOriginal(deps: Store, name: string, bytes: Buffer): Promise<void> {
  const encrypted = encryptedName(name);
  await deps.files.put(encrypted, createOfferCipher(deps).encrypt(encrypted, bytes));
}

/**
 * Null when there is no original. Throws not_found and logs it if the file is damaged or its secret
 * is no longer configured.
 */
async function openOriginal(deps: Store, key: string, format: OfferUploadFormat) {
  const plain = plainName(key, format);
  const name = encryptedName(plain);
  const encrypted = await deps.files.get(name);
  if (!encrypted) return deps.files.get(plain);
  const bytes = createOfferCipher(deps).decrypt(name, encrypted);
  if (bytes) return bytes;
  deps.log.error({ file: name }, "an original cannot be decrypted: is a secret missing?");
  throw new DomainError("not_found");
}

/** Makes the display copies of an image in an accepted format. */
function makeCopies(bytes: Buffer) {
  const upload = { bytes, formats: OFFER_UPLOAD_FORMATS, thumbWidth: THUMB_WIDTH_PX };
  return runEncoder(() => runImageTask("readUploadWithThumb", upload));
}

type Copies = Pick<DecodedUpload, "clean" | "cleanFormat"> & { thumb: Buffer };

async function keepCopies(deps: Store, key: string, copies: Copies): Promise<void> {
  await keepChecked(deps, `${key}/shown.${copies.cleanFormat}`, copies.clean);
  await keepChecked(deps, `${key}/thumb.webp`, copies.thumb);
}

/**
 * Stores regenerated copies. Never throws: a copy that cannot be recorded is not stored, and is
 * made again for the next reader.
 */
async function keepCopiesAgain(deps: RecordingStore, key: string, copies: Copies): Promise<void> {
  try {
    // The account and its files may be deleted in the meantime.
    await recordBeforeStoring(deps, key);
  } catch (error) {
    deps.log.warn({ err: error, file: key }, "copies of an original could not be kept");
    return;
  }
  await keepCopies(deps, key, copies);
}
