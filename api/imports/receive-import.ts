import { randomUUID } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { DomainError, fieldError } from "#domain/errors.ts";
import { IMPORT_BYTES_MAX } from "#domain/imports.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { multipartBoundary } from "../http/form-body.ts";
import { insertImport } from "./imports.queries.ts";

const FILE_NAME_LENGTH_MAX = 200;
const ZIP = Buffer.from("PK\u0003\u0004");

type Received = { fileName: string; start: Buffer; isTooLarge: boolean };

/**
 * Stores the file of a form as it comes, never more than a piece of it in memory, and starts its
 * import. Throws unsupported_media_type, malformed_body, payload_too_large, or validation_failed on
 * `media` for a form without a file.
 */
export async function receiveImport(
  deps: ApiDeps,
  staff: SessionUser,
  request: Request,
): Promise<number> {
  const boundary = multipartBoundary(request.headers.get("content-type") ?? "");
  if (boundary === null || !request.body) throw new DomainError("unsupported_media_type");
  const fileKey = `imports/${randomUUID()}`;
  const body = new PassThrough();
  // The types of the DOM's stream and of Node's differ; they are one object.
  const incoming = Readable.fromWeb(request.body as WebStream<Uint8Array>);
  try {
    const [received] = await Promise.all([
      receiveFile(incoming, boundary, body),
      deps.files.putStream(fileKey, body),
    ]);
    if (!received || received.start.length === 0) throw fieldError("media", "file_required");
    if (received.isTooLarge) throw new DomainError("payload_too_large");
    const { fileName, start } = received;
    return await inTransaction(deps.database, async (sql) => {
      const isArchive = start.subarray(0, ZIP.length).equals(ZIP);
      const now = deps.now();
      const given = { fileName, fileKey, isArchive, createdBy: staff.id, now };
      const id = await insertImport(sql, given);
      const subject = { kind: "import", id };
      await recordAction(sql, { actorId: staff.id, action: "import.create", subject });
      return id;
    });
  } catch (error) {
    await deps.files.remove(fileKey);
    throw error;
  } finally {
    incoming.destroy();
  }
}

/** Passes the first file of the form on; null for a form without one. */
async function receiveFile(
  incoming: Readable,
  boundary: string,
  body: PassThrough,
): Promise<Received | null> {
  let received: Received | null = null;
  const limits = { files: 1, fields: 10, parts: 11, fileSize: IMPORT_BYTES_MAX, fieldSize: 1_000 };
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  const parser = new Busboy({ headers, limits });
  parser.on("file", (_field, file, fileName) => {
    const start: Buffer = Buffer.alloc(0);
    const found = { fileName: toFileName(fileName), start, isTooLarge: false };
    received = found;
    file.once("data", (chunk: Buffer) => {
      found.start = chunk.subarray(0, ZIP.length);
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
    if (!received) body.end();
    return received;
  } catch {
    // Broken off, or no form at all: its sender is gone or wrong, which is no error of ours.
    const error = new DomainError("malformed_body");
    body.destroy(error);
    throw error;
  }
}

const toFileName = (name: string | undefined) =>
  (name ?? "").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").slice(0, FILE_NAME_LENGTH_MAX) ||
  "–";
