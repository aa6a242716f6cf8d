import { createHash, randomUUID } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { z } from "zod";
import { DomainError, fieldError } from "#domain/errors.ts";
import { IMPORT_BYTES_MAX } from "#domain/imports.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { multipartBoundary } from "../http/form-body.ts";
import { insertImport } from "./imports.queries.ts";
import { removeUpload } from "./remove-upload.ts";

const FILE_NAME_LENGTH_MAX = 200;
const ZIP = Buffer.from("PK\u0003\u0004");

type ReceivedFile = {
  fileName: string;
  isChosen: boolean;
  start: Buffer;
  isTooLarge: boolean;
  sha256: string;
};
type ReceivedForm = { operationId: string | null; file: ReceivedFile | null };

/**
 * Streams the file of a form to storage, with constant memory, and starts its import, unless
 * `confirm`, which is called once all of it has arrived, throws. Idempotent by operation and file:
 * a double click starts one import. Throws unsupported_media_type, malformed_body,
 * payload_too_large, or validation_failed on `media` for a form without a file.
 */
export async function receiveImport(
  deps: ApiDeps,
  staff: SessionUser,
  request: Request,
  confirm: () => Promise<void>,
): Promise<number> {
  const boundary = multipartBoundary(request.headers.get("content-type") ?? "");
  if (boundary === null || !request.body) throw new DomainError("unsupported_media_type");
  const fileKey = `imports/${randomUUID()}`;
  const body = new PassThrough();
  // The stream may fail before anything reads it; its reader gets the error, which must not count
  // as uncaught.
  body.on("error", () => {});
  // The stream types of the DOM and Node differ, but the object is the same.
  const incoming = Readable.fromWeb(request.body as WebStream<Uint8Array>);
  try {
    const [{ operationId, file }] = await Promise.all([
      receiveForm(incoming, boundary, body),
      deps.files.putStream(fileKey, body),
    ]);
    await confirm();
    // Browsers send a nameless empty file when none was chosen.
    if (!file?.isChosen) throw fieldError("media", "file_required");
    if (file.start.length === 0) throw fieldError("media", "import_empty");
    if (file.isTooLarge) throw new DomainError("payload_too_large");
    const { fileName, start, sha256 } = file;
    const { id, isNew } = await inTransaction(deps.database, async (sql) => {
      const isArchive = start.subarray(0, ZIP.length).equals(ZIP);
      const given = { fileName, fileKey, isArchive, operationId, sha256, createdBy: staff.id };
      const made = await insertImport(sql, { ...given, now: deps.now() });
      const subject = { kind: "import", id: made.id };
      const logged = { actorId: staff.id, action: "import.create", subject };
      if (made.isNew) await recordAction(sql, logged);
      return made;
    });
    if (!isNew) await removeUpload(deps, fileKey);
    return id;
  } catch (error) {
    await removeUpload(deps, fileKey);
    throw error;
  } finally {
    incoming.destroy();
  }
}

/** Passes on the form's first file. */
async function receiveForm(
  incoming: Readable,
  boundary: string,
  body: PassThrough,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { operationId: null, file: null };
  const limits = { files: 1, fields: 10, parts: 11, fileSize: IMPORT_BYTES_MAX, fieldSize: 1_000 };
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  const parser = new Busboy({ headers, limits });
  parser.on("field", (name, value) => {
    if (name === "operation_id" && z.uuid().safeParse(value).success) form.operationId = value;
  });
  parser.on("file", (_field, file, fileName) => {
    const start: Buffer = Buffer.alloc(0);
    const isChosen = Boolean(fileName);
    const found = {
      fileName: toFileName(fileName),
      isChosen,
      start,
      isTooLarge: false,
      sha256: "",
    };
    form.file = found;
    const hash = createHash("sha256");
    file.on("data", (chunk: Buffer) => {
      hash.update(chunk);
      // The first chunk may be a single byte.
      if (found.start.length >= ZIP.length) return;
      found.start = Buffer.concat([found.start, chunk]).subarray(0, ZIP.length);
    });
    file.on("end", () => {
      found.sha256 = hash.digest("hex");
    });
    file.on("limit", () => {
      found.isTooLarge = true;
    });
    file.on("error", (error) => body.destroy(error));
    file.pipe(body);
  });
  incoming.on("error", (error) => parser.destroy(error));
  try {
    incoming.pipe(parser);
    await finished(parser);
    if (!form.file) body.end();
    return form;
  } catch {
    // Cut off, or not a form: a client error, not a server error.
    const error = new DomainError("malformed_body");
    body.destroy(error);
    throw error;
  }
}

const toFileName = (name: string | undefined) =>
  (name ?? "").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").slice(0, FILE_NAME_LENGTH_MAX) ||
  "–";
