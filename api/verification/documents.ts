import { randomUUID } from "node:crypto";
import { HOUR_MS } from "#domain/dates.ts";
import { DomainError, type FieldErrors } from "#domain/errors.ts";
import { createMessage } from "#domain/messages.ts";
import {
  DOCUMENT_FORMATS,
  DOCUMENT_PARTS,
  DOCUMENT_SIDE_PX_MIN,
  type DocumentPart,
  needsPart,
} from "#domain/verification.ts";
import type { VerificationBody } from "../contract/verification.ts";
import { hashBody, sha256 } from "../hashes.ts";
import type { ApiDeps } from "../http/context.ts";
import { type ByteCipher, createByteCipher } from "../http/encryption.ts";
import { type RemovalOptions, removeEach } from "../providers/files/removals.ts";
import { runImageTask } from "../providers/images/image-work.ts";
import { runEncoder } from "../providers/images/task-queues.ts";
import { IMAGE_PROBLEMS, isSmaller } from "../providers/images/uploaded-image.ts";
import { deleteDocument, insertDocument } from "./verification.queries.ts";

/** Separate from the catalogue's images, so that backups and buckets can treat them differently. */
const FOLDER = "documents";

/**
 * How long the job leaves a file that is not attached to a verification. A file can be attached
 * only in the first half of this time, which is longer than any submission takes: after that the
 * job may be about to remove it.
 */
export const UNOWNED_KEPT_MS = HOUR_MS;

const DOCUMENT_TOO_SMALL = createMessage("image_too_small", { min: DOCUMENT_SIDE_PX_MIN });

export type ReadDocument = { part: DocumentPart; widthPx: number; heightPx: number; jpeg: Buffer };
export type UploadedDocument = { part: DocumentPart; bytes: Buffer };

/** Encrypts scans at rest: AES-256-GCM with a separate key, bound to the file's name. */
export function createDocumentCipher(deps: Pick<ApiDeps, "config">): ByteCipher {
  return createByteCipher(deps.config.sessionSecrets, "promptory documents v1");
}

/** The form's document files in review order. */
export async function takeDocuments(body: VerificationBody): Promise<UploadedDocument[]> {
  const documents: UploadedDocument[] = [];
  for (const part of DOCUMENT_PARTS) {
    const file = body[part];
    if (!file || !needsPart(body.document_type, part)) continue;
    documents.push({ part, bytes: Buffer.from(await file.arrayBuffer()) });
  }
  return documents;
}

/** Identifies a submission by its fields and the content of its files. */
export function hashSubmission(
  body: VerificationBody,
  documents: readonly UploadedDocument[],
): string {
  const fields = Object.entries(body).filter(([, value]) => typeof value === "string");
  const files = documents.map(({ part, bytes }) => `${part}:${sha256(bytes).toString("hex")};`);
  return hashBody(Object.fromEntries(fields), files.join(""));
}

/**
 * Decodes and re-encodes scans, so that only the image is kept. Sequentially, because each may take
 * as much memory as the decoder allows. Throws validation_failed for all invalid ones at once.
 */
export async function readDocuments(documents: readonly UploadedDocument[]) {
  const read: ReadDocument[] = [];
  const fields: FieldErrors = {};
  for (const { part, bytes } of documents) {
    const upload = { bytes, formats: DOCUMENT_FORMATS, as: "jpg" } as const;
    const scan = await runEncoder(() => runImageTask("readUpload", upload));
    if ("problem" in scan) fields[part] = [IMAGE_PROBLEMS[scan.problem]];
    else if (!scan.image) fields[part] = [{ code: "document_format_invalid" }];
    else if (isSmaller(scan.image, DOCUMENT_SIDE_PX_MIN)) fields[part] = [DOCUMENT_TOO_SMALL];
    else read.push({ ...scan.image, part, jpeg: scan.image.clean });
  }
  if (Object.keys(fields).length > 0) {
    throw new DomainError("validation_failed", { fields });
  }
  return read;
}

/**
 * Writes scans, each registered first: the job removes those that are never attached. Returns their
 * keys.
 */
export async function storeDocuments(
  deps: ApiDeps,
  cipher: ByteCipher,
  documents: readonly ReadDocument[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const { jpeg, ...document } of documents) {
    const fileKey = `${FOLDER}/${randomUUID()}`;
    await insertDocument(deps.database, { ...document, fileKey }, deps.now());
    await deps.files.put(fileKey, cipher.encrypt(fileKey, jpeg));
    keys.push(fileKey);
  }
  return keys;
}

/** Deletes scans permanently, the file before its row, so that no file is orphaned. */
export async function removeDocuments(
  deps: Pick<ApiDeps, "database" | "files">,
  fileKeys: Iterable<string> | AsyncIterable<string>,
  options?: RemovalOptions,
): Promise<void> {
  const remove = async (key: string) => {
    await deps.files.remove(key);
    await deleteDocument(deps.database, key);
  };
  await removeEach(fileKeys, remove, options);
}
